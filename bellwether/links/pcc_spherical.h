#pragma once
// PCC for directions: spherical k-means with links that may be broken at a price.
//
// Minimises over labels z and unit vectors c, for items x scaled to length 1,
//
//   J = sum_i ||x_i - c_{z_i}||^2
//     + sum over must-links (i, j) with z_i != z_j  of  must_weight  w_ij  ||x_i - x_j||^2
//     + sum over cannot-links (i, j) with z_i = z_j  of  cannot_weight  w_ij  (||x' - x''||^2 - ||x_i -
//     x_j||^2)
//
// where ||x - y||^2 = 2 - 2 cos(x, y), and x', x'' are the two items farthest apart. It is pcc.h without a
// metric, which among unit vectors has no meaning that a direction could keep: the rounds are those of
// pcc_search.h, and a centre is the mean of its items scaled to length 1, which is the best of that length.

#include <bellwether/links/pcc.h>

namespace bellwether {

struct PccSphericalOptions {
  int clusters = 2;
  Start start = Start::plus_plus;  ///< matters to clusters that neither seeds nor must-links start
  double must_weight = 1;
  double cannot_weight = 1;
  Penalties penalties = Penalties::scaled;
  int restarts = 10;  ///< half of them begin at groups of must-links, half at items
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(PccSphericalOptions& o, auto&& option) {
  describe_search(o, option);
  option("must_weight", o.must_weight, "what it costs to part items that belong together", 0.0);
  option("cannot_weight", o.cannot_weight, "what it costs to join items that belong apart", 0.0);
  option("penalties", o.penalties,
         "a broken link costs its weight scaled by the items' distance, or just its weight", penalties_names);
}

struct PccSphericalResult : Clustering {
  Matrix directions = {};  ///< clusters x features, of length 1
  LinkReport links = {};   ///< kept and broken
};

PccSphericalResult pcc_spherical(const Rows& items, const Knowledge& knowledge,
                                 const PccSphericalOptions& options = {}, const Run& run = {});

/// From given first directions (clusters x features, any length but 0), once.
PccSphericalResult pcc_spherical_from(const Rows& items, const Knowledge& knowledge, const Matrix& directions,
                                      const PccSphericalOptions& options = {}, const Run& run = {});

/// Each item to the nearest direction; the objective is J without links.
Placement place_by_pcc_spherical(const Rows& items, const Matrix& directions, const Run& run = {});

}  // namespace bellwether
