#pragma once
// K-means for one number of clusters after another, each from the one before: the cluster whose halves differ
// most is cut, and all items choose again. A fresh start beside it keeps an early mistake from staying.

#include <bellwether/engine/random.h>
#include <bellwether/mixtures/kmeans.h>

namespace bellwether {

/// What cutting a cluster in two saves.
struct ClusterCut {
  double saved = 0;
  Matrix halves = {};  ///< their means; empty: its items are all equal
};

/// Clusters, and what each would be cut into; kept from one number to the next where a cluster stays.
struct AlongK {
  KMeansResult found = {};
  std::vector<ClusterCut> cuts = {};
};

/// All items in one cluster.
AlongK one_cluster(const Matrix& items, const Random& random, const Run& run);

/// One cluster more; the better of both starts. The same, if there is no further item to tell apart, or the
/// run was asked to stop.
AlongK one_cluster_more(const Matrix& items, const AlongK& before, const Random& random, const Run& run);

}  // namespace bellwether
