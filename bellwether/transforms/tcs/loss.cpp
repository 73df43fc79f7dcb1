#include <bellwether/transforms/tcs/problem.h>

#include <algorithm>
#include <cmath>

#include <bellwether/engine/shards.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;
using Array = Eigen::ArrayXd;

/// X T, items x classes; columns are contiguous, so that the work on scores runs along the items.
Dense product(const DenseRows& rows, const Matrix& t) {
  Dense s(rows.rows, t.cols());
  s.noalias() = rows.matrix() * t;
  return s;
}

Dense product(const SparseRows& rows, const Matrix& t) {
  Matrix s = Matrix::Zero(rows.rows, t.cols());
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    for (std::size_t at = 0; at < row.values.size(); ++at)
      s.row(i) += row.values[at] * t.row(row.columns[at]);
  }
  return s;
}

/// X'W.
Matrix back_product(const DenseRows& rows, const Dense& w) {
  Matrix products(rows.columns, w.cols());
  products.noalias() = rows.matrix().transpose() * w;
  return products;
}

Matrix back_product(const SparseRows& rows, const Dense& w) {
  Matrix products = Matrix::Zero(rows.columns, w.cols());
  const Matrix by_item = w;
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    for (std::size_t at = 0; at < row.values.size(); ++at)
      products.row(row.columns[at]) += row.values[at] * by_item.row(i);
  }
  return products;
}

struct LossSums {
  double value = 0;
  double entropy = 0;
  Vector weights = {};
  Matrix products = {};
};

void merge(LossSums& into, const LossSums& from) {
  into.value += from.value;
  into.entropy += from.entropy;
  into.weights += from.weights;
  into.products += from.products;
}

/// sum_i H(q_i), q = Y + share (p - Y), from W = Y - p.
double entropy_of(const Dense& w, std::span<const int> labels, double share) {
  double sum = 0;
  for (Index k = 0; k < w.cols(); ++k)
    for (Index i = 0; i < w.rows(); ++i) {
      const bool own = labels[static_cast<std::size_t>(i)] == k;
      const double moved = share * std::abs(w(i, k));  // off the own class, or to another one
      if (own)
        sum -= moved < 1 ? (1 - moved) * std::log1p(-moved) : 0;
      else
        sum -= moved > 0 ? moved * std::log(moved) : 0;
    }
  return sum;
}

/// `s` becomes W = Y - p; returns the loss. Written so that neither a loss near 0 nor a p near 1 loses its
/// digits, and nothing overflows.
double weights_of_scores(Dense& s, std::span<const int> labels) {
  const auto label = [&](Index i) { return labels[static_cast<std::size_t>(i)]; };
  Array top = s.col(0).array(), own(s.rows()), rest = Array::Zero(s.rows());
  for (Index k = 1; k < s.cols(); ++k) top = top.max(s.col(k).array());
  for (Index i = 0; i < s.rows(); ++i) own[i] = s(i, label(i));
  const Array behind = top - own;  // of the own class
  for (Index k = 0; k < s.cols(); ++k) s.col(k).array() -= top;
  kernels::exp_shifted(s.data(), 0, s.size());
  for (Index i = 0; i < s.rows(); ++i) {
    own[i] = s(i, label(i));
    s(i, label(i)) = 0;
  }
  for (Index k = 0; k < s.cols(); ++k) rest += s.col(k).array();
  const Array share = (rest + own).inverse();
  for (Index k = 0; k < s.cols(); ++k) s.col(k).array() *= -share;
  for (Index i = 0; i < s.rows(); ++i) s(i, label(i)) = rest[i] * share[i];
  return (behind + (rest + (own - 1)).log1p()).sum();
}

LossSums accumulate(const Matrix& scores, const Vector& offsets, std::span<const int> all_labels,
                    double share, const Shard& shard) {
  return shard.rows.visit([&](const auto& rows) {
    const auto labels =
        all_labels.subspan(static_cast<std::size_t>(shard.begin), static_cast<std::size_t>(rows.rows));
    Dense s = product(rows, scores);
    s.rowwise() += offsets.transpose();
    LossSums statistics;
    statistics.value = weights_of_scores(s, labels);
    if (share > 0) statistics.entropy = entropy_of(s, labels, share);
    statistics.weights = s.colwise().sum().transpose();
    statistics.products = back_product(rows, s);
    return statistics;
  });
}

}  // namespace

