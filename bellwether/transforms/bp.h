#pragma once
// BP: known classes teach the shape that all clusters share, and new items are clustered with that shape.
//   The Bayesian baseline of S. Gopal, Y. Yang. Transformation-based probabilistic clustering with
//   supervision. UAI 2014, section 4.1; items of known class are held as in S. Basu, A. Banerjee, R. Mooney,
//   ICML 2002.
//
// A mixture of Gaussians with one full covariance Sigma for all and means that are drawn from N(m, C). Known
// items are in their classes, y_i in 1 .. K; the others only in `clusters` new components, K+1 .. K+clusters,
// with weights w. EM finds the means, Sigma and w that maximise the log posterior
//
//   F = sum_{i known} log N(x_i | mu_{y_i}, Sigma)  +  sum_{i new} log sum_c w_c N(x_i | mu_{K+c}, Sigma)
//     + sum_k log N(mu_k | m, C)  -  N/2 trace(R Sigma^-1)
//
// m is the mean and C = S + R the covariance of all items that take part, and they stay fixed: estimated from
// the means they would let F grow without bound, as means collapse. R = ridge diag(S) keeps every direction
// from vanishing, P > N included. The paper prints no formula; this is the model of its words with those two
// fixed.
//
//   E: r_ic = P(component c | x_i) for new items
//   M: mu_k = m + (n_k Sigma^-1 + C^-1)^-1 n_k Sigma^-1 (mean of k - m),   w_c = n_c / number of new items,
//   then
//      Sigma = sum_ik r_ik (x_i - mu_k)(x_i - mu_k)' / N + R
//
// The map is Sigma^-1/2: distances in its space are those of Mahalanobis, so that a mixture with one variance
// (gm) clusters there as this model does here.

#include <cstdint>
#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>

namespace bellwether {

struct BpOptions {
  int clusters = 0;  ///< that the unlabelled items form; 0: they take no part
  double ridge = 1e-3;
  bool equal_weights = false;
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(BpOptions& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters the new items form; 0: learn from known ones alone", 0);
  option("ridge", o.ridge, "least variance around means, as a share of that of all items", 1e-9, 1);
  option("equal_weights", o.equal_weights, "keep every new cluster's mixing weight at 1 / clusters");
  option("restarts", o.restarts, "searches from different starts; the best is kept", 1);
  option("iterations", o.iterations, "give up after this many rounds", 1);
  option("tolerance", o.tolerance, "smallest relative gain worth another round", 0.0);
  option("random_seed", o.random_seed, "where the random draws start", 0);
}

/// Labels and probabilities are those of the unlabelled items, in their order; none if `clusters` is 0.
struct BpResult : Clustering {
  LinearMap map = {};               ///< Sigma^-1/2; no weight for a feature in which all items are equal
  Eigen::MatrixXd covariance = {};  ///< Sigma
  Matrix means = {};                ///< the known classes first, in the order of their numbers
  Vector weights = {};              ///< of the new clusters
};

/// `labels` holds a class for each item, or `unlabelled`. Throws InvalidInput if no item is labelled, if all
/// are equal, or if there are too few unlabelled ones for the clusters, with the way out.
BpResult bp(const Rows& items, std::span<const int> labels, const BpOptions& options = {},
            const Run& run = {});

}  // namespace bellwether
