#pragma once
// Feature clustering: first the features are clustered by the items that they occur in, then the items by
// the clusters of features. The baseline of the STC paper (section 4.3), in the terms of ITCC: each step
// keeps as much mutual information as it can, but no step comes back to the one before.

#include <bellwether/coclustering/itcc.h>

namespace bellwether {

struct FeatureClusteringOptions {
  int clusters = 2;
  int feature_clusters = 32;
  CoSearch search = CoSearch::moves;
  int restarts = 10;
  int iterations = 100;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(FeatureClusteringOptions& o, auto&& option) {
  describe_co_search(o, option);
}

/// The objective is that of ITCC, equation (2) of the STC paper.
CoClustering feature_clustering(const Rows& items, const FeatureClusteringOptions& options = {},
                                const Run& run = {});

/// The items from given clusters, once; the features as always.
CoClustering feature_clustering_from(const Rows& items, std::span<const int> start,
                                     const FeatureClusteringOptions& options = {}, const Run& run = {});

}  // namespace bellwether
