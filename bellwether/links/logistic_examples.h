#pragma once
// What a logistic regression learns from: seeds, and other items where k-means with held seeds puts them.

#include <span>
#include <vector>

#include <bellwether/links/example_set.h>

namespace bellwether {

/// Seeds, and how many each cluster has.
struct SeededClusters {
  SeededClusters(std::span<const int> seeds, int clusters);

  bool any() const;           ///< has a seed
  bool some_without() const;  ///< have none
  double share() const;       ///< seeds / clusters that have one

  std::span<const int> seeds;  ///< of each item; empty: none
  std::vector<Index> counts;
};

/// Of the other items of a cluster, at most this many are examples: evenly, in their order.
inline constexpr Index most_others = 200;

/// With T = share(): seeds weigh 1 each, or T together in each cluster if they are `balanced`. Where `found`,
/// the clusters of all items, is not empty, a cluster's other items weigh T together if it has no seed, and
/// `others` T if it has some, but none more than 1.
ExampleSet examples_of(const Rows& items, const SeededClusters& known, std::span<const int> found,
                       double others, bool balanced);

}  // namespace bellwether
