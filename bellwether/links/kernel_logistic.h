#pragma once
// Logistic regression on kernels: borders of any shape between clusters, learned from the seeds and from what
// k-means with held seeds makes of the other items, as far as both agree.
//
// Maximises  J = sum_i w_i log p(z_i | x_i) - lambda / 2 sum_k ||f_k||^2
//   where  p(k | x) = exp(f_k(x) + b_k) / sum_l exp(f_l(x) + b_l),   f_k(x) = sum_l a_kl k(x, l)
//
// with kernels k between items and landmarks (kernel_features.h) and ||f_k||^2 = a_k K a_k'. The examples i
// are, first, the seeds, and items of clusters without a seed. Then also items that the last model puts where
// k-means does; they weigh `others` each. So either of two ways to see the items corrects the other.
//   A. Blum, T. Mitchell. Combining labeled and unlabeled data with co-training. COLT 1998.
//
// Seeds stay in their clusters. If there is none, the clusters are those of k-means, and every item is an
// example: the model then places new items (nearly) as k-means would.

#include <bellwether/engine/clustering.h>
#include <bellwether/links/kernel_features.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

struct KernelLogisticOptions {
  int clusters = 2;
  int landmarks = 150;
  double width = 1;
  double penalty = 0.005;
  double others = 0.2;
  int rounds = 2;
  int examples = 200;
  Start start = Start::plus_plus;
  int restarts = 10;
  int iterations = 100;
  double tolerance = 1e-3;
  std::uint64_t random_seed = 0;
};

void describe(KernelLogisticOptions& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters to find", 1);
  option("landmarks", o.landmarks, "items that others are compared with: more make finer borders", 1);
  option("width", o.width,
         "of the kernel, as a multiple of the median squared distance between landmarks: less makes borders "
         "more winding",
         1e-6);
  option("penalty", o.penalty, "weight of the squared length of each cluster's function", 1e-9);
  option("others", o.others,
         "what an item weighs that model and k-means put into the same cluster; a seed weighs 1", 0.0);
  option("rounds", o.rounds, "how often what both agree on is learned from", 0);
  option("examples", o.examples, "at most so many items of a cluster are learned from beside its seeds", 1);
  option("start", o.start, "where the means of clusters without a seed begin", start_names);
  option("restarts", o.restarts, "searches for clusters without a seed; the best is kept", 1);
  option("iterations", o.iterations, "give up after this many rounds of each fit", 1);
  option("tolerance", o.tolerance, "stop when the gradient, for each unit of weight, is no longer than this",
         0.0);
  option("random_seed", o.random_seed, "where the random draws start", 0);
}

struct KernelLogisticModel {
  Kernel kernel = {};
  Matrix coefficients = {};  ///< a, clusters x landmarks
  Vector intercepts = {};    ///< b
  double penalty = 1;        ///< lambda
};

struct KernelLogisticResult : Clustering {
  KernelLogisticModel model = {};
};

/// `seeds` has a cluster for each item, or `unlabelled`; empty: nothing is known.
KernelLogisticResult kernel_logistic(const Rows& items, std::span<const int> seeds,
                                     const KernelLogisticOptions& options = {}, const Run& run = {});

/// Each item in its most probable cluster; J as if all items were examples.
Placement place_by_kernel_logistic(const Rows& items, const KernelLogisticModel& model, const Run& run = {});

}  // namespace bellwether
