#include <bellwether/transforms/tcs/problem.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr double largest_value = 1e70;  // its fourth power is still a number

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

/// Sums of the values of each class, and of the squares of all, by feature.
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
int close_gaps(std::vector<int>& labels) {
  std::vector<int> used = labels;
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (int& label : labels) label = static_cast<int>(std::ranges::lower_bound(used, label) - used.begin());
  return static_cast<int>(used.size());
}

/// Means, shift and variances, from items, labels and classes.
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

void centre_items(Matrix& items) {
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
  centre_items(items);
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
  problem.classes = close_gaps(problem.labels);
  items.visit([&](const auto& rows) { problem.items = gather(rows, known); });
  Matrix* dense = std::get_if<Matrix>(&problem.items);
  if (dense) centre_items(*dense);
  fill_moments(problem);
  if (dense) problem.shift.setZero();
  return problem;
}

}  // namespace bellwether
