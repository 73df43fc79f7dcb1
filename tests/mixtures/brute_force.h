#pragma once
// The same methods again, slow and obvious: what the fast ones are checked against.

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/mixtures/bessel.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether::brute_force {

/// argmin_k ||x_i - mu_k||^2 in double, the first of equals.
inline std::vector<int> nearest(const Matrix& items, const Matrix& means) {
  std::vector<int> labels;
  for (Index i = 0; i < items.rows(); ++i) {
    double best = std::numeric_limits<double>::infinity();
    int label = 0;
    for (Index k = 0; k < means.rows(); ++k) {
      const double distance =
          kernels::squared_distance(items.row(i).data(), means.row(k).data(), items.cols());
      if (distance < best) best = distance, label = static_cast<int>(k);
    }
    labels.push_back(label);
  }
  return labels;
}

/// Plain Lloyd: `rounds` updates, then the labels under the last means. Clusters must not empty.
struct Lloyd {
  std::vector<int> labels;
  Matrix means;
};
inline Lloyd lloyd(const Matrix& items, Matrix means, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const auto labels = nearest(items, means);
    Matrix sums = Matrix::Zero(means.rows(), means.cols());
    Vector counts = Vector::Zero(means.rows());
    for (Index i = 0; i < items.rows(); ++i) sums.row(labels[i]) += items.row(i), counts[labels[i]] += 1;
    for (Index k = 0; k < means.rows(); ++k)
      if (counts[k] > 0) means.row(k) = sums.row(k) / counts[k];
  }
  return {nearest(items, means), means};
}

inline double squared_error(const Matrix& items, const std::vector<int>& labels, const Matrix& means) {
  long double sum = 0;
  for (Index i = 0; i < items.rows(); ++i) sum += (items.row(i) - means.row(labels[i])).squaredNorm();
  return static_cast<double>(sum);
}

/// log sum_k w_k N(x | mu_k, sigma^2 I), each density from its definition.
inline double gm_log_likelihood(const Matrix& items, const Matrix& means, const Vector& weights,
                                double variance) {
  long double total = 0;
  const auto dimensions = static_cast<long double>(items.cols());
  for (Index i = 0; i < items.rows(); ++i) {
    long double density = 0;
    for (Index k = 0; k < means.rows(); ++k) {
      const long double distance = (items.row(i) - means.row(k)).squaredNorm();
      density += weights[k] * std::exp(-distance / (2.0L * variance));
    }
    total += std::log(density) - dimensions / 2 * std::log(2 * std::numbers::pi_v<long double> * variance);
  }
  return static_cast<double>(total);
}

inline double vm_log_likelihood(const Matrix& items, const Matrix& directions, const Vector& weights,
                                double kappa) {
  long double total = 0;
  const double constant = log_sphere_constant(kappa, static_cast<int>(items.cols()));
  for (Index i = 0; i < items.rows(); ++i) {
    long double density = 0;
    for (Index k = 0; k < directions.rows(); ++k)
      density += weights[k] *
                 std::exp(static_cast<long double>(kappa * items.row(i).normalized().dot(directions.row(k))));
    total += std::log(density) + constant;
  }
  return static_cast<double>(total);
}

}  // namespace bellwether::brute_force
