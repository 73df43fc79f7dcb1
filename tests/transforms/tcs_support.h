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

/// The d_ik, class by class.
inline Matrix differences_to_mean(const LabelledItems& data, int classes, int k) {
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(data.items.cols());
  double size = 0;
  for (Index i = 0; i < data.items.rows(); ++i)
    if (data.truth[static_cast<std::size_t>(i)] == k) {
      mean += data.items.row(i);
      ++size;
    }
  Matrix differences = data.items;
  if (k < classes) differences.rowwise() -= mean / size;
  return differences;
}

/// sum_i [ 1/2 d_it' A d_it + log sum_k exp(-1/2 d_ik' A d_ik) ].
inline double slow_loss(const LabelledItems& data, int classes, const Eigen::MatrixXd& a) {
  Matrix halves(data.items.rows(), classes);
  for (int k = 0; k < classes; ++k) {
    const Matrix d = differences_to_mean(data, classes, k);
    for (Index i = 0; i < d.rows(); ++i) halves(i, k) = 0.5 * d.row(i).dot(a * d.row(i).transpose());
  }
  double sum = 0;
  for (Index i = 0; i < halves.rows(); ++i) {
    double total = 0;
    const double own = halves(i, data.truth[static_cast<std::size_t>(i)]);
    for (int k = 0; k < classes; ++k) total += std::exp(own - halves(i, k));
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
