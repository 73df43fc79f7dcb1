#pragma once
// STC, self-taught clustering: items are co-clustered together with other, unlabelled items that have the
// same features; the clusters of features are common to both, and so the others teach what belongs together.
//   W. Dai, Q. Yang, G.-R. Xue, Y. Yu. Self-taught clustering. ICML 2008.
//
// Minimises  J = I(X;Z) - I(X~;Z~) + sum_a lambda_a [ I(Y_a;Z) - I(Y_a~;Z~) ]  (5), in nats. Each collection
// counts as a distribution of its own, so lambda balances them whatever their sizes.

#include <optional>

#include <bellwether/coclustering/itcc.h>

namespace bellwether {

/// Other items, in the same columns.
struct Auxiliary {
  Rows items = {};
  std::optional<double> lambda = {};  ///< none: the options'
};

struct StcOptions {
  int clusters = 2;
  double lambda = 1;
  int feature_clusters = 32;   ///< at most; never more than there are features with counts
  int auxiliary_clusters = 0;  ///< of each auxiliary collection, at most; 0: as many as of features
  CoSearch search = CoSearch::moves;
  int restarts = 10;
  int iterations = 100;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(StcOptions& o, auto&& option) {
  describe_co_search(o, option);
  option("lambda", o.lambda, "weight of the auxiliary items", 0);
  option("auxiliary_clusters", o.auxiliary_clusters,
         "how many clusters of auxiliary items, at most; 0: as many as of features", 0);
}

/// Without auxiliary items, or with every lambda 0, the items' clusters are those of ITCC.
CoClustering stc(const Rows& items, std::span<const Auxiliary> auxiliary, const StcOptions& options = {},
                 const Run& run = {});

/// From given clusters of the items, once.
CoClustering stc_from(const Rows& items, std::span<const int> start, std::span<const Auxiliary> auxiliary,
                      const StcOptions& options = {}, const Run& run = {});

}  // namespace bellwether
