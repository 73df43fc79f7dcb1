#include <bellwether/runs/k_range.h>

#include <algorithm>
#include <set>
#include <vector>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/links/groups.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// So many items, at least, to a cluster of the largest number that is tried without being asked for.
constexpr Index fewest_items = 4;

/// A label of a seed is a number below the number of clusters, whatever that will be.
constexpr int any_number = std::numeric_limits<int>::max();

int labels_of(const Evidence& evidence) {
  int most = 0;
  for (const int seed : evidence.seeds) most = std::max(most, seed + 1);
  return std::max(most, static_cast<int>(evidence.labels.size()));
}

std::set<int> neighbours_of(const Groups& groups, int group) {
  const auto apart = groups.apart_from(group);
  return {apart.begin(), apart.end()};
}

/// From the group with most others apart from it, always the one that has most of those that are left.
int clique_from(const Groups& groups, int first) {
  std::set<int> left = neighbours_of(groups, first);
  int size = 1;
  while (!left.empty()) {
    int best = -1;
    std::size_t most = 0;
    std::set<int> kept;
    for (const int group : left) {
      std::set<int> common;
      std::ranges::set_intersection(left, neighbours_of(groups, group), std::inserter(common, common.end()));
      if (best >= 0 && common.size() <= most) continue;
      best = group;
      most = common.size();
      kept = std::move(common);
    }
    left = std::move(kept);
    ++size;
  }
  return size;
}

int clique_of(const Evidence& evidence, const Material& material) {
  constexpr std::size_t most_starts = 10;
  const Groups groups =
      close_links(knowledge_of(evidence, {seeds, links}, material), material.items.items(), any_number);
  std::vector<int> by_degree;
  for (int g = 0; g < groups.count; ++g)
    if (!groups.apart_from(g).empty()) by_degree.push_back(g);
  std::ranges::stable_sort(by_degree, std::greater(), [&](int g) { return groups.apart_from(g).size(); });
  if (by_degree.size() > most_starts) by_degree.resize(most_starts);
  int most = 1;
  for (const int group : by_degree) most = std::max(most, clique_from(groups, group));
  return most;
}

void require_range_is_one(const KRange& asked) {
  require<InvalidOption>(asked.least >= 0 && asked.most >= 0, "a number of clusters is below 0");
  require<InvalidOption>(asked.most == 0 || asked.least <= asked.most,
                         "there is no number of clusters from {} to {} (use {})", asked.least, asked.most,
                         remedy("k_range", fmt::format("{}:{}", asked.most, asked.least)));
}

/// How many different items there are, if fewer than `enough`.
int distinct_items(const Material& material, int enough) {
  int low = 0, high = enough;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (has_distinct_rows(material.items.rows(), middle))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/// What the smallest size that clusters may have leaves room for.
int most_by_sizes(const Evidence& evidence, const Material& material, int least) {
  if (evidence.min_size == 0) return any_number;
  const Index most = material.items.items() / evidence.min_size;
  require(most >= least, "{} of at least {} items are more than the {} items that there are (use {} or less)",
          counted(least, "cluster"), evidence.min_size, material.items.items(),
          remedy("min_size", material.items.items() / std::max(least, 1)));
  return static_cast<int>(std::min<Index>(most, any_number));
}

}  // namespace

LeastClusters least_clusters(const Evidence& evidence, const Material& material) {
  LeastClusters least;
  const auto at_least = [&](int clusters, std::string reason) {
    if (clusters > least.clusters) least = {clusters, std::move(reason)};
  };
  const int labels = labels_of(evidence);
  at_least(labels, fmt::format("the seeds have {} labels", labels));
  if (!evidence.cannot_link.empty()) {
    const int clique = clique_of(evidence, material);
    at_least(clique, fmt::format("cannot-links keep {} items apart from each other", clique));
  }
  if (evidence.max_size > 0) {
    const Index items = material.items.items();
    const auto needed = static_cast<int>((items + evidence.max_size - 1) / evidence.max_size);
    at_least(needed, fmt::format("{} of at most {} to a cluster need {}", counted(items, "item"),
                                 evidence.max_size, needed));
  }
  return least;
}

KRange possible_range(const Material& material, const Evidence& evidence, const Wishes& wishes) {
  const KRange asked = wishes.choose_k.value_or(KRange{});
  require_range_is_one(asked);
  const Index items = material.items.items();
  const LeastClusters least = least_clusters(evidence, material);
  require(asked.most == 0 || asked.most >= least.clusters, "at most {} were asked for, but {} (use {})",
          counted(asked.most, "cluster"), least.reason,
          remedy("k_range", fmt::format("{}:{}", least.clusters, std::max(least.clusters, 2 * asked.most))));
  KRange range{.least = std::max(asked.least, least.clusters), .most = asked.most};
  if (range.most == 0)
    range.most = std::max({range.least, std::min(usual_most_clusters, static_cast<int>(items / fewest_items)),
                           std::min(2 * least.clusters, usual_most_clusters)});
  const int different = distinct_items(material, std::max(range.least, asked.most));
  require(different >= asked.most, "{} clusters were asked for at most, but only {} differ (use {})",
          asked.most, counted(different, "item"),
          remedy("k_range", fmt::format("{}:{}", std::min(std::max(asked.least, 1), different), different)));
  require(different >= range.least, "at least {} are needed, but only {} differ{}",
          counted(range.least, "cluster"), counted(different, "item"),
          least.clusters == range.least && !least.reason.empty() ? fmt::format(": {}", least.reason) : "");
  const int bounded = most_by_sizes(evidence, material, range.least);
  range.most = std::min(range.most, bounded);
  return range;
}

void require_fits(const Evidence& evidence, const Material& material, const Wishes& wishes) {
  if (!wishes.choose_k) return require_fits(evidence, material, wishes.clusters);
  const KRange range = possible_range(material, evidence, wishes);
  require_fits(evidence, material, range.least);
}

}  // namespace bellwether
