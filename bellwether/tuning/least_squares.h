#pragma once
// RLS: a value of an option from how wrong each value was on a collection like the one to be clustered, by
// regularised least squares. Section 4.2 of
//   D. Karakos, J. Eisner, S. Khudanpur, C. Priebe. Cross-instance tuning of unsupervised document clustering
//   algorithms. HLT-NAACL 2007.
//
//   p^ = K (K + lambda I)^-1 p,  K_ij = exp(-(E_i - E_j)^2 / sigma^2),  p = 1 at the best value, 0 elsewhere
//
// p^ is brought to a distribution (if one is below 0, the smallest is taken off all; then they are divided by
// their sum), and the value is its mean. Which of the printed 0.5 and 0.1 is sigma, and
// whether errors are shares or percent, is lost.

#include <vector>

namespace bellwether {

struct LeastSquaresOptions {
  double sigma = 0.5;
  double lambda = 0.1;
  double unit = 1;  ///< errors are multiplied by it: 1 for shares, 100 for percent
};

struct LeastSquaresEstimate {
  double value = 0;
  std::vector<double> probabilities = {};  ///< of each value to be the best
};

/// `errors` of each value, as shares. Several equal best ones share p.
LeastSquaresEstimate estimate_value(const std::vector<double>& values, const std::vector<double>& errors,
                                    const LeastSquaresOptions& options = {});

}  // namespace bellwether
