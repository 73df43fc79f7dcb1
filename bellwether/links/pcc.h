#pragma once
// PCC: clustering with pairwise links and a learned metric (MPCK-means).
//   M. Bilenko, S. Basu, R. Mooney. Integrating constraints and metric learning in semi-supervised
//   clustering. ICML 2004. With no metric it is PCK-means: S. Basu, A. Banerjee, R. Mooney. Active
//   semi-supervision for pairwise constrained clustering. SDM 2004.
//
// Minimises over labels z, means mu and metrics A
//
//   J = sum_i ( ||x_i - mu_{z_i}||^2_{A_{z_i}} - log det A_{z_i} )
//     + sum over must-links (i, j) with z_i != z_j  of  must_weight  w_ij  f_M(i, j)
//     + sum over cannot-links (i, j) with z_i = z_j  of  cannot_weight  w_ij  f_C(i, j)
//
//   f_M = 1/2 ||x_i - x_j||^2_{A_{z_i}} + 1/2 ||x_i - x_j||^2_{A_{z_j}}     far items apart: a bad metric
//   f_C = ||x' - x''||^2_{A_h} - ||x_i - x_j||^2_{A_h},  h = z_i            near items together: likewise
//
// with x', x'' the two items farthest apart under A_h, and w_ij the weight of the link, 1 if it has none.
// Links are soft: each may be broken at its price, so links may be wrong or contradict each other; a link
// counts once, with the largest of its weights, however often it is given. Seeds are held.
//
// A round assigns items one by one until none of them gains by moving (iterated conditional modes), then sets
// mu_h to the mean of the cluster and
//
//   A_h^-1 = 1/n_h ( sum (x - mu)(x - mu)' + must_weight/2 sum of w d d' over broken must-links that touch h
//                    + cannot_weight sum of w ((x' - x'')(x' - x'')' - d d') over broken cannot-links in h ),
//
// d = x_i - x_j, which minimises J; a shared metric has the sum over all clusters. Where that is not positive
// definite, or a cluster has no spread in some direction, eigenvalues of A^-1 below `least_variance` are
// raised to it: the minimum of J among metrics that are no larger. J never rises within a round. Between
// rounds the farthest pair is found anew, and with broken cannot-links J may jump there.

#include <bellwether/engine/clustering.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/links/metric.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

enum class Penalties { scaled, constant };
inline const Choices<Penalties> penalties_names{{"scaled", Penalties::scaled},
                                                {"constant", Penalties::constant}};

struct PccOptions {
  int clusters = 2;
  Start start = Start::plus_plus;  ///< matters to clusters that neither seeds nor must-links start
  Metric metric = Metric::diagonal;
  MetricScope scope = MetricScope::own;
  double must_weight = 1;
  double cannot_weight = 1;
  Penalties penalties = Penalties::scaled;
  double least_variance = 1e-6;  ///< of a cluster in any direction, as a share of the features' mean variance
  int restarts = 10;  ///< half of them begin at groups of must-links as in the paper, half at items
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(PccOptions& o, auto&& option) {
  describe_search(o, option);
  option("metric", o.metric, "what is learned: nothing, a weight for each feature, or a matrix",
         metric_names);
  option("scope", o.scope, "a metric for each cluster, or one shared by all", metric_scope_names);
  option("must_weight", o.must_weight, "what it costs to part items that belong together", 0.0);
  option("cannot_weight", o.cannot_weight, "what it costs to join items that belong apart", 0.0);
  option("penalties", o.penalties,
         "a broken link costs its weight scaled by the items' distance, or just its weight", penalties_names);
  option("least_variance", o.least_variance,
         "least variance of a cluster that a metric may assume, as a share of the mean variance", 1e-12, 1.0);
}

/// What places new items.
struct PccModel {
  Matrix means = {};  ///< clusters x features
  Matrix weights =
      {};  ///< the diagonals of A: clusters x features, or one row for all; empty with a full metric
  Matrix matrices = {};  ///< A, features x features, one below the other or one for all; else empty
};

struct PccResult : Clustering {
  PccModel model = {};
  LinkReport links = {};  ///< kept and broken
};

/// A full metric is for at most 2000 features, and clusters x features^2 at most 4 million if each cluster
/// has its own; it makes sparse items dense. The other metrics take sparse items as they are.
PccResult pcc(const Rows& items, const Knowledge& knowledge, const PccOptions& options = {},
              const Run& run = {});

/// From given first means (clusters x features), once.
PccResult pcc_from(const Rows& items, const Knowledge& knowledge, const Matrix& means,
                   const PccOptions& options = {}, const Run& run = {});

/// Each item to the cluster with the least ||x - mu_h||^2_{A_h} - log det A_h.
Placement place_by_pcc(const Rows& items, const PccModel& model, const Run& run = {});

}  // namespace bellwether
