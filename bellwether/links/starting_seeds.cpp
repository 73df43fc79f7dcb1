#include <bellwether/links/starting_seeds.h>

#include <algorithm>
#include <numeric>

namespace bellwether {
namespace {

/// The cluster that seeds give each group.
std::vector<int> given_to_groups(const Knowledge& knowledge, const Groups& groups) {
  std::vector<int> cluster(static_cast<std::size_t>(groups.count), unlabelled);
  for (std::size_t i = 0; i < knowledge.seeds.size(); ++i)
    if (knowledge.seeds[i] != unlabelled) cluster[groups.of[i]] = knowledge.seeds[i];
  return cluster;
}

std::vector<int> from_the_largest(const Groups& groups) {
  std::vector<int> order(static_cast<std::size_t>(groups.count));
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](int g) { return groups.sizes[g] < least_group; });
  std::ranges::stable_sort(order, [&](int a, int b) { return groups.sizes[a] > groups.sizes[b]; });
  return order;
}

/// Whether the group might be in one of the clusters known so far.
bool may_be_known(const Groups& groups, int group, const std::vector<int>& cluster, std::vector<bool> known) {
  for (const int other : groups.apart_from(group))
    if (cluster[other] != unlabelled) known[cluster[other]] = false;
  return std::ranges::count(known, true) > 0;
}

}  // namespace

std::vector<int> starting_seeds(const Knowledge& knowledge, const Groups& groups, int clusters) {
  if (!groups.any_apart()) return knowledge.seeds;
  std::vector<int> cluster = given_to_groups(knowledge, groups);
  std::vector<bool> known(static_cast<std::size_t>(clusters), false);
  for (const int k : cluster)
    if (k != unlabelled) known[k] = true;

  std::vector<bool> opens(cluster.size(), false);
  for (const int group : from_the_largest(groups)) {
    if (cluster[group] != unlabelled || may_be_known(groups, group, cluster, known)) continue;
    const auto free = std::ranges::find(known, false);
    if (free == known.end()) break;
    cluster[group] = static_cast<int>(free - known.begin());
    opens[group] = *free = true;
  }
  if (std::ranges::count(known, false) > 0) return knowledge.seeds;

  std::vector<int> seeds = knowledge.seeds;
  seeds.resize(groups.of.size(), unlabelled);
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if (opens[groups.of[i]]) seeds[i] = cluster[groups.of[i]];
  return seeds;
}

}  // namespace bellwether
