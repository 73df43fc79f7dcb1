#pragma once
// sIB, the sequential information bottleneck: items are taken out of their cluster one at a time and put
// where the least information about the features is lost.
//   N. Slonim, N. Friedman, N. Tishby. Unsupervised document classification using sequential information
//   maximization. SIGIR 2002.
//   D. Karakos, J. Eisner, S. Khudanpur, C. Priebe. Cross-instance tuning of unsupervised document clustering
//   algorithms. HLT-NAACL 2007 (order alpha).
//
// Every item is a distribution P(w|d), its counts divided by their sum, and all items weigh the same. Putting
// d into C costs  (|C| + 1) I(X; {d, C}),  the information between features and the two, weighted by what
// they are together. With Shannon's information and with the Jensen-Renyi divergence the information kept,
// I(X;Z), rises by exactly what the move saves, so it never falls. Csiszar's has no chain rule: there the
// best partition seen is kept, and the trace ends with it.
//
// What is known of the items is obeyed: seeds stay in their clusters (as in S. Basu, A. Banerjee, R. Mooney.
// Semi-supervised clustering by seeding. ICML 2002), items that must be together move as one, at the cost
// (|C| + w) I(X; {g, C}) of w items, and no move brings items together that must be apart or takes a cluster
// out of the bounds on its size.

#include <bellwether/bottleneck/information.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/run.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/links/size_bounds.h>
#include <bellwether/mixtures/placement.h>

namespace bellwether {

struct SibOptions {
  int clusters = 2;
  Information information = Information::csiszar;  ///< of order 1 all are Shannon's
  double alpha = 1;
  int restarts = 10;
  int iterations = 100;      ///< passes over the items
  double tolerance = 0.001;  ///< settled: no more than this share of the items moved in a pass
  std::uint64_t random_seed = 0;
  std::int64_t min_size = 0;  ///< items that each cluster has at least
  std::int64_t max_size = 0;  ///< and at most; 0: any number
};

void describe(SibOptions& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters to find", 1);
  option("information", o.information, "what is kept as much as can be; shannon needs alpha 1",
         information_names);
  option("alpha", o.alpha, "order of the information: the smaller, the less it is misled by sparse counts",
         0.01, 1);
  option("restarts", o.restarts, "searches from different starts; the best is kept", 1);
  option("iterations", o.iterations, "give up after this many passes over the items", 1);
  option("tolerance", o.tolerance, "settled if no larger share of the items moved in a pass", 0);
  option("random_seed", o.random_seed, "where the random draws start");
  describe_sizes(o, option);
}

struct SibClustering : Clustering {
  Matrix sums = {};  ///< of each cluster: the sum of its items' distributions; clusters x features
};

/// Counts: no value below 0, and no item without any. No cluster is ever emptied.
SibClustering sib(const Rows& items, const SibOptions& options = {}, const Run& run = {});

/// From given clusters of the items, once.
SibClustering sib_from(const Rows& items, std::span<const int> start, const SibOptions& options = {},
                       const Run& run = {});

/// The same with seeds, which are held, and links, none of which is broken. Throws InvalidInput if that
/// cannot be, with what proves it, or if no clusters to begin from were found.
SibClustering constrained_sib(const Rows& items, const Knowledge& knowledge, const SibOptions& options = {},
                              const Run& run = {});

/// From the clusters next to these that obey, once.
SibClustering constrained_sib_from(const Rows& items, const Knowledge& knowledge, std::span<const int> start,
                                   const SibOptions& options = {}, const Run& run = {});

/// Puts new items where they cost the least, as a move does; the clusters stay as they are. Its objective is
/// the information that these items keep.
Placement place_by_information(const Rows& items, const Matrix& sums, std::span<const double> sizes,
                               Information information, double alpha, const Run& run = {});

}  // namespace bellwether
