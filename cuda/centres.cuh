#pragma once
// A centre as scores want it: in the frame, in half precision, with its offset; and the longest of them all.

#include "exact.cuh"
#include "nearest.cuh"

namespace bellwether::cuda {

/// Of centres that are not there: below every score that is certain, and far from what overflows.
constexpr float least_score = -1e30f;

/// A block of at most 256 threads lays out centre k from `centres.exact`.
__device__ inline void lay_out_row(const Layout& layout, const Centres& centres, int k, State* state) {
  __shared__ double squares[8], roundings[8];
  double square = 0, rounding = 0;
  for (int p = threadIdx.x; p < layout.padded; p += blockDim.x) {
    double value = 0;
    if (p < layout.columns)
      value = in_frame(centres.exact[static_cast<std::int64_t>(k) * layout.columns + p], layout.shift[p], layout.scale, 1);
    const __half narrowed = __double2half(value);
    centres.narrow[static_cast<std::int64_t>(k) * layout.padded + p] = narrowed;
    square += value * value;
    const double lost = value - static_cast<double>(__half2float(narrowed));
    rounding += lost * lost;
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    square += __shfl_xor_sync(all_lanes, square, distance);
    rounding += __shfl_xor_sync(all_lanes, rounding, distance);
  }
  if ((threadIdx.x & 31) == 0) {
    squares[threadIdx.x / 32] = square;
    roundings[threadIdx.x / 32] = rounding;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned w = 1; w < blockDim.x / 32; ++w) {
    square += squares[w];
    rounding += roundings[w];
  }
  // Directions are compared by their products alone, all being of length 1.
  centres.offsets[k] = layout.directions() ? 0 : static_cast<float>(-0.5 * square);
  // Rounded up; bits of floats that are not negative are in the order of the floats.
  atomicMax(&state->squared_reach, __float_as_uint(__double2float_ru(square * (1 + 0x1p-20))));
  atomicMax(&state->squared_rounding, __float_as_uint(__double2float_ru(rounding * (1 + 0x1p-20))));
}

/// What fills the last tile.
__device__ inline void lay_out_nothing(const Layout& layout, const Centres& centres, int k) {
  for (int p = threadIdx.x; p < layout.padded; p += blockDim.x)
    centres.narrow[static_cast<std::int64_t>(k) * layout.padded + p] = __half(0.0f);
  if (threadIdx.x == 0) centres.offsets[k] = least_score;
}

}  // namespace bellwether::cuda
