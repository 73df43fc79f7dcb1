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

  // Spherical k-means.
  std::int32_t clusters = 0;
  std::int64_t shard_rows = 0;
  std::vector<double> directions = {}, inverse = {};
  std::vector<std::int32_t> stays = {}, labels = {};
  std::int32_t rounds = 0;
};

/// Spherical k-means (emulated_directions.cpp).
void add_directions(BellwetherDeviceFunctions& functions);

}  // namespace bellwether::emulated
