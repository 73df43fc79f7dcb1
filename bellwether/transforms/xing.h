#pragma once
// A metric in which similar items are near each other and dissimilar ones are not.
//   E. Xing, A. Ng, M. Jordan, S. Russell. Distance metric learning, with application to clustering with
//   side-information. NIPS 2002.
//
//   min_{A >= 0}  sum_S |d|_A^2   such that  sum_D |d|_A >= 1,     |d|_A^2 = d' A d
//
// over pairs S of similar and D of dissimilar items, with differences d. The two sums are of degree 1 and 1/2
// in A, so up to the scale of A this is the convex
//
//   min_{A >= 0}  sum_S |d|_A^2 - log sum_D |d|_A,     where sum_S |d|_A^2 = 1/2 at the optimum,
//
// which has no constraint but the cone and needs no alternating projections. With M = sum_S d d' and
// B = M^1/2 A M^1/2 the first sum is the trace of B, which makes the problem well conditioned whatever the
// units of the features are. With G = sum_D e e' / |e|_B / (2 sum_D |e|_B), e = M^-1/2 d, the gradient is I -
// G, and by convexity no metric has an objective below (1 - `gap`) of the one that is reported, where gap =
// largest eigenvalue of G - 1 once trace B = 1/2. Both forms stop when the gap is below `tolerance`.
//
// A direction in which similar items hardly differ could be stretched without end. With every feature divided
// by the root mean square of its differences, directions in which the similar pairs vary by less than `ridge`
// of the mean direction count as varying by that. 0.001 is well below what classes that are worth finding
// have, and keeps a handful of pairs in many dimensions from choosing directions just because no pair
// measured them.

#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>
#include <bellwether/transforms/pairs.h>

namespace bellwether {

enum class XingForm {
  diagonal,  ///< a weight for each feature: few pairs suffice, any number of features
  full,      ///< any symmetric A: features may be mixed; up to 2000 of them
};
inline const Choices<XingForm> xing_form_names{{"diagonal", XingForm::diagonal}, {"full", XingForm::full}};

struct XingOptions {
  XingForm form = XingForm::diagonal;
  int iterations = 2000;
  double tolerance = 1e-7;
  double ridge = 1e-3;
  int pairs = 1000;               ///< pairs_from_labels() is to draw; nothing else looks at it
  std::uint64_t random_seed = 0;  ///< for the same
};

void describe(XingOptions& o, auto&& option) {
  option("form", o.form, "weights of features, or a map that mixes them", xing_form_names);
  option("iterations", o.iterations, "give up after this many steps", 1);
  option("tolerance", o.tolerance, "stop when the objective is within this share of the best possible", 1e-8);
  option("ridge", o.ridge, "least variation of similar items in a direction, as a share of the mean", 1e-9,
         1);
  option("pairs", o.pairs, "at most this many similar and dissimilar pairs are drawn from labels", 1);
  option("random_seed", o.random_seed, "where the random draws start");
}

struct XingResult {
  LinearMap map = {};  ///< A^1/2, symmetric, so that dimension j is still mostly feature j; or its diagonal
  Matrix metric = {};  ///< A, features x features, scaled to sum_D |d|_A = 1; diagonal: one row of weights
  Objective objective = {};   ///< sum_S |d|_A^2 for that scale, with the ridge
  double similar_sum = 0;     ///< sum_S |d|_A^2 of the pairs alone, in the same scale
  double dissimilar_sum = 0;  ///< sum_D |d|_A, computed from the metric: 1
  double certificate = 0;     ///< |sum_S |d|_A^2 - 1/2| at the least of the convex form on the ray of A
  double gap = 0;             ///< the objective is within this share of the best possible
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
};

/// Throws InvalidInput if a pair is not of two items, there is no pair of a kind that differs, or there are
/// too many features for a full metric.
XingResult xing(const Rows& items, std::span<const Link> similar, std::span<const Link> dissimilar,
                const XingOptions& options = {}, const Run& run = {});

}  // namespace bellwether
