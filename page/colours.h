#pragma once
// Colours of groups and classes, the same in every plot and list of a page.

#include <string>
#include <vector>

#include <page/shown.h>

namespace bellwether::page {

/// Of the k-th group: the first ten are easy to tell apart, on white and on black; then hues go round.
std::string colour(int k);

/// Of each class: that of the group that holds most of it, if no class has taken it before; so that a map by
/// class looks like a map by group where the two agree.
std::vector<std::string> class_colours(const ShownResult& result);

}  // namespace bellwether::page
