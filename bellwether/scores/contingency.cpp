#include <bellwether/scores/contingency.h>

#include <algorithm>
#include <unordered_map>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

struct LabelPair {
  int found = 0;
  int truth = 0;
  std::int64_t count = 0;
};

void check(std::span<const int> found, std::span<const int> truth) {
  require(found.size() == truth.size(),
          "{} items have a found cluster, but {} have a true class: the two must be labels of the same items",
          found.size(), truth.size());
  require(!found.empty(), "there are no items to score");
  for (std::size_t i = 0; i < found.size(); ++i)
    require(found[i] >= 0 && truth[i] >= 0,
            "item {} has cluster {} and class {}, but labels start at 0: leave out the items without a label",
            i, found[i], truth[i]);
}

std::vector<LabelPair> count_pairs(std::span<const int> found, std::span<const int> truth) {
  std::unordered_map<std::uint64_t, std::int64_t> counts;
  for (std::size_t i = 0; i < found.size(); ++i)
    ++counts[static_cast<std::uint64_t>(found[i]) << 32 | static_cast<std::uint64_t>(truth[i])];

  std::vector<LabelPair> pairs;
  pairs.reserve(counts.size());
  for (const auto& [key, count] : counts)
    pairs.push_back({static_cast<int>(key >> 32), static_cast<int>(key & 0xFFFFFFFFu), count});
  std::sort(pairs.begin(), pairs.end(), [](const LabelPair& a, const LabelPair& b) {
    return a.found != b.found ? a.found < b.found : a.truth < b.truth;
  });
  return pairs;
}

std::vector<int> distinct(const std::vector<LabelPair>& pairs, int LabelPair::*side) {
  std::vector<int> labels;
  labels.reserve(pairs.size());
  for (const LabelPair& pair : pairs) labels.push_back(pair.*side);
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

int position(const std::vector<int>& labels, int label) {
  return static_cast<int>(std::lower_bound(labels.begin(), labels.end(), label) - labels.begin());
}

}  // namespace

Contingency cross_tabulate(std::span<const int> found, std::span<const int> truth) {
  check(found, truth);
  const std::vector<LabelPair> pairs = count_pairs(found, truth);

  Contingency table;
  table.items = static_cast<std::int64_t>(found.size());
  table.cluster_labels = distinct(pairs, &LabelPair::found);
  table.class_labels = distinct(pairs, &LabelPair::truth);
  table.cluster_sizes.resize(table.cluster_labels.size());
  table.class_sizes.resize(table.class_labels.size());
  table.cells.reserve(pairs.size());
  for (const LabelPair& pair : pairs) {
    const int cluster = position(table.cluster_labels, pair.found);
    const int class_ = position(table.class_labels, pair.truth);
    table.cells.push_back({cluster, class_, pair.count});
    table.cluster_sizes[cluster] += pair.count;
    table.class_sizes[class_] += pair.count;
  }
  return table;
}

}  // namespace bellwether
