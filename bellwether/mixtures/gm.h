#pragma once
// GM: a mixture of spherical Gaussians with own means, one shared variance and mixing weights.
//   A. Dempster, N. Laird, D. Rubin. Maximum likelihood from incomplete data via the EM algorithm.
//   J. Royal Statistical Society B 39, 1977. The clusterer of the TCS paper (2014).
//
// Maximises  L = sum_i log sum_k w_k N(x_i | mu_k, sigma^2 I)  by EM.

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

struct GmOptions {
  int clusters = 2;
  Start start = Start::plus_plus;
  bool equal_weights = false;
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(GmOptions& o, auto&& option) {
  describe_search(o, option);
  option("equal_weights", o.equal_weights, "keep every cluster's mixing weight at 1 / clusters");
}

struct GmModel {
  Matrix means = {};    ///< clusters x features
  Vector weights = {};  ///< sum to 1; 0: no item wants the cluster
  double variance = 1;  ///< of each feature around its cluster's mean
};

struct GmResult : Clustering {
  GmModel model = {};
};

/// With seeds: the seeded form, or the constrained one if they are held: L then has log w_z f(x | z) for an
/// item of known cluster z.
GmResult gm(const Rows& items, const GmOptions& options = {}, const Run& run = {}, const Seeds& seeds = {});

/// From given first means (clusters x features), once.
GmResult gm_from(const Rows& items, const Matrix& means, const GmOptions& options = {}, const Run& run = {},
                 const Seeds& seeds = {});

Placement place_by_gm(const Rows& items, const GmModel& model, const Run& run = {});

/// r_ik = P(cluster k | x_i): items x clusters. The results above keep only the largest of each row.
Matrix gm_memberships(const Rows& items, const GmModel& model);

}  // namespace bellwether
