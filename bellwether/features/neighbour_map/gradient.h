#pragma once
// How the divergence of a map changes with its places.
//
//   KL = sum_ij p_ij log(p_ij / q_ij),   q_ij = w_ij / Z,   w_ij = 1 / (1 + ||y_i - y_j||^2),
//   Z = sum_{i != j} w_ij
//   dKL/dy_i = 4 sum_j (p_ij - q_ij) w_ij (y_i - y_j)
//
// Neighbours attract each other, a sum over the stored p_ij; all places repel each other, a sum over all.

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>

namespace bellwether::map_detail {

struct MapGradient {
  Matrix slope = {};      ///< items x 2
  double normaliser = 0;  ///< Z
};

/// With every p_ij `exaggeration` times as large.
MapGradient map_gradient(const SparseMatrix& affinities, const Matrix& places, double exaggeration,
                         const Run& run);

/// KL, where `normaliser` is the Z of these places. 0 for a single item, which has no neighbours.
double map_divergence(const SparseMatrix& affinities, const Matrix& places, double normaliser);

}  // namespace bellwether::map_detail
