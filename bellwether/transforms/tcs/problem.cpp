#include <bellwether/transforms/tcs/problem.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/holder.h>
#include <bellwether/transforms/class_moments.h>
#include <bellwether/transforms/tcs/parts.h>

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

/// `labels` numbered from 0 without gaps; returns how many there are.
int close_gaps(std::vector<int>& labels) {
  std::vector<int> used = labels;
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (int& label : labels) label = static_cast<int>(std::ranges::lower_bound(used, label) - used.begin());
  return static_cast<int>(used.size());
}

/// Means, shift and variances, from the moments of the items as the problem has them.
void fill_moments(TcsProblem& problem, const TcsMoments& moments) {
  const auto count = static_cast<double>(problem.count);
  problem.shift = moments.sums.colwise().sum().transpose() / count;
  problem.means = moments.sums;
  for (int k = 0; k < problem.classes; ++k) problem.means.row(k) /= moments.counts[k];
  problem.means.rowwise() -= problem.shift.transpose();
  problem.variances = (moments.squares / count - problem.shift.cwiseAbs2()).cwiseMax(0);
  require_size(problem.variances);
}

void fill_moments(TcsProblem& problem) {
  problem.count = std::ssize(problem.labels);
  const std::span<const int> labels = problem.labels;
  fill_moments(problem, sum_over_shards(problem.rows(),
                                        [&](const Shard& shard) {
                                          const auto of_shard =
                                              labels.subspan(static_cast<std::size_t>(shard.begin),
                                                             static_cast<std::size_t>(shard.rows.rows()));
                                          return tcs_moments(shard, of_shard, problem.classes);
                                        },
                                        {}));
}

/// The mean of dense items, as a sum over their shards.
Vector mean_from(const TcsTotals& totals, Index count) {
  require(totals.largest < largest_value,
          "the items have values too large to compute with: divide every value by the largest");
  return totals.values / static_cast<double>(count);
}

void centre_items(Matrix& items) {
  const auto of_shard = [&](const Shard& shard) {
    return tcs_totals(items.middleRows(shard.begin, shard.rows.rows()));
  };
  const Vector mean = mean_from(sum_over_shards(Rows(items), of_shard, {}), items.rows());
  items.rowwise() -= Eigen::RowVectorXd(mean.transpose());
}

/// The classes that occur, rising.
std::vector<int> names_of(const Holder& holder) {
  std::vector<int> names;
  for (const auto& part : holder.ask(LabelsQuestion{})) names.insert(names.end(), part.begin(), part.end());
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  require(!names.empty(), "no item has a known class: there is nothing to learn from");
  return names;
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

TcsProblem tcs_problem_there(TcsForm form, Workers& workers, const Run& run) {
  Run asked = run;
  asked.workers = &workers;
  const Holder holder({}, {}, asked);
  if (form == TcsForm::full) {
    require_few_features(holder.columns());
    require(!holder.sparse(), "a map that mixes features is learned from dense items: make them dense");
  }
  TcsProblem problem;
  problem.form = form;
  problem.workers = &workers;
  problem.names = names_of(holder);
  problem.classes = static_cast<int>(problem.names.size());
  problem.count = holder.rows();
  if (!holder.sparse())
    problem.centre = mean_from(holder.sum<TcsTotalStep>({{{}, problem.names}}), problem.count);
  fill_moments(problem, holder.sum<TcsMomentStep>({{problem.centre, problem.names}}));
  if (!holder.sparse()) problem.shift.setZero();  // as above
  return problem;
}

}  // namespace bellwether
