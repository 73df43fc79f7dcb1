#include <experiments/svg.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace bellwether::experiments {
namespace {

constexpr double width = 640, height = 320;
constexpr double left = 56, right = 130, top = 14, bottom = 44;
constexpr double inner_width = width - left - right, inner_height = height - top - bottom;
constexpr double between_labels = 13;
constexpr int colours = 8;

struct Range {
  double low = 0, high = 1;
  double share(double value) const { return (value - low) / (high - low); }
};

/// A round step that divides the range into about five.
double step_of(const Range& range) {
  const double rough = (range.high - range.low) / 5, decade = std::pow(10, std::floor(std::log10(rough)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * decade >= rough) return step * decade;
  return 10 * decade;
}

/// From one round number to another; a range of one value is widened.
Range widened(double low, double high) {
  if (!(high > low)) {
    const double around = low == 0 ? 1 : std::abs(low) / 10;
    low -= around;
    high += around;
  }
  const double step = step_of({low, high});
  return {std::floor(low / step) * step, std::ceil(high / step) * step};
}

std::string text_at(double x, double y, const char* anchor, std::string_view text,
                    const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>", x, y, anchor, more,
                     escaped(text));
}

double across(const Curves& curves, std::size_t place) {
  const auto steps = static_cast<double>(std::max<std::size_t>(curves.places.size() - 1, 1));
  return left + inner_width * static_cast<double>(place) / steps;
}

double up(const Range& range, double value) {
  return top + inner_height * (1 - range.share(value));
}

Range range_of(const Curves& curves) {
  double low = INFINITY, high = -INFINITY;
  for (const auto& [method, points] : curves.methods)
    for (const Curves::Point& point : points)
      if (point.mean) {
        low = std::min(low, *point.mean);
        high = std::max(high, *point.mean);
      }
  return std::isinf(low) ? Range{} : widened(low, high);
}

std::string axes(const Curves& curves, const Range& range) {
  std::string svg;
  const double step = step_of(range);
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  for (double value = range.low; value <= range.high + step / 2; value += step) {
    svg += fmt::format("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>", left,
                       left + inner_width, up(range, value));
    svg += text_at(left - 6, up(range, value) + 4, "end", fmt::format("{:.{}f}", value, digits));
  }
  for (std::size_t place = 0; place < curves.places.size(); ++place)
    svg += text_at(across(curves, place), height - bottom + 16, "middle", curves.places[place]);
  svg += text_at(left + inner_width / 2, height - 8, "middle", curves.axis, " class=\"name\"");
  return svg;
}

/// Where the names at the ends of the lines stand: as near as can be, and not on one another.
std::vector<double> label_places(std::vector<double> wanted) {
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  for (std::size_t i = 1; i < order.size(); ++i)
    wanted[order[i]] = std::max(wanted[order[i]], wanted[order[i - 1]] + between_labels);
  double most = height - bottom;  // the last ones are pushed back up
  for (std::size_t i = order.size(); i-- > 0; most = wanted[order[i]] - between_labels)
    wanted[order[i]] = std::min(wanted[order[i]], most);
  return wanted;
}

std::string line_of(const Curves& curves, const Range& range, std::size_t method) {
  const auto& points = curves.methods[method].second;
  std::string path, rings;
  for (std::size_t place = 0; place < points.size(); ++place) {
    if (!points[place].mean) continue;
    const double x = across(curves, place), y = up(range, *points[place].mean);
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
    rings += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>",
                         points[place].significant ? "ring" : "dot", x, y, points[place].significant ? 4 : 2);
  }
  return fmt::format("<g class=\"s{}\"><path class=\"line\" d=\"{}\"/>{}</g>", method % colours, path, rings);
}

/// On a narrow screen a chart scrolls in its box rather than becoming too small to read.
std::string framed(const std::string& what, const std::string& inside, const std::string& key) {
  return fmt::format(
      "<figure><figcaption>{0}</figcaption>{4}<div class=\"scroll\" tabindex=\"0\"><svg viewBox=\"0 0 {1} "
      "{2}\" "
      "role=\"img\" aria-label=\"{0}\">{3}</svg></div></figure>\n",
      escaped(what), width, height, inside, key);
}

/// Circles, squares and crosses, so that no colour is needed to tell clusters apart.
std::string mark(int shape, double x, double y) {
  if (shape % 3 == 0)
    return fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>", x, y);
  if (shape % 3 == 1) return fmt::format("<path d=\"M{:.1f} {:.1f}h5v5h-5z\"/>", x - 2.5, y - 2.5);
  return fmt::format("<path d=\"M{:.1f} {:.1f}l5 5m0 -5l-5 5\"/>", x - 2.5, y - 2.5);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string chart_of(const Curves& curves) {
  const Range range = range_of(curves);
  std::string svg = axes(curves, range);
  std::vector<double> ends;
  std::vector<std::size_t> drawn;
  for (std::size_t m = 0; m < curves.methods.size(); ++m) {
    const auto& points = curves.methods[m].second;
    const auto last = std::find_if(points.rbegin(), points.rend(), [](const auto& p) { return p.mean; });
    if (last == points.rend()) continue;
    svg += line_of(curves, range, m);
    ends.push_back(up(range, *last->mean) + 4);
    drawn.push_back(m);
  }
  ends = label_places(ends);
  for (std::size_t i = 0; i < drawn.size(); ++i)
    svg += text_at(left + inner_width + 8, ends[i], "start", curves.methods[drawn[i]].first,
                   fmt::format(" class=\"label s{}\"", drawn[i] % colours));
  std::string key = "<p class=\"key\">";
  for (const std::size_t m : drawn)
    key += fmt::format("<span class=\"k{}\">{}</span> ", m % colours, escaped(curves.methods[m].first));
  key += "; rings: p &lt; 0.01</p>";
  return framed(fmt::format("{}{}{} against {}", curves.group, curves.score.empty() ? "" : ": ", curves.score,
                            curves.axis),
                svg, key);
}

std::string chart_of(const Scatter& scatter) {
  if (scatter.points.empty()) return "";
  Range x{scatter.points[0].first, scatter.points[0].first},
      y{scatter.points[0].second, scatter.points[0].second};
  for (const auto& [a, b] : scatter.points) {
    x = {std::min(x.low, a), std::max(x.high, a)};
    y = {std::min(y.low, b), std::max(y.high, b)};
  }
  x = widened(x.low, x.high);
  y = widened(y.low, y.high);
  std::string svg = fmt::format("<path class=\"grid\" d=\"M{0} {1}V{2}H{3}\"/>", left, top,
                                top + inner_height, left + inner_width);
  svg += text_at(left, height - bottom + 16, "middle", fmt::format("{:g}", x.low));
  svg += text_at(left + inner_width, height - bottom + 16, "middle", fmt::format("{:g}", x.high));
  svg += text_at(left - 6, top + inner_height, "end", fmt::format("{:g}", y.low));
  svg += text_at(left - 6, top + 10, "end", fmt::format("{:g}", y.high));
  const int clusters = scatter.clusters.empty() ? 0 : 1 + std::ranges::max(scatter.clusters);
  for (int k = 0; k < clusters; ++k) {
    svg += fmt::format("<g class=\"s{}\">", k % colours);
    for (std::size_t i = 0; i < scatter.points.size(); ++i)
      if (scatter.clusters[i] == k)
        svg +=
            mark(k, left + inner_width * x.share(scatter.points[i].first), up(y, scatter.points[i].second));
    svg += "</g>";
  }
  return framed(scatter.title, svg, "");
}

}  // namespace bellwether::experiments
