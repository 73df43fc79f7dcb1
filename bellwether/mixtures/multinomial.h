#pragma once
// A mixture of multinomials: every cluster is a distribution over features, from which the counts of its
// items are drawn.
//   K. Nigam, A. McCallum, S. Thrun, T. Mitchell. Text classification from labeled and unlabeled documents
//   using EM. Machine Learning 39, 2000.
//
// Maximises  L = sum_i log sum_k w_k prod_p theta_kp^x_ip + s sum_kp log(P theta_kp)  by EM: the likelihood
// (without the factors that do not depend on the model) and a Dirichlet prior that gives every feature s more
// counts in each cluster. The paper smooths the weights, too; here they are those of gm and vm, so that a
// cluster that no item wants ends with the weight 0 and is reported.

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

struct MultinomialOptions {
  int clusters = 2;
  Start start = Start::plus_plus;  ///< by the items' directions
  double smoothing = 1;            ///< s; 1 is Laplace's rule, as in the paper
  bool equal_weights = false;
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(MultinomialOptions& o, auto&& option) {
  describe_search(o, option);
  option("smoothing", o.smoothing, "counts that every feature has in every cluster beforehand", 1e-6);
  option("equal_weights", o.equal_weights, "keep every cluster's mixing weight at 1 / clusters");
}

struct MultinomialModel {
  Matrix profiles = {};  ///< theta: clusters x features; every row sums to 1, no value is 0
  Vector weights = {};   ///< sum to 1; 0: no item wants the cluster
  double smoothing = 0;  ///< s
};

struct MultinomialResult : Clustering {
  MultinomialModel model = {};
};

/// Counts: no value below 0, and no item without any. With seeds: the seeded form, or the constrained one if
/// they are held: L then has log w_z prod_p theta_zp^x_ip for an item of known cluster z.
MultinomialResult multinomial(const Rows& items, const MultinomialOptions& options = {}, const Run& run = {},
                              const Seeds& seeds = {});

/// From given first profiles (clusters x features, of any sum but 0), once.
MultinomialResult multinomial_from(const Rows& items, const Matrix& profiles,
                                   const MultinomialOptions& options = {}, const Run& run = {},
                                   const Seeds& seeds = {});

Placement place_by_multinomial(const Rows& items, const MultinomialModel& model, const Run& run = {});

}  // namespace bellwether
