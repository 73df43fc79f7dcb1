#pragma once
// Sparse rows that the emulated device holds.

#include <cstdint>
#include <vector>

#include <bellwether/devices/interface.h>

namespace bellwether::emulated {

struct SparseHeld {
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

  // Its start.
  std::int64_t cover_shard = 0;
  std::vector<double> nearest = {}, candidates = {};
  std::vector<std::int32_t> owner = {};
  std::vector<unsigned> nearer = {};
  std::int32_t chosen = 0;
  std::vector<float> drawn_nearest = {};

  /// A row's product with a direction, value by value.
  double product(std::int64_t row, const double* direction) const {
    double sum = 0;
    for (std::int64_t j = starts[row]; j < starts[row + 1]; ++j) sum += values[j] * direction[column_of[j]];
    return sum;
  }
};

/// The start of spherical k-means (emulated_sparse_cover.cpp), and its rounds (emulated_directions.cpp).
void add_sparse_cover(BellwetherDeviceFunctions& functions);
void add_directions(BellwetherDeviceFunctions& functions);

}  // namespace bellwether::emulated
