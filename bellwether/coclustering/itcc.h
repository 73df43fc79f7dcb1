#pragma once
// ITCC: items and features are clustered at once, so that little of what one tells about the other is lost.
//   I. Dhillon, S. Mallela, D. Modha. Information-theoretic co-clustering. KDD 2003.
//
// Minimises  J = I(X;Z) - I(X~;Z~)  (equation (2) of the STC paper, in nats), where p(x,z) are the counts
// divided by their sum, X~ are the clusters of items and Z~ those of features.

#include <bellwether/coclustering/search.h>
#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/run.h>

namespace bellwether {

struct ItccOptions {
  int clusters = 2;
  int feature_clusters = 32;  ///< at most; never more than there are features with counts
  CoSearch search = CoSearch::moves;
  int restarts = 10;
  int iterations = 100;  ///< rounds of sweeps over items and features
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(ItccOptions& o, auto&& option) {
  describe_co_search(o, option);
}

struct CoClustering : Clustering {
  std::vector<int> features = {};  ///< the cluster of each feature, from 0
  int feature_clusters = 0;
  Matrix table = {};                             ///< p(x~,z~): clusters x feature_clusters, sums to 1
  std::vector<std::vector<int>> auxiliary = {};  ///< of each auxiliary collection: the clusters of its items
};

/// Counts: no value below 0, some above. Items and features without any are left where they are; they cost
/// nothing.
CoClustering itcc(const Rows& items, const ItccOptions& options = {}, const Run& run = {});

/// From given clusters of the items, once.
CoClustering itcc_from(const Rows& items, std::span<const int> start, const ItccOptions& options = {},
                       const Run& run = {});

/// Puts new items to the cluster whose profile p(z~|x~) explains them best: equation (14). An item with
/// counts where every profile has none goes where the fewest of its counts are so.
std::vector<int> place_by_profiles(const Rows& items, std::span<const int> features, const Matrix& table,
                                   const Run& run = {});

}  // namespace bellwether
