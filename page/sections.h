#pragma once
// The parts of a page about one clustering, each a piece of HTML; empty where there is nothing to show.

#include <string>

#include <page/shown.h>

namespace bellwether::page {

/// All of them, one after the other. `number` tells results of one page apart.
std::string sections_of(const ShownResult& result, int number);

}  // namespace bellwether::page
