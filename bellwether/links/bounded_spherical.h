#pragma once
// Spherical k-means, plain or with seeds, whose clusters have a least or a largest size. Without bounds it is
// spherical_kmeans(); with them every assignment step is the cheapest that keeps them (see size_bounds.h).

#include <bellwether/links/cop_spherical.h>
#include <bellwether/mixtures/spherical.h>

namespace bellwether {

struct BoundedSphericalOptions : SphericalOptions {
  std::int64_t min_size = 0;  ///< items that each cluster has at least
  std::int64_t max_size = 0;  ///< and at most; 0: any number
};

void describe(BoundedSphericalOptions& o, auto&& option) {
  describe(static_cast<SphericalOptions&>(o), option);
  describe_sizes(o, option);
}

SphericalResult bounded_spherical_kmeans(const Rows& items, const BoundedSphericalOptions& options = {},
                                         const Run& run = {}, const Seeds& seeds = {});

/// From given first directions (clusters x features, any length but 0), once.
SphericalResult bounded_spherical_kmeans_from(const Rows& items, const Matrix& directions,
                                              const BoundedSphericalOptions& options = {},
                                              const Run& run = {}, const Seeds& seeds = {});

}  // namespace bellwether
