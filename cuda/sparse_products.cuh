#pragma once
// Products of sparse rows, in double and in the order of their values.

#include "column_sums.cuh"
#include "exact.cuh"

namespace bellwether::cuda {

/// The product of an item and one direction, value by value. `lanes` neighbouring lanes have an item; all lanes take part, for
/// `longest` values.
template <int lanes>
__device__ double product(const SparseLayout& layout, std::int64_t begin, int length, int longest, const ByFeature& directions, int cluster) {
  const int lane = threadIdx.x & (lanes - 1);
  double sum = 0;
  for (int from = 0; from < longest; from += lanes) {
    double term = 0;
    if (from + lane < length) {
      const std::int64_t column = layout.column_of[begin + from + lane];
      term = layout.values[begin + from + lane] * directions.values[column * directions.stride + cluster];
    }
#pragma unroll
    for (int t = 0; t < lanes; ++t) {
      const double next = __shfl_sync(all_lanes, term, t, lanes);
      if (from + t < length) sum += next;
    }
  }
  return sum;
}

}  // namespace bellwether::cuda
