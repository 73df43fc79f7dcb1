#pragma once
// K-means, plain or with seeds, whose clusters have a least or a largest size. Without bounds it is kmeans();
// with them every assignment step is the cheapest that keeps them (see size_bounds.h).

#include <bellwether/links/cop_kmeans.h>
#include <bellwether/mixtures/kmeans.h>

namespace bellwether {

struct BoundedKMeansOptions : KMeansOptions {
  std::int64_t min_size = 0;  ///< items that each cluster has at least
  std::int64_t max_size = 0;  ///< and at most; 0: any number
};

void describe(BoundedKMeansOptions& o, auto&& option) {
  describe(static_cast<KMeansOptions&>(o), option);
  describe_sizes(o, option);
}

KMeansResult bounded_kmeans(const Rows& items, const BoundedKMeansOptions& options = {}, const Run& run = {},
                            const Seeds& seeds = {});

/// From given first means (clusters x features), once.
KMeansResult bounded_kmeans_from(const Rows& items, const Matrix& means,
                                 const BoundedKMeansOptions& options = {}, const Run& run = {},
                                 const Seeds& seeds = {});

}  // namespace bellwether
