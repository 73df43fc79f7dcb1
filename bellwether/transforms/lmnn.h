#pragma once
// LMNN: a map under which the nearest neighbours of an item are of its own class.
//   K. Weinberger, L. Saul. Distance metric learning for large margin nearest neighbor classification.
//   J. Machine Learning Research 10, 2009.
//
// Every item i has targets j ~> i: its nearest others of the same class in the input space, found once. The
// map L is to bring them near, and to keep items l of other classes (impostors) out of their circles, by a
// margin of 1:
//
//   eps(L) = (1 - mu) sum_{i, j ~> i} |L (x_i - x_j)|^2
//            + mu sum_{i, j ~> i} sum_{l: y_l != y_i} [ 1 + |L (x_i - x_j)|^2 - |L (x_i - x_l)|^2 ]_+
//
// Plain sums, divided by nothing. eps is convex in A = L'L; L of full size has, as far as anybody has seen,
// no other minima than the best, so that L itself is sought, by L-BFGS: no projections onto the cone, and a
// map of lower rank at no extra cost. (Of lower rank there are local minima.)
//
// What makes it fast: the time of a step does not grow with the number of triplets (lmnn/loss.h), most steps
// look at few pairs and are exact nevertheless (lmnn/impostors.h), and the search takes place in coordinates
// in which the differences between items and targets vary alike in every direction, where it also begins:
// neither units nor correlations of features slow it down.

#include <cstdint>
#include <optional>
#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>

namespace bellwether {

struct LmnnOptions {
  int neighbours = 3;                ///< targets of each item; a class of n items has n - 1 to offer
  std::optional<double> push = 0.5;  ///< mu; none: by the neighbours of items held back (lmnn/push.h)
  int rank = 0;                      ///< dimensions of the new space; 0: as many as features
  int iterations = 200;
  double tolerance = 1e-5;
};

void describe(LmnnOptions& o, auto&& option) {
  option("neighbours", o.neighbours, "how many items of its class each item is to have near", 1);
  option("push", o.push, "weight of keeping others away; the rest is that of the neighbours", 0.001, 0.999);
  option("rank", o.rank, "dimensions of the new space; 0: as many as features", 0);
  option("iterations", o.iterations, "give up after this many steps", 1);
  option("tolerance", o.tolerance, "stop when five steps together gain less than this share", 0.0);
}

struct LmnnResult {
  /// Full: the symmetric root of A. With a rank: its leading directions, the longest first. A direction in
  /// which no known item differs from another has no weight.
  LinearMap map = {};
  Objective objective =
      {};  ///< eps; the trace has its value at the start and after each step, and never rises
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
  double push = 0;          ///< as given, or chosen
  std::int64_t pairs = 0;   ///< of an item and a target
  std::int64_t active = 0;  ///< triplets (i, j, l) whose margin the map does not keep
};

/// `labels` holds a class for each item, or `unlabelled`: such items are left out. Throws InvalidInput if
/// there are less than two classes or no class of two items, with the way out.
LmnnResult lmnn(const Rows& items, std::span<const int> labels, const LmnnOptions& options = {},
                const Run& run = {});

}  // namespace bellwether
