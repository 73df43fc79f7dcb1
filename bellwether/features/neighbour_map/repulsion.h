#pragma once
// The innermost loop of a map: what all places do to one, in the widest form that the machine has.

#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::map_detail {

/// Places, each coordinate by itself, filled up to a multiple of four with some that are too far away to
/// count.
struct PlacesByAxis {
  explicit PlacesByAxis(const Matrix& places);

  std::vector<double> x, y;
};

/// sum_j w_ij^2 (y_i - y_j)  and  sum_{j != i} w_ij.
struct Repulsion {
  double x = 0, y = 0;
  double weight = 0;
};

/// The same bits on every machine: four sums side by side, whether or not it can do four at once.
Repulsion repulsion_of(const PlacesByAxis& places, Index i);

}  // namespace bellwether::map_detail
