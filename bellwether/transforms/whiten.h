#pragma once
// Closed-form maps from known classes: what varies inside them does not tell groups apart and is squeezed,
// what tells them apart is kept.
//   N. Shental, T. Hertz, D. Weinshall, M. Pavel. Adjustment learning and relevant component analysis. ECCV
//   2002 (weights = none); the weights and the mixture with the items to be clustered are this library's own.
//
//   Sw          = pooled covariance within the known classes (denominator N - K)
//   shrink(S,a) = (1 - a) S + a (tr S / P) I
//   W           = shrink(Sw, shrinkage)^-1/2, symmetric:                    weights = none: the map is W
//   B_known     = 1/(K-1) sum_k W (m_k - m)(m_k - m)' W,  m the plain mean of the class means
//   B_new       = [cov(Xt W) - W Sw W]_+,   Xt the items to be clustered: total minus within, clipped at 0
//   B           = shrink((1 - c) B_known + c B_new, 0.1) = U diag(w) U'     known: c = 0; mixed: c = 1/2
//   map         = W U diag(sqrt(w / (1 + w)))
//
// A direction with variance w between groups, in units of that within them, counts by the share of its
// variance that is between groups.

#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>

namespace bellwether {

enum class WhitenWeights {
  none,   ///< whitening alone
  known,  ///< directions count by how far they hold the known classes apart
  mixed,  ///< half by that, half by how far they spread the items that are to be clustered
};
inline const Choices<WhitenWeights> whiten_weight_names{
    {"none", WhitenWeights::none}, {"known", WhitenWeights::known}, {"mixed", WhitenWeights::mixed}};

struct WhitenOptions {
  double shrinkage = 0.6;
  WhitenWeights weights = WhitenWeights::none;
};

void describe(WhitenOptions& o, auto&& option) {
  option("shrinkage", o.shrinkage, "1: distances as they are; 0: all that varies within classes is squeezed",
         1e-6, 1);
  option("weights", o.weights, "what directions count by after that", whiten_weight_names);
}

struct WhitenResult {
  LinearMap map = {};
  Vector between = {};  ///< w, falling: variance between groups in units of that within; empty: no weights
};

/// `labels`: the known class of each item, or `unlabelled` for those to be clustered (see classes.h).
/// Throws InvalidInput if no class varies, weights are asked for and there is one class only, or `mixed` and
/// nothing is to be clustered.
/// If workers hold the items (run.workers), the labels are the seeds that they know.
WhitenResult whiten(const Rows& items, std::span<const int> labels, const WhitenOptions& options = {},
                    const Run& run = {});

}  // namespace bellwether
