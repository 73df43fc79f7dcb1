#include <page/colours.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

namespace bellwether::page {
namespace {

constexpr std::array<const char*, 10> first_colours{"#3f78b5", "#e07b1a", "#3f9a47", "#d0454c", "#8a63b8",
                                                    "#8c6a52", "#d667a8", "#7d8a8c", "#a8a020", "#1fa5b5"};

}  // namespace

std::string colour(int k) {
  if (k < static_cast<int>(first_colours.size())) return first_colours[static_cast<std::size_t>(k)];
  constexpr double golden_angle = 137.50776;  // the next hue is far from all before it
  return fmt::format("hsl({:.0f}, {}%, {}%)", std::fmod(golden_angle * k, 360), 45 + 15 * (k % 3), 48);
}

std::vector<std::string> class_colours(const ShownResult& result) {
  const auto& counts = result.confusion.counts;
  const std::size_t classes = result.truth_names.size();
  std::vector<std::tuple<std::int64_t, std::size_t, std::size_t>> cells;  // count, group, class
  for (std::size_t k = 0; k < counts.size(); ++k)
    for (std::size_t c = 0; c < std::min(classes, counts[k].size()); ++c)
      cells.emplace_back(counts[k][c], k, c);
  std::ranges::stable_sort(cells,
                           [](const auto& a, const auto& b) { return std::get<0>(a) > std::get<0>(b); });
  std::vector<std::string> colours(classes);
  std::vector<bool> taken(counts.size(), false);
  for (const auto& [count, group, label] : cells) {
    if (count == 0 || taken[group] || !colours[label].empty()) continue;
    taken[group] = true;
    colours[label] = colour(static_cast<int>(group));
  }
  int next = result.clusters;
  for (std::string& unset : colours)
    if (unset.empty()) unset = colour(next++);
  return colours;
}

}  // namespace bellwether::page
