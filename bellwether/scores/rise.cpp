#include <bellwether/scores/rise.h>

#include <algorithm>
#include <cmath>

namespace bellwether {
namespace {

/// The 0.9 quantile of sqrt(m) D for a flat density, fitted to 4000 draws for each of m = 6 .. 3000; the
/// test draws some again.
double exceeded_by_a_tenth(double m) {
  return 1.34 - 1.3 / std::sqrt(m);
}

/// The corners of the least concave majorant of the points (x_i, i / m), x_0 = 0.
std::vector<std::size_t> concave_corners(const std::vector<double>& x) {
  std::vector<std::size_t> corners{0};
  const auto rises_less = [&](std::size_t a, std::size_t b, std::size_t c) {
    return static_cast<double>(b - a) * (x[c] - x[b]) <= static_cast<double>(c - b) * (x[b] - x[a]);
  };
  for (std::size_t i = 1; i < x.size(); ++i) {
    while (corners.size() >= 2 && rises_less(corners[corners.size() - 2], corners.back(), i))
      corners.pop_back();
    corners.push_back(i);
  }
  return corners;
}

}  // namespace

double rise(std::vector<double> distances) {
  const std::size_t count = distances.size();
  if (count < fewest_distances) return 0;
  distances.push_back(0);
  std::ranges::sort(distances);
  const std::vector<std::size_t> corners = concave_corners(distances);
  double most = 0;
  for (std::size_t c = 1; c < corners.size(); ++c) {
    const std::size_t from = corners[c - 1], to = corners[c];
    const double width = distances[to] - distances[from];
    for (std::size_t i = from + 1; i <= to; ++i) {
      const double share = width > 0 ? (distances[i] - distances[from]) / width : 1;
      const double majorant = static_cast<double>(from) + share * static_cast<double>(to - from);
      most = std::max(most, majorant - static_cast<double>(i));
    }
  }
  const auto m = static_cast<double>(count);
  return most / std::sqrt(m) / exceeded_by_a_tenth(m);
}

}  // namespace bellwether
