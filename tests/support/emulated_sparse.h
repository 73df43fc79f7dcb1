#pragma once
// Sparse rows that the emulated device holds.

#include <tests/support/emulated_cover.h>

namespace bellwether::emulated {

struct SparseHeld : Cover {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int64_t> starts = {};
  std::vector<std::int32_t> column_of = {};
  std::vector<double> values = {};

  std::vector<double> inverse = {};  ///< lengths, if the rows count as directions

  // Spherical k-means.
  std::int32_t clusters = 0;
  std::int64_t shard_rows = 0;
  std::vector<double> directions = {};
  std::vector<std::int32_t> stays = {}, labels = {};
  std::int32_t rounds = 0;

  /// A row's product with a direction, value by value.
  double product(std::int64_t row, const double* direction) const {
    double sum = 0;
    for (std::int64_t j = starts[row]; j < starts[row + 1]; ++j) sum += values[j] * direction[column_of[j]];
    return sum;
  }
  double distance(std::int64_t row, const double* centre) const {
    return std::max(0.0, 2 - 2 * (inverse[row] * product(row, centre)));
  }
};

/// The rounds of spherical k-means (emulated_directions.cpp).
void add_directions(BellwetherDeviceFunctions& functions);

}  // namespace bellwether::emulated
