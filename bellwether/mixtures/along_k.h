#pragma once
// K-means for one number of clusters after another, each from the one before: the cluster whose halves differ
// most is cut, and all items choose again. A fresh start beside it keeps an early mistake from staying.

#include <bellwether/engine/random.h>
#include <bellwether/mixtures/kmeans.h>

namespace bellwether {

/// All items in one cluster.
KMeansResult one_cluster(const Matrix& items);

/// One cluster more than `before`; the better of both starts. `before` itself, if there is no further item to
/// tell apart, or the run was asked to stop.
KMeansResult one_cluster_more(const Matrix& items, const KMeansResult& before, Random random, const Run& run);

}  // namespace bellwether
