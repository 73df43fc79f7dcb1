#pragma once
// Small data with known truth, the same on every machine.

#include <algorithm>
#include <cstdint>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/random.h>

namespace bellwether::testing_support {

struct BlobOptions {
  int per_blob = 50;
  double spread = 0.1;  ///< standard deviation of each blob; the centres are 10 apart
  std::uint64_t random_seed = 1;
};

struct LabelledItems {
  Matrix items;
  std::vector<int> truth;
};

/// Round blobs at (0,0), (10,0) and (5, 8.66), the corners of a triangle; item i is from blob i mod 3.
inline LabelledItems three_blobs(const BlobOptions& options = {}) {
  const double centres[3][2] = {{0, 0}, {10, 0}, {5, 8.660254037844386}};
  Random random(options.random_seed);
  LabelledItems made{Matrix(3 * options.per_blob, 2), {}};
  for (Index i = 0; i < made.items.rows(); ++i) {
    for (Index j = 0; j < 2; ++j) made.items(i, j) = centres[i % 3][j] + options.spread * random.normal();
    made.truth.push_back(static_cast<int>(i % 3));
  }
  return made;
}

/// The truth of the first item of each class; -1, unlabelled, for all others.
inline std::vector<int> reveal_first_of_each(const std::vector<int>& truth) {
  std::vector<int> seeds(truth.size(), -1);
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (std::find(seeds.begin(), seeds.end(), truth[i]) == seeds.end()) seeds[i] = truth[i];
  return seeds;
}

/// Independent normal values, mean 0 and variance 1.
inline Matrix random_matrix(Index rows, Index columns, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) m(i, j) = random.normal();
  return m;
}

/// Counts from 1 to 5 in about the given share of the cells, 0 in the others, and no row without any.
inline Matrix random_counts(Index rows, Index columns, double share, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j)
      if (random.uniform() < share) m(i, j) = static_cast<double>(1 + random.below(5));
    if (m.row(i).isZero(0)) m(i, random.below(columns)) = 1;
  }
  return m;
}

/// The same numbers, of which the zeros are not stored.
inline SparseMatrix to_sparse(const Matrix& dense) {
  SparseMatrix sparse;
  sparse.columns = dense.cols();
  for (Index i = 0; i < dense.rows(); ++i) {
    for (Index j = 0; j < dense.cols(); ++j) {
      if (dense(i, j) == 0) continue;
      sparse.column_of.push_back(static_cast<std::int32_t>(j));
      sparse.values.push_back(dense(i, j));
    }
    sparse.starts.push_back(static_cast<std::int64_t>(sparse.values.size()));
  }
  return sparse;
}

inline Matrix to_dense(const SparseMatrix& sparse) {
  Matrix dense = Matrix::Zero(sparse.rows(), sparse.columns);
  for (Index i = 0; i < sparse.rows(); ++i)
    for (std::int64_t k = sparse.starts[i]; k < sparse.starts[i + 1]; ++k)
      dense(i, sparse.column_of[k]) += sparse.values[k];
  return dense;
}

inline SparseMatrix random_sparse(Index rows, Index columns, double share, std::uint64_t random_seed) {
  return to_sparse(random_counts(rows, columns, share, random_seed));
}

}  // namespace bellwether::testing_support
