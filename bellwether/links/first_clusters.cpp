#include <bellwether/links/first_clusters.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/links/guided_search.h>

namespace bellwether {
namespace {

constexpr int search_limit = 10000;  ///< as in cop-kmeans by default

/// Every cluster without a held group needs a free one.
void require_enough_groups(const Groups& groups, int clusters) {
  std::vector<bool> held(static_cast<std::size_t>(clusters), false);
  int free = 0;
  for (int g = 0; g < groups.count; ++g) {
    if (groups.is_free(g))
      ++free;
    else
      held[groups.cluster[g]] = true;
  }
  const auto without = static_cast<int>(std::ranges::count(held, false));
  require(free >= without,
          "{} of {} clusters have no seed, but seeds and must-links leave only {} of items for them: ask for "
          "fewer clusters, or give fewer seeds and links",
          without, clusters, free == 1 ? "1 group" : fmt::format("{} groups", free));
}

std::vector<Index> shuffled_groups(const Groups& groups, Random random) {
  std::vector<Index> order(static_cast<std::size_t>(groups.count));
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  return order;
}

/// Those that must be apart from most others first, then the largest.
void hardest_first(const Groups& groups, std::vector<Index>& order) {
  const auto hardness = [&](Index group) {
    const int g = static_cast<int>(group);
    return std::pair(groups.any_apart() ? groups.apart_from(g).size() : 0, groups.sizes[g]);
  };
  std::ranges::stable_sort(order, [&](Index a, Index b) { return hardness(a) > hardness(b); });
}

/// The smallest cluster where the group meets none that it must be apart from; -1 if there is none.
int smallest_open(const Groups& groups, int group, const std::vector<int>& labels,
                  const std::vector<std::int64_t>& sizes) {
  std::vector<bool> closed(sizes.size(), false);
  if (groups.any_apart())
    for (const int other : groups.apart_from(group))
      if (labels[other] != unlabelled) closed[labels[other]] = true;
  int best = -1;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (!closed[k] && (best < 0 || sizes[k] < sizes[best])) best = static_cast<int>(k);
  return best;
}

/// Empty if a group fits nowhere.
std::vector<int> dealt_out(const Groups& groups, int clusters, const std::vector<Index>& order) {
  std::vector<int> labels = groups.cluster;
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(clusters), 0);
  for (int g = 0; g < groups.count; ++g)
    if (!groups.is_free(g)) sizes[labels[g]] += groups.sizes[g];
  for (const Index group : order) {
    const int g = static_cast<int>(group);
    if (!groups.is_free(g)) continue;
    const int best = smallest_open(groups, g, labels, sizes);
    if (best < 0) return {};
    labels[g] = best;
    sizes[best] += groups.sizes[g];
  }
  return labels;
}

/// An empty cluster takes a free group from the cluster of most groups that can spare one: a group alone
/// meets no other. There is one, since there are enough groups.
void fill_empty_clusters(const Groups& groups, int clusters, std::vector<int>& labels) {
  std::vector<int> members(static_cast<std::size_t>(clusters), 0);
  for (const int label : labels) ++members[label];
  for (int empty = 0; empty < clusters; ++empty) {
    if (members[empty] > 0) continue;
    int taken = -1;
    for (int g = 0; g < groups.count; ++g) {
      const int spare = groups.is_free(g) ? members[labels[g]] : 0;
      if (spare > 1 && (taken < 0 || spare > members[labels[taken]])) taken = g;
    }
    if (taken < 0) return;
    --members[std::exchange(labels[taken], empty)];
    ++members[empty];
  }
}

/// `labels` with as little as can be changed, by costs, so that groups are apart that must be.
void keep_apart(const Matrix& costs, const Knowledge& knowledge, const Groups& groups,
                const std::vector<Index>& order, std::vector<int>& labels, const Run& run) {
  const auto subgraphs = subgraphs_of(groups);
  GuidedSearch search(knowledge, groups, subgraphs, std::vector<int>(order.begin(), order.end()),
                      search_limit);
  const CostsOf costs_of = [&](int group, std::span<double> into) {
    std::ranges::copy(costs.row(group), into.begin());
  };
  search.place(labels, costs_of, static_cast<int>(costs.cols()), run);
}

/// For each group and cluster how many of its items are elsewhere.
Matrix items_elsewhere(std::span<const int> labels, const Groups& groups, int clusters) {
  Matrix costs(groups.count, clusters);
  for (int g = 0; g < groups.count; ++g) costs.row(g).setConstant(static_cast<double>(groups.sizes[g]));
  for (std::size_t i = 0; i < labels.size(); ++i) costs(groups.of[i], labels[i]) -= 1;
  return costs;
}

std::vector<int> cheapest_clusters(const Matrix& costs, const Groups& groups) {
  std::vector<int> labels = groups.cluster;
  for (int g = 0; g < groups.count; ++g) {
    if (!groups.is_free(g)) continue;
    Index best = 0;
    costs.row(g).minCoeff(&best);
    labels[g] = static_cast<int>(best);
  }
  return labels;
}

}  // namespace

std::vector<int> random_clusters(const Knowledge& knowledge, const Groups& groups, int clusters,
                                 Random random, const Run& run) {
  require_enough_groups(groups, clusters);
  auto order = shuffled_groups(groups, random);
  hardest_first(groups, order);
  std::vector<int> labels = dealt_out(groups, clusters, order);
  if (labels.empty()) {
    Random dice = random.split(0);
    Matrix costs(groups.count, clusters);
    for (Index at = 0; at < costs.size(); ++at) costs.data()[at] = dice.uniform();
    labels = cheapest_clusters(costs, groups);
    keep_apart(costs, knowledge, groups, order, labels, run);
  }
  fill_empty_clusters(groups, clusters, labels);
  return labels;
}

std::vector<int> clusters_near(std::span<const int> labels, const Knowledge& knowledge, const Groups& groups,
                               int clusters, Random random, const Run& run) {
  require_enough_groups(groups, clusters);
  const bool alone = groups.count == std::ssize(labels);
  if (alone && !groups.any_apart() && !knowledge.has_seeds()) return {labels.begin(), labels.end()};
  const Matrix costs = items_elsewhere(labels, groups, clusters);
  std::vector<int> near = cheapest_clusters(costs, groups);
  if (groups.any_apart()) keep_apart(costs, knowledge, groups, shuffled_groups(groups, random), near, run);
  fill_empty_clusters(groups, clusters, near);
  return near;
}

}  // namespace bellwether
