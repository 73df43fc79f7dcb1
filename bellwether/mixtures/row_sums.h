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

}  // namespace bellwether
