#pragma once
// Classes by chance, and F of tcs_gm.h as it is written: slow and obvious.

#include <cmath>
#include <vector>

#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/tcs/regulariser.h>
#include <tests/support/data.h>

namespace bellwether::testing_support {

inline const std::vector<Regulariser> all_regularisers{
    Regulariser::identity, Regulariser::l2, Regulariser::nuclear, Regulariser::logdet, Regulariser::l1};

/// Normal classes with different means, that overlap; item i is of class i mod `classes`.
inline LabelledItems overlapping_classes(Index count, Index features, int classes,
                                         std::uint64_t random_seed) {
  LabelledItems made{random_matrix(count, features, random_seed), {}};
  const Matrix means = random_matrix(classes, features, random_seed + 1000);
  for (Index i = 0; i < count; ++i) {
    made.truth.push_back(static_cast<int>(i % classes));
    made.items.row(i) += means.row(i % classes);
  }
  return made;
}

/// B'B, scaled.
inline Eigen::MatrixXd random_metric(Index features, std::uint64_t random_seed) {
  const Eigen::MatrixXd b = random_matrix(features, features, random_seed);
  return b.transpose() * b / static_cast<double>(features);
}

/// The means of the classes, one after the other. Plain loops over plain numbers, here and below: they are
/// run very often, and without optimisation.
inline std::vector<double> slow_means(const LabelledItems& data, int classes) {
  const auto features = static_cast<std::size_t>(data.items.cols());
  const double* x = data.items.data();
  std::vector<double> means(static_cast<std::size_t>(classes) * features, 0), sizes(means.size(), 0);
  for (std::size_t i = 0; i < data.truth.size(); ++i)
    for (std::size_t j = 0; j < features; ++j) {
      const std::size_t at = static_cast<std::size_t>(data.truth[i]) * features + j;
      means[at] += x[i * features + j];
      sizes[at] += 1;
    }
  for (std::size_t at = 0; at < means.size(); ++at) means[at] /= sizes[at];
  return means;
}

/// The d_ik of one class k, a row for each item.
inline Matrix differences_to_mean(const LabelledItems& data, int classes, int k) {
  const std::vector<double> means = slow_means(data, classes);
  const Index features = data.items.cols();
  return data.items.rowwise() - Eigen::Map<const Eigen::RowVectorXd>(means.data() + k * features, features);
}

/// sum_i [ 1/2 d_it' A d_it + log sum_k exp(-1/2 d_ik' A d_ik) ], with d_ik = x_i - m_k.
inline double slow_loss(const LabelledItems& data, int classes, const Eigen::MatrixXd& a) {
  const auto features = static_cast<std::size_t>(data.items.cols());
  const std::vector<double> means = slow_means(data, classes);
  const double *x = data.items.data(), *metric = a.data();
  std::vector<double> halves(static_cast<std::size_t>(classes)), d(features);
  double sum = 0;
  for (std::size_t i = 0; i < data.truth.size(); ++i) {
    for (std::size_t k = 0; k < halves.size(); ++k) {
      for (std::size_t j = 0; j < features; ++j) d[j] = x[i * features + j] - means[k * features + j];
      halves[k] = 0;
      for (std::size_t j = 0; j < features; ++j)
        for (std::size_t l = 0; l < features; ++l) halves[k] += 0.5 * d[j] * metric[l * features + j] * d[l];
    }
    double total = 0;
    for (const double half : halves)
      total += std::exp(halves[static_cast<std::size_t>(data.truth[i])] - half);
    sum += std::log(total);
  }
  return sum;
}

/// lambda(A), for an A without negative eigenvalues.
inline double slow_lambda(Regulariser regulariser, const Eigen::MatrixXd& a, double tau) {
  double sum = 0;
  if (regulariser == Regulariser::logdet) {
    const SymmetricEigen eigen(a, SymmetricEigen::Want::values);
    for (const double value : eigen.eigenvalues()) sum += value - std::log(value);
    return sum;
  }
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) {
      const double away = a(i, j) - (i == j ? tau : 0);
      if (regulariser == Regulariser::identity) sum += away * away;
      if (regulariser == Regulariser::l2) sum += a(i, j) * a(i, j);
      if (regulariser == Regulariser::nuclear) sum += i == j ? a(i, j) : 0;
      if (regulariser == Regulariser::l1) sum += std::abs(away);
    }
  return sum;
}

}  // namespace bellwether::testing_support
