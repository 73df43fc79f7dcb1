#include <bellwether/scores/agreement.h>

#include <algorithm>

namespace bellwether {
namespace {

std::int64_t pairs_among(std::int64_t n) {
  return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

std::int64_t pairs_within(std::span<const std::int64_t> sizes) {
  std::int64_t sum = 0;
  for (const std::int64_t size : sizes) sum += pairs_among(size);
  return sum;
}

}  // namespace

PairCounts count_pairs(const Contingency& table) {
  PairCounts pairs;
  for (const SharedItems& cell : table.cells) pairs.together_in_both += pairs_among(cell.count);
  pairs.together_in_clusters = pairs_within(table.cluster_sizes) - pairs.together_in_both;
  pairs.together_in_classes = pairs_within(table.class_sizes) - pairs.together_in_both;
  pairs.apart_in_both = pairs_among(table.items) - pairs.together_in_both - pairs.together_in_clusters -
                        pairs.together_in_classes;
  return pairs;
}

double rand_index(const Contingency& table) {
  if (table.items == 1) return 1;
  const PairCounts pairs = count_pairs(table);
  return static_cast<double>(pairs.together_in_both + pairs.apart_in_both) /
         static_cast<double>(pairs_among(table.items));
}

/// With a, b, c, d the four counts above, Hubert and Arabie's ratio is
///   2 (a d - b c) / ((a + c)(c + d) + (a + b)(b + d)),
/// whose only difference is between numbers that are known exactly.
double adjusted_rand_index(const Contingency& table) {
  const PairCounts pairs = count_pairs(table);
  const auto a = static_cast<double>(pairs.together_in_both);
  const auto b = static_cast<double>(pairs.together_in_clusters);
  const auto c = static_cast<double>(pairs.together_in_classes);
  const auto d = static_cast<double>(pairs.apart_in_both);
  if (b == 0 && c == 0) return 1;
  return 2 * (a * d - b * c) / ((a + c) * (c + d) + (a + b) * (b + d));
}

double purity(const Contingency& table) {
  std::vector<std::int64_t> largest(table.cluster_sizes.size(), 0);
  for (const SharedItems& cell : table.cells)
    largest[cell.cluster] = std::max(largest[cell.cluster], cell.count);
  std::int64_t sum = 0;
  for (const std::int64_t count : largest) sum += count;
  return static_cast<double>(sum) / static_cast<double>(table.items);
}

}  // namespace bellwether
