#pragma once
// Transformation-based clustering with supervision, for Gaussian mixtures: a metric in which known classes
// are round and apart, for the clusters that are still to be found.
//   S. Gopal, Y. Yang. Transformation-based probabilistic clustering with supervision. UAI 2014.
//
//   min_{A >= 0}  F(A) = gamma lambda(A) + sum_i [ 1/2 d_it' A d_it + log sum_k exp(-1/2 d_ik' A d_ik) ]
//
// with d_ik = x_i - m_k, m_k the mean of class k and t the class of item i: how probable the known classes
// are under a mixture of round Gaussians, all alike, of the items mapped by A^1/2. It is convex. The gradient
// as printed lacks a factor 1/2 (tcs/problem.h), and the steps (tcs/minimise.h) stop when a duality gap, not
// a small step, says that F is within `tolerance` of the least possible.
//
// The loss sees A only through A m_k. On the directions that no class mean points to, at least all but K - 1,
// the regulariser alone sets A: `identity` keeps the weight tau there, so that its result depends on the unit
// of the items (bring features to [0, 1], or choose tau), and `l2` and `nuclear` give them none.

#include <optional>
#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>
#include <bellwether/transforms/tcs/regulariser.h>
#include <bellwether/transforms/tuning.h>

namespace bellwether {

struct TcsGmOptions {
  Regulariser regulariser = Regulariser::identity;
  std::optional<double> gamma = {};
  std::optional<double> tau = 1.0;
  TcsForm form = TcsForm::full;
  int rank = 0;  ///< 0: any, and convex; else A = L'L with so many rows of L, from one start
  int iterations = 2000;
  double tolerance = 1e-8;
  int splits = 4;                 ///< of the known classes, to choose gamma and tau by
  int restarts = 5;               ///< of the mixture on classes that are held out
  std::uint64_t random_seed = 0;  ///< for both
};

void describe(TcsGmOptions& o, auto&& option) {
  option("regulariser", o.regulariser, "what the metric is pulled towards", regulariser_names);
  option("gamma", o.gamma, "weight of the regulariser against the sum over all items", 1e-300);
  option("tau", o.tau, "weight of distances as they are, for identity and l1", 0.0);
  option("form", o.form, "a map that mixes features, or weights of features", tcs_form_names);
  option("rank", o.rank, "dimensions of the map; 0 leaves them all", 0);
  option("iterations", o.iterations, "give up after this many steps", 1);
  option("tolerance", o.tolerance, "stop when the objective is within this share of the best possible",
         1e-12);
  option("splits", o.splits, "how often known classes are held out to choose gamma and tau", 1);
  option("restarts", o.restarts, "searches for the classes held out", 1);
  option("random_seed", o.random_seed, "where the random draws start");
}

struct TcsGmResult {
  LinearMap map =
      {};  ///< A^1/2, symmetric, so that dimension j is still mostly feature j; its diagonal; or L'
  Matrix metric = {};        ///< A, features x features; diagonal: one row of weights
  Objective objective = {};  ///< F(A)
  double loss = 0;           ///< without the regulariser
  double gap = 0;            ///< F(A) is within this share of the least possible, of whatever rank
  double gamma = 0;          ///< as given, or chosen
  double tau = 0;
  TuningCurve curve = {};  ///< of gamma and tau, where they were left to the method (tcs/tune.h)
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
};

/// `labels`: as in classes.h; items to be clustered take no part. Throws InvalidInput if nothing is labelled,
/// or if nothing would be left of the items: one class, or classes with one mean, under l2 or nuclear. If
/// workers hold the items (run.workers), all have classes, which are their seeds, and gamma and tau must be
/// given.
TcsGmResult tcs_gm(const Rows& items, std::span<const int> labels, const TcsGmOptions& options = {},
                   const Run& run = {});

}  // namespace bellwether
