#pragma once
// Spherical k-means under links that must not be broken: cop-kmeans for directions.
//
// Maximises  Q = sum_i cos(x_i, c_{z_i})  over labels z and unit vectors c, where z_i = z_j for items with a
// must-link, z_i != z_j for items with a cannot-link, z_i is given for a held seed, and clusters may have a
// least and a largest size. Of unit vectors ||x - c||^2 = 2 - 2 cos(x, c), so this is the search of
// cop_kmeans.h for items of length 1 and centres of length 1, with all that is promised there: Q = n - J / 2.

#include <bellwether/links/cop_kmeans.h>

namespace bellwether {

struct CopSphericalResult : Clustering {
  Matrix directions = {};  ///< clusters x features, of length 1
  Index relaxed = 0;       ///< cannot-links that were given up; 0 unless on_conflict is relax
};

CopSphericalResult cop_spherical_kmeans(const Rows& items, const Knowledge& knowledge,
                                        const CopKMeansOptions& options = {}, const Run& run = {});

/// From given first directions (clusters x features, any length but 0), once.
CopSphericalResult cop_spherical_kmeans_from(const Rows& items, const Knowledge& knowledge,
                                             const Matrix& directions, const CopKMeansOptions& options = {},
                                             const Run& run = {});

}  // namespace bellwether
