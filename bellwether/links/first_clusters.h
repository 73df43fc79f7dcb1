#pragma once
// Clusters for groups of items to begin a search from: every cluster has a group, held groups are where they
// belong, and no two that must be apart share one.

#include <span>
#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>
#include <bellwether/links/groups.h>

namespace bellwether {

/// By chance, with as many items in each cluster as in the others, as far as groups allow: one group after
/// the other goes to the smallest cluster that it may be in, those first that are hardest to place. Where
/// that ends at a group that fits nowhere, the search of cop-kmeans finds a way (guided_search.h). Throws
/// InvalidInput if there is none, with what proves it, or if its limit was reached first.
std::vector<int> random_clusters(const Knowledge& knowledge, const Groups& groups, int clusters,
                                 Random random, const Run& run);

/// As near as can be to the clusters that are given for each item: a group is where most of its items are, or
/// where the search finds a place for it. Every cluster has to have an item.
std::vector<int> clusters_near(std::span<const int> labels, const Knowledge& knowledge, const Groups& groups,
                               int clusters, Random random, const Run& run);

}  // namespace bellwether
