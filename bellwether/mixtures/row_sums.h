#pragma once
// Adding an item to a cluster's sum, dense or sparse.

#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {

inline void add_row(Matrix& sums, Index cluster, std::span<const double> row, double scale = 1) {
  kernels::add_scaled(sums.row(cluster).data(), scale, row.data(), sums.cols());
}

inline void add_row(Matrix& sums, Index cluster, const SparseRow& row, double scale = 1) {
  for (std::size_t j = 0; j < row.values.size(); ++j) sums(cluster, row.columns[j]) += scale * row.values[j];
}

/// sums_{labels_i} += x_i for every row.
inline void add_rows(Matrix& sums, const DenseRows& rows, std::span<const int> labels) {
  kernels::add_rows(sums.data(), rows.values, rows.columns, labels);
}

inline void add_rows(Matrix& sums, const SparseRows& rows, std::span<const int> labels) {
  for (Index i = 0; i < rows.rows; ++i) add_row(sums, labels[i], rows.row(i));
}

}  // namespace bellwether
