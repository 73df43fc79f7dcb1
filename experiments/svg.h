#pragma once
// Charts as SVG inside a page, in the page's colours (classes s0 to s7).

#include <string>
#include <string_view>

#include <experiments/curves.h>

namespace bellwether::experiments {

/// Safe inside HTML and SVG, in text and in attributes.
std::string escaped(std::string_view text);

/// Lines over an axis, each with its name at its end; a ring where a point differs from the baseline.
std::string chart_of(const Curves& curves);

/// Points in the plane, a colour and a shape for each cluster.
std::string chart_of(const Scatter& scatter);

}  // namespace bellwether::experiments
