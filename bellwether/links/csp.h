#pragma once
// CSP: flexible constrained spectral clustering.
//   X. Wang, I. Davidson. Flexible constrained spectral clustering. KDD 2010.
//
// The items are a graph (neighbour_graph.h) with weights W and degrees D, vol their sum. A cut in two, u of
// -1 and 1, costs u' (D - W) u; how well it keeps what is known is u' Q u, with Q_ij 1 where i and j belong
// together, -1 where apart, 1 on the diagonal of items in any such pair. With v = D^1/2 u relaxed to numbers,
//
//   min v' Lbar v   such that   v' Qbar v >= beta,  ||v||^2 = vol,  v not constant on the graph
//
//   Lbar = I - D^-1/2 W D^-1/2,  Qbar = D^-1/2 Q D^-1/2,   solved by  Lbar v = lambda (Qbar - beta/vol I) v
//
// with lambda > 0. Of the solutions with the smallest lambda, the clusters - 1 cheapest, each weighted by
// 1 - v' Lbar v / vol, place the items; k-means on the rows of D^-1/2 V finds the clusters. What is known is
// soft: it shapes the cut and may be broken. If fewer than clusters - 1 solutions have a positive lambda, the
// cheapest cuts of the graph without constraints serve as the others. With nothing known this is normalised
// spectral clustering.
//
// A cut in two that keeps all that is known has u'Qu = sum |Q_ij|: the option `beta` is a share of that, and
// where it is more than vol times the largest eigenvalue of Qbar, which no v reaches, beta is just below.
// (A share of the limit itself would not do. With few links it is far out of a cut's reach: the best v has
// its whole length at two linked items. Two rings of 300 items, 20 links, mean of five draws: adjusted Rand
// index 0.00 with half of the limit, 0.81 as it is; but 1.00 with no links at all. A few links can make a cut
// worse.)
//
// There is no model for new items: a cut is of these items.

#include <bellwether/engine/clustering.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

/// As many took 69 s of one core in the worst case measured (a single cloud of 64 features) and 240 MB;
/// 20,000 of the same kind were not done in six minutes on a busy machine.
inline constexpr Index most_csp_items = 15000;

struct CspOptions {
  int clusters = 2;
  Start start = Start::plus_plus;  ///< of k-means on the cuts, as all below
  int neighbours = 10;             ///< that each item has edges to
  double beta = 0.5;               ///< a share: see above
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(CspOptions& o, auto&& option) {
  describe_search(o, option);
  option("neighbours", o.neighbours, "how many nearest items each is connected to", 1);
  option("beta", o.beta, "how much of what is known a cut has to keep, as a share of all", 0.001, 1.0);
}

struct CspResult : Clustering {
  Matrix cuts = {};          ///< items x (clusters - 1): the vectors v, each with ||v||^2 = vol
  Vector costs = {};         ///< v' Lbar v / vol of each; the objective is their sum
  Matrix places = {};        ///< items x (clusters - 1): rows of D^-1/2 V, weighted, in which k-means looks
  int constrained_cuts = 0;  ///< how many of them keep constraints; the others are of the graph alone
  double beta = 0;           ///< itself, not the share; 0 if nothing is known
  LinkReport links = {};     ///< kept and broken
};

CspResult csp(const Rows& items, const Knowledge& knowledge, const CspOptions& options = {},
              const Run& run = {});

}  // namespace bellwether
