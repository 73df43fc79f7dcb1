#pragma once
// Information measures of order alpha, in nats. At alpha = 1 they are Shannon's, and near it they tend there
// smoothly.
//   A. Renyi. On measures of entropy and information. 1961.
//   I. Csiszar. Generalized cutoff rates and Renyi's information measures. IEEE Trans. IT 41, 1995.
//   D. Karakos, S. Khudanpur, J. Eisner, C. Priebe. Iterative denoising using Jensen-Renyi divergences with
//   an application to unsupervised document categorization. ICASSP 2007.
//
//   H_a(P)      = log(sum P^a) / (1 - a)                        Renyi's entropy
//   D_a(P || Q) = log(sum P^a Q^(1-a)) / (a - 1)                Renyi's divergence
//   JR_a        = H_a(sum_z P(z) P_z) - sum_z P(z) H_a(P_z)     Jensen-Renyi divergence
//   I_a         = min_Q sum_z P(z) D_a(P_z || Q)                Csiszar's information
//
// For a < 1:  Sibson's information <= Csiszar's <= Shannon's.

#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/options.h>

namespace bellwether {

enum class Information {
  shannon,       ///< alpha is 1
  csiszar,       ///< Csiszar's of order alpha
  jensen_renyi,  ///< the Jensen-Renyi divergence of order alpha
};
inline const Choices<Information> information_names{{"shannon", Information::shannon},
                                                    {"csiszar", Information::csiszar},
                                                    {"jensen-renyi", Information::jensen_renyi}};

/// Distributions sum to 1. alpha > 0; 1 is Shannon's.
double renyi_entropy(std::span<const double> p, double alpha);

/// Infinite if alpha >= 1 and P has something where Q has nothing, or if they share nothing.
double renyi_divergence(std::span<const double> p, std::span<const double> q, double alpha);

/// A row of `distributions` for each z, and its weight P(z); the weights sum to 1. alpha in (0, 1].
double jensen_renyi_divergence(const Matrix& distributions, std::span<const double> weights, double alpha);
/// To 1e-12.
double csiszar_information(const Matrix& distributions, std::span<const double> weights, double alpha);
/// min_Q D_a(P_XZ || P_Z Q), in closed form: a bound of Csiszar's.
double sibson_information(const Matrix& distributions, std::span<const double> weights, double alpha);

double information(Information kind, const Matrix& distributions, std::span<const double> weights,
                   double alpha);

/// I(X;Z) of features and clusters, in nats: every item is divided by its sum and weighs the same. No value
/// below 0, no item of zeros.
double information_kept(const Rows& items, std::span<const int> labels, int clusters, Information kind,
                        double alpha);

}  // namespace bellwether
