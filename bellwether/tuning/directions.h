#pragma once
// Directions of items: sparse copies of counts, weighted by Okapi, and angles between them.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>

namespace bellwether::tuning {

/// The numbers of the rows that have a value other than 0.
std::vector<Index> rows_with_values(const Rows& items);

/// The rows at `which`, in that order; zeros are not stored, so dense and sparse items give the same.
SparseMatrix sparse_rows(const Rows& items, std::span<const Index> which);

SparseRow row_of(const SparseMatrix& rows, Index i);

double dot(const SparseRow& row, std::span<const double> dense);
void add(const SparseRow& row, std::span<double> dense);
/// To zero, wherever the row has a value.
void clear(const SparseRow& row, std::span<double> dense);

/// Euclidean, of each row.
std::vector<double> lengths_of(const SparseMatrix& rows);

/// 0, a right angle, if one has no direction.
inline double cosine(double product, double length, double other_length) {
  const double lengths = length * other_length;
  return lengths > 0 ? product / lengths : 0;
}

}  // namespace bellwether::tuning
