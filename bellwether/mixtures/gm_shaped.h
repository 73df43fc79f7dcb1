#pragma once
// Gaussian mixtures whose clusters have widths or shapes of their own: gm() with any covariance but the
// common one.
//
// Maximises  L - c/2 sum_k (log |Sigma_k| + tr Sigma_k^-1 T - log |T| - P)  by EM, where T has the variances
// of all items and c is `regularise`: as if each cluster had c more items, as wide as all are together. (An
// inverse Wishart prior with its mode at T; of a round covariance the mode is the mean variance.)
//   C. Fraley, A. Raftery. Bayesian regularization for normal mixture estimation and model-based clustering.
//   J. Classification 24, 2007.

#include <bellwether/mixtures/gm.h>

namespace bellwether {

GmResult shaped_gm(const Rows& items, const GmOptions& options, const Run& run, const Seeds& seeds);
GmResult shaped_gm_from(const Rows& items, const Matrix& means, const GmOptions& options, const Run& run,
                        const Seeds& seeds);
Placement place_by_shaped_gm(const Rows& items, const GmModel& model, const Run& run);
Matrix shaped_gm_memberships(const Rows& items, const GmModel& model);

}  // namespace bellwether
