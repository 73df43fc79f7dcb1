#include <page/html.h>
#include <page/plots.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace bellwether::page {
namespace {

constexpr double width = 640, height = 420, margin = 14;

struct Range {
  double low = 0, high = 1;

  void cover(double value) {
    if (!std::isfinite(value)) return;
    low = empty ? value : std::min(low, value);
    high = empty ? value : std::max(high, value);
    empty = false;
  }
  /// To a length, around the same middle.
  void widen(double length) {
    const double middle = (low + high) / 2;
    low = middle - length / 2, high = middle + length / 2;
  }
  /// 0 to 1; the middle if all values are the same.
  double share(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
  bool empty = true;
};

std::string opening(double w, double h, const std::string& label) {
  return fmt::format("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", w, h,
                     escaped(label));
}

/// A thousand dots must not hide each other.
double radius_for(std::size_t dots) {
  return dots > 800 ? 2.6 : dots > 200 ? 3.4 : 4.5;
}

}  // namespace

std::string scatter_plot(const std::vector<Dot>& dots, const std::string& label) {
  Range x, y;
  for (const Dot& dot : dots) x.cover(dot.x), y.cover(dot.y);
  // A step is as long across as it is upwards: distances are true.
  const double unit =
      std::max((x.high - x.low) / (width - 2 * margin), (y.high - y.low) / (height - 2 * margin));
  x.widen(unit * (width - 2 * margin)), y.widen(unit * (height - 2 * margin));
  std::string svg = opening(width, height, label);
  for (const Dot& dot : dots)
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"><title>{}</title></circle>",
                       margin + x.share(dot.x) * (width - 2 * margin),
                       height - margin - y.share(dot.y) * (height - 2 * margin), radius_for(dots.size()),
                       dot.colour, escaped(dot.title));
  return svg + "</svg>";
}

std::string line_plot(const std::vector<double>& values, const std::string& x_title,
                      const std::string& y_title, const std::string& label) {
  constexpr double left = 74, bottom = 44, top = 12, right = 14, tall = 240;
  Range y;
  for (const double value : values) y.cover(value);
  const double step = values.size() > 1 ? (width - left - right) / static_cast<double>(values.size() - 1) : 0;
  const auto place = [&](double value) { return top + (1 - y.share(value)) * (tall - top - bottom); };
  std::string svg = opening(width, tall, label);
  for (const double at : {y.low, (y.low + y.high) / 2, y.high}) {
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text x=\"{}\" y=\"{:.1f}\" "
        "text-anchor=\"end\">{}</text>",
        left, width - right, place(at), place(at), left - 8, place(at) + 4, rounded(at));
    if (y.high <= y.low) break;
  }
  std::string points;
  for (std::size_t i = 0; i < values.size(); ++i)
    points += fmt::format("{:.1f},{:.1f} ", left + step * static_cast<double>(i), place(values[i]));
  svg += fmt::format("<polyline class=\"line\" points=\"{}\"/>", points);
  svg += fmt::format("<text x=\"{}\" y=\"{}\">0</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                     left, tall - bottom + 20, width - right, tall - bottom + 20,
                     values.empty() ? 0 : values.size() - 1);
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", (left + width - right) / 2,
                     tall - 6, escaped(x_title));
  svg +=
      fmt::format("<text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">{}</text>",
                  (tall - bottom) / 2, (tall - bottom) / 2, escaped(y_title));
  return svg + "</svg>";
}

std::string curve_plot(const std::vector<std::pair<int, double>>& points, int marked,
                       std::optional<double> line, const std::string& x_title, const std::string& y_title,
                       const std::string& label) {
  constexpr double left = 74, bottom = 44, top = 12, right = 14, tall = 240;
  Range x, y;
  for (const auto& [number, value] : points) x.cover(number), y.cover(value);
  if (line) y.cover(*line);
  const auto across = [&](double number) { return left + x.share(number) * (width - left - right); };
  const auto place = [&](double value) { return top + (1 - y.share(value)) * (tall - top - bottom); };
  std::string svg = opening(width, tall, label);
  for (const double at : {y.low, y.high})
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", left - 8, place(at) + 4,
                       rounded(at));
  if (line)
    svg += fmt::format("<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", left,
                       width - right, place(*line), place(*line));
  std::string path;
  for (const auto& [number, value] : points)
    path += fmt::format("{:.1f},{:.1f} ", across(number), place(value));
  svg += fmt::format("<polyline class=\"line\" points=\"{}\"/>", path);
  for (const auto& [number, value] : points)
    svg += fmt::format(
        "<circle class=\"bar{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}: {}</title></circle>"
        "<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        number == marked ? " marked" : "", across(number), place(value), number == marked ? 6 : 3, number,
        rounded(value), across(number), tall - bottom + 20, number);
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", (left + width - right) / 2,
                     tall - 6, escaped(x_title));
  svg +=
      fmt::format("<text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">{}</text>",
                  (tall - bottom) / 2, (tall - bottom) / 2, escaped(y_title));
  return svg + "</svg>";
}

std::string bar_plot(const std::vector<Bar>& bars, double longest, const std::string& label) {
  constexpr double line = 26, left = 210, right = 120;
  const double scale = longest > 0 ? (width - left - right) / longest : 0;
  std::string svg = opening(width, line * static_cast<double>(bars.size()) + 6, label);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double y = line * static_cast<double>(i) + 4, end = left + scale * std::max(bar.value, 0.0);
    const double deviation = scale * bar.deviation;
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", left - 10, y + 14,
                       escaped(bar.name));
    svg +=
        fmt::format("<rect class=\"bar{}\" x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"2\"/>",
                    bar.marked ? " marked" : "", left, y, end - left, line - 8);
    if (bar.deviation > 0)
      svg +=
          fmt::format("<line class=\"deviation\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
                      std::max(left, end - deviation), end + deviation, y + 9, y + 9);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", end + deviation + 8, y + 14,
                       escaped(bar.words));
  }
  return svg + "</svg>";
}

}  // namespace bellwether::page
