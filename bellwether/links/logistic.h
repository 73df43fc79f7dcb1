#pragma once
// Logistic regression on the seeds, which then says of every other item where it belongs.
//
// Maximises  J = sum_i w_i log p(z_i | x_i) - lambda / 2 ||A||^2  over the coefficients A of
// logistic_regression.h. The centre is the items' mean, and the unit of length their root mean squared
// distance from it, so that lambda means the same whatever items are measured in. The examples i are
//
//   seeds; if they are balanced, all clusters' weigh the same, T = seeds / seeded clusters;
//   other items, in the clusters that k-means with held seeds finds: those of a cluster without a seed weigh
//   T together, those of a seeded one `others` times T. So clusters without a seed are found, and few seeds
//   do not have to say everything. Where k-means is wrong about held-out seeds, `others` is 0.
//
// Seeds stay in their clusters. If there is none, the clusters are those of k-means, and every item is an
// example of its own: the model then places new items (nearly) as k-means would.

#include <optional>

#include <bellwether/engine/clustering.h>
#include <bellwether/links/logistic_regression.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

struct LogisticOptions {
  int clusters = 2;
  std::optional<double> penalty = {};  ///< lambda; none: by folds of the seeds
  std::optional<double> others = {};   ///< likewise
  bool balanced = true;
  Start start = Start::plus_plus;
  int restarts = 10;
  int iterations = 1000;
  double tolerance = 1e-5;
  std::uint64_t random_seed = 0;
};

void describe(LogisticOptions& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters to find", 1);
  option("penalty", o.penalty,
         "weight of the squared coefficients, of items scaled to mean squared distance 1 from their mean; "
         "auto: the one that predicts seeds best from other seeds",
         1e-9);
  option(
      "others", o.others,
      "what a cluster's items without a seed weigh, as k-means sees them, for each unit that its seeds do; "
      "auto: half, or nothing if that predicts seeds better from other seeds",
      0.0);
  option("balanced", o.balanced, "seeded clusters weigh the same, however many seeds each has");
  option("start", o.start, "where the means of clusters without a seed begin", start_names);
  option("restarts", o.restarts, "searches for clusters without a seed; the best is kept", 1);
  option("iterations", o.iterations, "give up after this many rounds", 1);
  option("tolerance", o.tolerance, "stop when the gradient, for each unit of weight, is no longer than this",
         0.0);
  option("random_seed", o.random_seed, "where the random draws start", 0);
}

struct LogisticResult : Clustering {
  LogisticModel model = {};
};

/// `seeds` has a cluster for each item, or `unlabelled`; empty: nothing is known.
LogisticResult logistic(const Rows& items, std::span<const int> seeds, const LogisticOptions& options = {},
                        const Run& run = {});

/// Each item in its most probable cluster; J as if all items were examples.
Placement place_by_logistic(const Rows& items, const LogisticModel& model, const Run& run = {});

}  // namespace bellwether
