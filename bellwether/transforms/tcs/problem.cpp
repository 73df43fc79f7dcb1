#include <bellwether/transforms/tcs/problem.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/shards.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;
using Array = Eigen::ArrayXd;

constexpr double largest_value = 1e70;  // its fourth power is still a number

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

struct Statistics {
  double value = 0;
  double entropy = 0;
  Vector weights = {};
  Matrix products = {};
};

void merge(Statistics& into, const Statistics& from) {
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

Statistics accumulate(const Matrix& scores, const Vector& offsets, std::span<const int> all_labels,
                      double share, const Shard& shard) {
  return shard.rows.visit([&](const auto& rows) {
    const auto labels =
        all_labels.subspan(static_cast<std::size_t>(shard.begin), static_cast<std::size_t>(rows.rows));
    Dense s = product(rows, scores);
    s.rowwise() += offsets.transpose();
    Statistics statistics;
    statistics.value = weights_of_scores(s, labels);
    if (share > 0) statistics.entropy = entropy_of(s, labels, share);
    statistics.weights = s.colwise().sum().transpose();
    statistics.products = back_product(rows, s);
    return statistics;
  });
}

void require_size(const Vector& variances) {
  require(variances.allFinite() && variances.sum() < largest_value * largest_value,
          "the items differ by too much to compute with: divide every value by the largest");
}

/// The rows with a label, as they are stored.
Matrix gather(const DenseRows& rows, const std::vector<Index>& at) {
  return rows.matrix()(at, Eigen::all);
}

SparseMatrix gather(const SparseRows& rows, const std::vector<Index>& at) {
  SparseMatrix gathered;
  gathered.columns = rows.columns;
  for (const Index i : at) {
    const SparseRow row = rows.row(i);
    gathered.column_of.insert(gathered.column_of.end(), row.columns.begin(), row.columns.end());
    gathered.values.insert(gathered.values.end(), row.values.begin(), row.values.end());
    gathered.starts.push_back(static_cast<std::int64_t>(gathered.values.size()));
  }
  return gathered;
}

/// Sums of the values of each class, and of all squares of what `from` was taken away from.
struct Moments {
  Matrix sums = {};
  Vector squares = {};
};
Moments moments_of(const Matrix& items, std::span<const int> labels, int classes) {
  Moments moments{Matrix::Zero(classes, items.cols()), items.colwise().squaredNorm()};
  for (Index i = 0; i < items.rows(); ++i)
    moments.sums.row(labels[static_cast<std::size_t>(i)]) += items.row(i);
  return moments;
}

Moments moments_of(const SparseMatrix& items, std::span<const int> labels, int classes) {
  Moments moments{Matrix::Zero(classes, items.columns), Vector::Zero(items.columns)};
  for (Index i = 0; i < items.rows(); ++i)
    for (auto at = items.starts[static_cast<std::size_t>(i)];
         at < items.starts[static_cast<std::size_t>(i) + 1]; ++at) {
      const auto column = items.column_of[static_cast<std::size_t>(at)];
      const double value = items.values[static_cast<std::size_t>(at)];
      moments.sums(labels[static_cast<std::size_t>(i)], column) += value;
      moments.squares[column] += value * value;
    }
  return moments;
}

/// `labels` numbered from 0 without gaps; returns how many there are.
int close_up(std::vector<int>& labels) {
  std::vector<int> used = labels;
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (int& label : labels) label = static_cast<int>(std::ranges::lower_bound(used, label) - used.begin());
  return static_cast<int>(used.size());
}

/// Means, shift and variances, of items whose own mean is `moved` away from what is stored.
void fill_moments(TcsProblem& problem) {
  const auto moments = std::visit(
      [&](const auto& v) { return moments_of(v, problem.labels, problem.classes); }, problem.items);
  std::vector<double> sizes(static_cast<std::size_t>(problem.classes));
  for (const int label : problem.labels) ++sizes[static_cast<std::size_t>(label)];
  const auto count = static_cast<double>(problem.count());
  problem.shift = moments.sums.colwise().sum().transpose() / count;
  problem.means = moments.sums;
  for (int k = 0; k < problem.classes; ++k) problem.means.row(k) /= sizes[static_cast<std::size_t>(k)];
  problem.means.rowwise() -= problem.shift.transpose();
  problem.variances = (moments.squares / count - problem.shift.cwiseAbs2()).cwiseMax(0);
  require_size(problem.variances);
}

void centre(Matrix& items) {
  require(items.cwiseAbs().maxCoeff() < largest_value,
          "the items have values too large to compute with: divide every value by the largest");
  items.rowwise() -= items.colwise().mean().eval();
}

}  // namespace

TcsProblem tcs_problem(const Classes& classes) {
  TcsProblem problem;
  problem.labels = classes.labels;
  problem.classes = classes.count;
  Matrix items = classes.items;
  centre(items);
  problem.items = std::move(items);
  fill_moments(problem);
  problem.shift.setZero();  // what was left of it is rounding, and the means have it
  return problem;
}

TcsProblem tcs_diagonal_problem(const Rows& items, std::span<const int> labels) {
  require(static_cast<Index>(labels.size()) == items.rows(), "there are {} labels for {} items",
          labels.size(), items.rows());
  require_finite(items);
  TcsProblem problem;
  problem.form = TcsForm::diagonal;
  std::vector<Index> known;
  for (Index i = 0; i < items.rows(); ++i) {
    const int label = labels[static_cast<std::size_t>(i)];
    if (label == unlabelled) continue;
    known.push_back(i);
    problem.labels.push_back(label);
  }
  require(!known.empty(), "no item has a known class: there is nothing to learn from");
  problem.classes = close_up(problem.labels);
  items.visit([&](const auto& rows) { problem.items = gather(rows, known); });
  Matrix* dense = std::get_if<Matrix>(&problem.items);
  if (dense) centre(*dense);
  fill_moments(problem);
  if (dense) problem.shift.setZero();
  return problem;
}

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
  Statistics statistics = sum_over_shards(
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
