#include <bellwether/tuning/directions.h>

#include <cmath>

#include <bellwether/data/values.h>

namespace bellwether::tuning {
namespace {

void append(const DenseRows& items, Index i, SparseMatrix& copy) {
  const std::span<const double> row = items.row(i);
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (row[j] == 0) continue;
    copy.column_of.push_back(static_cast<std::int32_t>(j));
    copy.values.push_back(row[j]);
  }
}

void append(const SparseRows& items, Index i, SparseMatrix& copy) {
  const SparseRow row = items.row(i);
  for (std::size_t at = 0; at < row.values.size(); ++at) {
    if (row.values[at] == 0) continue;
    copy.column_of.push_back(row.columns[at]);
    copy.values.push_back(row.values[at]);
  }
}

}  // namespace

std::vector<Index> rows_with_values(const Rows& items) {
  std::vector<Index> numbers;
  for_each_value(items, [&](Index row, Index, double) {
    if (numbers.empty() || numbers.back() != row) numbers.push_back(row);
  });
  return numbers;
}

SparseMatrix sparse_rows(const Rows& items, std::span<const Index> which) {
  SparseMatrix copy;
  copy.columns = items.columns();
  items.visit([&](const auto& rows) {
    for (const Index i : which) {
      append(rows, i, copy);
      copy.starts.push_back(static_cast<std::int64_t>(copy.values.size()));
    }
  });
  return copy;
}

SparseRow row_of(const SparseMatrix& rows, Index i) {
  const std::int64_t begin = rows.starts[i];
  const auto count = static_cast<std::size_t>(rows.starts[i + 1] - begin);
  return {{rows.column_of.data() + begin, count}, {rows.values.data() + begin, count}};
}

double dot(const SparseRow& row, std::span<const double> dense) {
  double sum = 0;
  for (std::size_t at = 0; at < row.values.size(); ++at) sum += row.values[at] * dense[row.columns[at]];
  return sum;
}

void add(const SparseRow& row, std::span<double> dense) {
  for (std::size_t at = 0; at < row.values.size(); ++at) dense[row.columns[at]] += row.values[at];
}

void clear(const SparseRow& row, std::span<double> dense) {
  for (const std::int32_t column : row.columns) dense[column] = 0;
}

std::vector<double> lengths_of(const SparseMatrix& rows) {
  std::vector<double> lengths;
  for (Index i = 0; i < rows.rows(); ++i) {
    double squares = 0;
    for (const double value : row_of(rows, i).values) squares += value * value;
    lengths.push_back(std::sqrt(squares));
  }
  return lengths;
}

}  // namespace bellwether::tuning