Eigen::MatrixXd tcs_scores(const TcsProblem& problem, const Eigen::MatrixXd& a) {
  if (problem.form == TcsForm::full) return a * problem.means.transpose();
  return a.col(0).asDiagonal() * problem.means.transpose();
}

/// With M less the mean c of all items, and items that still have it:
/// s_ik = x_i' A m_k - c' A m_k - 1/2 m_k' A m_k.
TcsSums tcs_sums(const TcsProblem& problem, const Eigen::MatrixXd& scores, double share, const Run& run) {
  const Matrix by_feature = scores;
  const Vector offsets = -0.5 * problem.means.transpose().cwiseProduct(scores).colwise().sum().transpose() -
                         scores.transpose() * problem.shift;
  const Rows rows = problem.rows();
  LossSums statistics = sum_over_shards(
      rows, [&](const Shard& shard) { return accumulate(by_feature, offsets, problem.labels, share, shard); },
      run);
  TcsSums sums{statistics.value, statistics.entropy, statistics.weights, statistics.products};
  if (rows.sparse()) sums.products.noalias() -= problem.shift * sums.weights.transpose();
  return sums;
}

TcsLoss evaluate(const TcsProblem& problem, const Eigen::MatrixXd& a, const Run& run) {
  const TcsSums sums = tcs_sums(problem, tcs_scores(problem, a), 0, run);
  TcsLoss loss;
  loss.value = sums.value;
  if (problem.form == TcsForm::full) {
    // Half of each term, so that the sum of it and its transpose is the whole.
    const Dense half =
        (0.25 * problem.means.transpose() * sums.weights.asDiagonal() - 0.5 * sums.products) * problem.means;
    loss.gradient = half + half.transpose();
  } else {
    const Dense half = 0.5 * problem.means.transpose() * sums.weights.asDiagonal() - sums.products;
    loss.gradient = half.cwiseProduct(problem.means.transpose()).rowwise().sum();
  }
  loss.entropy = loss.value - loss.gradient.cwiseProduct(a).sum();
  return loss;
}

namespace {

Dense anchor_of(const TcsProblem& problem, double tau) {
  if (problem.form == TcsForm::diagonal) return Dense::Constant(problem.features(), 1, tau);
  return tau * Dense::Identity(problem.features(), problem.features());
}

/// tr([-G]_+ Cov) / 2, so that A = [-G / (2 gamma)]_+ gives the items a variance of 1.
double variance_of_step(const TcsProblem& problem, const Dense& gradient) {
  if (problem.form == TcsForm::diagonal) return 0.5 * (-gradient.col(0)).cwiseMax(0).dot(problem.variances);
  const SymmetricEigen eigen(-gradient);
  const Matrix turned = std::get<Matrix>(problem.items) * eigen.eigenvectors();
  const Vector variances = turned.colwise().squaredNorm().transpose() / static_cast<double>(problem.count());
  return 0.5 * eigen.eigenvalues().cwiseMax(0).dot(variances);
}

double largest_fall(const TcsProblem& problem, const Dense& gradient) {
  if (problem.form == TcsForm::diagonal) return -gradient.minCoeff();
  return -SymmetricEigen(gradient, SymmetricEigen::Want::values).eigenvalues().minCoeff();
}

}  // namespace

double gamma_reference(const TcsProblem& problem, Regulariser regulariser, double tau, const Run& run) {
  const bool from_zero = regulariser == Regulariser::l2 || regulariser == Regulariser::nuclear;
  const double at = from_zero ? 0 : regulariser == Regulariser::logdet ? 1 : tau;
  const Dense gradient = evaluate(problem, anchor_of(problem, at), run).gradient;
  double gamma = 0;
  switch (regulariser) {
    case Regulariser::identity:
    case Regulariser::logdet:
      gamma = gradient.norm();
      break;
    case Regulariser::l2:
      gamma = variance_of_step(problem, gradient);
      break;
    case Regulariser::nuclear:
      gamma = 0.1 * largest_fall(problem, gradient);
      break;
    case Regulariser::l1:
      gamma = 0.1 * gradient.cwiseAbs().maxCoeff();
      break;
  }
  return gamma > 0 ? gamma : 1;
}

}  // namespace bellwether
