#pragma once
// Spherical k-means: k-means on directions.
//   I. Dhillon, D. Modha. Concept decompositions for large sparse text data using clustering.
//   Machine Learning 42, 2001.
//
// Maximises  Q = sum_i cos(x_i, c_{z_i})  over labels z and unit vectors c. Only the direction of an item
// counts; an all-zero item has none and is an error.

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

struct SphericalOptions {
  int clusters = 2;
  Start start = Start::plus_plus;
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(SphericalOptions& o, auto&& option) {
  describe_search(o, option);
}

struct SphericalResult : Clustering {
  Matrix directions =
      {};  ///< clusters x features, of length 1; every item that is not held is nearest to its own in angle
};

/// With seeds: the seeded form, or the constrained one if they are held.
SphericalResult spherical_kmeans(const Rows& items, const SphericalOptions& options = {}, const Run& run = {},
                                 const Seeds& seeds = {});

/// From given first directions (clusters x features, any length but 0), once.
SphericalResult spherical_kmeans_from(const Rows& items, const Matrix& directions,
                                      const SphericalOptions& options = {}, const Run& run = {},
                                      const Seeds& seeds = {});

Placement place_by_directions(const Rows& items, const Matrix& directions, const Run& run = {});

}  // namespace bellwether
