#include <bellwether/transforms/lmnn/targets.h>

#include <algorithm>
#include <utility>

#include <bellwether/engine/run.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether::lmnn_detail {
namespace {

constexpr Index target_rows = 64;

/// Writes the nearest others of row `item` to `nearest`.
void find_nearest(const SortedClasses& sorted, Index item, std::span<int> nearest,
                  std::vector<std::pair<double, int>>& others) {
  const Matrix& x = sorted.items;
  others.clear();
  for (Index other = sorted.begin_of[item]; other < sorted.end_of[item]; ++other)
    if (other != item)
      others.emplace_back(kernels::squared_distance(x.row(item).data(), x.row(other).data(), x.cols()),
                          static_cast<int>(other));
  std::partial_sort(others.begin(), others.begin() + static_cast<Index>(nearest.size()), others.end());
  for (std::size_t q = 0; q < nearest.size(); ++q) nearest[q] = others[q].second;
}

}  // namespace

SortedClasses sort_by_class(const Classes& classes) {
  SortedClasses sorted;
  sorted.begins.assign(static_cast<std::size_t>(classes.count) + 1, 0);
  for (const int label : classes.labels) ++sorted.begins[label + 1];
  for (int c = 0; c < classes.count; ++c) sorted.begins[c + 1] += sorted.begins[c];
  sorted.items.resize(classes.items.rows(), classes.items.cols());
  sorted.begin_of.resize(classes.labels.size());
  sorted.end_of.resize(classes.labels.size());
  std::vector<Index> next = sorted.begins;
  for (Index i = 0; i < classes.items.rows(); ++i) {
    const int label = classes.labels[i];
    const Index row = next[label]++;
    sorted.items.row(row) = classes.items.row(i);
    sorted.begin_of[row] = sorted.begins[label];
    sorted.end_of[row] = sorted.begins[label + 1];
  }
  return sorted;
}

Targets target_neighbours(const SortedClasses& sorted, int neighbours) {
  const Index rows = sorted.items.rows();
  Targets targets;
  targets.begins.push_back(0);
  for (Index i = 0; i < rows; ++i)
    targets.begins.push_back(targets.begins.back() +
                             std::min<Index>(neighbours, sorted.end_of[i] - sorted.begin_of[i] - 1));
  targets.items.resize(static_cast<std::size_t>(targets.begins.back()));
  for_each_parallel(static_cast<int>((rows + target_rows - 1) / target_rows), [&](int number) {
    std::vector<std::pair<double, int>> others;
    for (Index i = number * target_rows; i < std::min(rows, (number + 1) * target_rows); ++i)
      find_nearest(
          sorted, i,
          std::span(targets.items).subspan(targets.begins[i], static_cast<std::size_t>(targets.count(i))),
          others);
  });
  return targets;
}

}  // namespace bellwether::lmnn_detail
