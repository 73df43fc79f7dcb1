#pragma once
// The page's style and scripts, which the build puts into the program.

#include <string_view>

namespace bellwether::page::assets {

std::string_view style();
std::string_view page_script();   ///< ours
std::string_view plots_script();  ///< Vega, Vega-Lite and Vega-Embed; empty: the build had no Node

}  // namespace bellwether::page::assets
