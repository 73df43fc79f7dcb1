#include <bellwether/links/joined.h>

#include <algorithm>
#include <numeric>

#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether {
namespace {

/// The items of each group, one group behind the other.
struct Members {
  std::vector<Index> starts, items;

  explicit Members(const Groups& groups) : starts(groups.sizes.size() + 1, 0), items(groups.of.size()) {
    std::partial_sum(groups.sizes.begin(), groups.sizes.end(), starts.begin() + 1);
    auto next = starts;
    for (std::size_t i = 0; i < groups.of.size(); ++i) items[next[groups.of[i]]++] = static_cast<Index>(i);
  }
  std::span<const Index> of(int group) const {
    return {items.data() + starts[group], items.data() + starts[group + 1]};
  }
};

/// Sums over the sparse rows of one group at a time. Room for every column, of which only those that the
/// group uses are touched and cleared again.
class ColumnSums {
 public:
  explicit ColumnSums(Index columns) : sums_(columns, 0.0), counts_(columns, 0) {}

  void add(const SparseRow& row) {
    for (std::size_t j = 0; j < row.values.size(); ++j) {
      const auto column = row.columns[j];
      if (counts_[column]++ == 0) used_.push_back(column);
      sums_[column] += row.values[j];
    }
  }
  /// The mean of `items` rows takes the place of their sum.
  void divide(double items) {
    std::sort(used_.begin(), used_.end());
    for (const auto column : used_) sums_[column] /= items;
  }
  /// sum_j (x_j - m_j)^2 over the values that the row stores.
  double stored_scatter(const SparseRow& row) const {
    double sum = 0;
    for (std::size_t j = 0; j < row.values.size(); ++j) {
      const double difference = row.values[j] - sums_[row.columns[j]];
      sum += difference * difference;
    }
    return sum;
  }
  /// The same over the zeros that none of the `items` rows stores: each is m_j from the mean.
  double zeros_scatter(double items) const {
    double sum = 0;
    for (const auto column : used_)
      sum += (items - static_cast<double>(counts_[column])) * sums_[column] * sums_[column];
    return sum;
  }
  void move_to(SparseMatrix& rows) {
    for (const auto column : used_) {
      rows.column_of.push_back(column);
      rows.values.push_back(sums_[column]);
      sums_[column] = 0;
      counts_[column] = 0;
    }
    rows.starts.push_back(static_cast<std::int64_t>(rows.values.size()));
    used_.clear();
  }

 private:
  std::vector<double> sums_;
  std::vector<std::int64_t> counts_;
  std::vector<std::int32_t> used_;
};

}  // namespace

JoinedItems::JoinedItems(const Rows& items, const Groups& groups) : points_(items) {
  if (groups.count == items.rows()) return;
  weights_.assign(groups.sizes.begin(), groups.sizes.end());
  scatters_.assign(weights_.size(), 0.0);
  items.visit([&](const auto& rows) { join(rows, groups); });
  scatter_ = std::accumulate(scatters_.begin(), scatters_.end(), 0.0);
}

void JoinedItems::join(const DenseRows& items, const Groups& groups) {
  dense_ = Matrix::Zero(groups.count, items.columns);
  add_rows(dense_, items, groups.of);
  for (Index g = 0; g < dense_.rows(); ++g) dense_.row(g) /= weights_[g];

  std::vector<double> distances(groups.of.size());
  kernels::squared_distances(items.values, items.columns, dense_.data(), groups.of, distances.data());
  for (std::size_t i = 0; i < distances.size(); ++i) scatters_[groups.of[i]] += distances[i];
  points_ = dense_;
}

void JoinedItems::join(const SparseRows& items, const Groups& groups) {
  const Members members(groups);
  ColumnSums sums(items.columns);
  sparse_.columns = items.columns;
  for (int g = 0; g < groups.count; ++g) {
    for (const Index item : members.of(g)) sums.add(items.row(item));
    sums.divide(weights_[g]);
    for (const Index item : members.of(g)) scatters_[g] += sums.stored_scatter(items.row(item));
    scatters_[g] += sums.zeros_scatter(weights_[g]);
    sums.move_to(sparse_);
  }
  points_ = sparse_;
}

}  // namespace bellwether
