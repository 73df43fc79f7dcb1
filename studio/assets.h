#pragma once
// The page of the studio, as the build put it into the program; empty where npm was not there to make it.

#include <string_view>

namespace bellwether::studio::assets {

std::string_view page();  ///< HTML, with TOKEN where the token belongs
std::string_view script();
std::string_view style();

}  // namespace bellwether::studio::assets
