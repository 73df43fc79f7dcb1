#pragma once
// Where the clusters lie, in the space that was clustered, and how far the items are from there.

#include <cstdint>
#include <optional>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>

namespace bellwether {

/// The mean of each cluster's items; for methods that look at directions or shares, of the items scaled to
/// length 1, and distances are those of directions.
struct Centres {
  Matrix means = {};                      ///< clusters x features
  std::vector<double> item_scales = {};   ///< what each item is multiplied by: 1, or 1 / its length
  std::vector<double> mean_scales = {};   ///< and each mean before a distance is taken
  std::vector<double> mean_squares = {};  ///< squared lengths of the means, scaled
  std::vector<std::int64_t> sizes = {};   ///< how many items each cluster has
};

/// Nothing if the table of means would be larger than is reasonable.
std::optional<Centres> centres_of(const Rows& items, const Clustering& found, bool directions);

/// From an item to the centre of a cluster.
double distance(const Centres& centres, const Rows& items, Index item, int cluster);

/// For each cluster the `most` items nearest to its centre, the nearest first.
std::vector<std::vector<Index>> representatives(const Centres& centres, const Rows& items,
                                                const std::vector<int>& labels, std::size_t most);

/// An item, how sure its cluster is, and which it would be otherwise.
struct Uncertain {
  Index item = 0;
  double certainty = 1;
  int other = 0;  ///< the cluster of the nearest centre but for its own
};

/// The least certain items, the least certain first. Certainty is the probability where the method has one.
/// Otherwise it is  b / (a + b)  with the distances a to the centre of the item's own cluster and b to the
/// nearest other: 1 at its own centre, 0.5 half-way, below if the other is nearer. An item without a
/// direction, an empty document, lies between nothing and is left out; of very many items only a sample is
/// measured.
std::vector<Uncertain> least_certain(const Centres& centres, const Rows& items, const Clustering& found,
                                     std::size_t most);

}  // namespace bellwether
