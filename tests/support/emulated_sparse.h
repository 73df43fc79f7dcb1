#pragma once
// Sparse rows that the emulated device holds.

#include <cstdint>
#include <vector>

namespace bellwether::emulated {

struct SparseHeld {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int64_t> starts = {};
  std::vector<std::int32_t> column_of = {};
  std::vector<double> values = {};
};

}  // namespace bellwether::emulated
