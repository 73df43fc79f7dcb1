#pragma once
// One search of sIB: passes over the items, or over groups of items that move as one.

#include <bellwether/bottleneck/cluster_table.h>
#include <bellwether/bottleneck/sib.h>
#include <bellwether/engine/random.h>
#include <bellwether/links/groups.h>
#include <bellwether/links/size_bounds.h>

namespace bellwether::bottleneck {

/// What all restarts share.
struct SibProblem {
  Groups groups;      ///< of items; where nothing is known, each item is its own
  SizeBounds bounds;  ///< of clusters, in items
  SibItems items;     ///< one for each group, without features that no item has
  int clusters = 0;
};

/// From given clusters of the groups. Sums are added up and orders drawn from `base`, an order of the groups.
/// If there are bounds on sizes, they are kept from the first objective of the trace on.
SibClustering search_from(const SibProblem& problem, std::vector<int> start, std::vector<Index> base,
                          const SibOptions& options, Random random, const Run& run);

}  // namespace bellwether::bottleneck
