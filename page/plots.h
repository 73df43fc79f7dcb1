#pragma once
// Plots as SVG, for pages without scripts: they scale with the page, print well, and tell an item's name when
// the pointer rests on it.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bellwether::page {

struct Dot {
  double x = 0, y = 0;
  std::string colour = {};
  std::string title = {};  ///< raw text; it is escaped here
};

/// `label` says what is to be seen, for those who cannot see it.
std::string scatter_plot(const std::vector<Dot>& dots, const std::string& label);

/// Values against 0, 1, 2, ...
std::string line_plot(const std::vector<double>& values, const std::string& x_title,
                      const std::string& y_title, const std::string& label);

/// A value for each of rising whole numbers, a dot each; that at `marked` stands out. `line` is drawn across.
std::string curve_plot(const std::vector<std::pair<int, double>>& points, int marked,
                       std::optional<double> line, const std::string& x_title, const std::string& y_title,
                       const std::string& label);

struct Bar {
  std::string name = {};  ///< raw text
  double value = 0, deviation = 0;
  std::string words = {};  ///< what stands beside it; raw text
  bool marked = false;
};

/// Horizontal bars from 0, with a line of one deviation to both sides.
std::string bar_plot(const std::vector<Bar>& bars, double longest, const std::string& label);

}  // namespace bellwether::page
