#pragma once
// IDT, iterative denoising trees: a node's items are projected to few dimensions that fit them, split in two
// so that the projected features tell the most about the halves, and the node whose split raises the
// information most is grown first, until there are as many leaves as clusters are asked for.
//   C. Priebe, D. Marchette, D. Healy. Integrated sensing and processing decision trees. IEEE PAMI 26, 2004.
//   D. Karakos, S. Khudanpur, J. Eisner, C. Priebe. Iterative denoising using Jensen-Renyi divergences with
//   an application to unsupervised document categorization. ICASSP 2007.
//
// The papers leave much open; what is a reconstruction here is said in docs/methods/idt.md.

#include <bellwether/bottleneck/information.h>
#include <bellwether/bottleneck/tree.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/weights.h>
#include <bellwether/mixtures/placement.h>

namespace bellwether {

struct IdtOptions {
  int clusters = 2;
  Information information = Information::jensen_renyi;  ///< of order 1 all are Shannon's
  double alpha = 1;
  Weighting weights = Weighting::okapi;  ///< of the items that are projected
  int dimensions = 0;                    ///< of the projections; 0: by the profile likelihood at each node
  double smoothing = 0.1;                ///< the share of all items' words that naive Bayes mixes into each
  int restarts = 1;                      ///< random starts of each split beside those from the projection
  int iterations = 100;                  ///< rounds of each split
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(IdtOptions& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters to find: the leaves of the tree", 1);
  option("information", o.information, "what a split keeps as much as can be; shannon needs alpha 1",
         information_names);
  option("alpha", o.alpha, "order of the information: the lower, the less it is misled by sparse counts",
         0.01, 1);
  option("weights", o.weights, "what counts are turned into before they are projected", weighting_names);
  option("dimensions", o.dimensions, "of the projection at each node; 0: as many as stand out there", 0);
  option("smoothing", o.smoothing, "share of all words that naive Bayes mixes into each cluster", 0, 0.99);
  option("restarts", o.restarts, "random starts of each split, beside those that the projection gives", 1);
  option("iterations", o.iterations, "give up after this many rounds of a split", 1);
  option("tolerance", o.tolerance, "smallest relative gain worth another round", 0);
  option("random_seed", o.random_seed, "where the random draws start");
}

struct IdtClustering : Clustering {
  Tree tree = {};
  Matrix sums = {};  ///< of each cluster: the sum of its items' distributions; clusters x features
};

/// Counts: no value below 0, and no item without any. The objective is the information that the leaves keep
/// about the features as they were given.
IdtClustering idt(const Rows& items, const IdtOptions& options = {}, const Run& run = {});

/// Puts new items into leaves by naive Bayes.
Placement place_by_leaves(const Rows& items, const Matrix& sums, double smoothing, Information information,
                          double alpha, const Run& run = {});

}  // namespace bellwether
