#pragma once
// GM: a mixture of Gaussians with own means and mixing weights, and one common variance or covariances.
//   A. Dempster, N. Laird, D. Rubin. Maximum likelihood from incomplete data via the EM algorithm.
//   J. Royal Statistical Society B 39, 1977. The clusterer of the TCS paper (2014).
//
// Maximises  L = sum_i log sum_k w_k N(x_i | mu_k, Sigma_k)  by EM, with Sigma_k = sigma^2 I unless other
// covariances are asked for (gm_shaped.h).

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/covariance.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

struct GmOptions {
  int clusters = 2;
  Start start = Start::plus_plus;
  Covariance covariance = Covariance::common;  ///< common: sigma^2 I, one for all clusters
  double regularise = 0.1;                     ///< c; not of a common variance, which needs none
  bool equal_weights = false;
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(GmOptions& o, auto&& option) {
  describe_search(o, option);
  option("covariance", o.covariance,
         "what covariances may be: one width for all clusters (common) or for each (round), one for each "
         "feature "
         "(diagonal), a matrix for each (full), or one for all (shared)",
         covariance_names);
  option("regularise", o.regularise,
         "pull of each covariance to the variances of all items, as so many items more; common needs none",
         0.0);
  option("equal_weights", o.equal_weights, "keep every cluster's mixing weight at 1 / clusters");
}

struct GmModel {
  Matrix means = {};    ///< clusters x features
  Vector weights = {};  ///< sum to 1; 0: no item wants the cluster
  double variance = 1;  ///< of each feature around its cluster's mean; 0: see covariances
  Covariance covariance = Covariance::common;
  /// round: clusters x 1; diagonal: clusters x features; full: a matrix for each cluster, one under the
  /// other; shared: one matrix.
  Matrix covariances = {};
};

struct GmResult : Clustering {
  GmModel model = {};
};

/// With seeds: the seeded form, or the constrained one if they are held: L then has log w_z f(x | z) for an
/// item of known cluster z. The figures have "bic".
GmResult gm(const Rows& items, const GmOptions& options = {}, const Run& run = {}, const Seeds& seeds = {});

/// From given first means (clusters x features), once.
GmResult gm_from(const Rows& items, const Matrix& means, const GmOptions& options = {}, const Run& run = {},
                 const Seeds& seeds = {});

Placement place_by_gm(const Rows& items, const GmModel& model, const Run& run = {});

/// r_ik = P(cluster k | x_i): items x clusters. The results above keep only the largest of each row.
Matrix gm_memberships(const Rows& items, const GmModel& model);

}  // namespace bellwether
