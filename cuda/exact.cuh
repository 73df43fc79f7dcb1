#pragma once
// Arithmetic in double precision whose order is that of the library's kernels (mixtures/kernels/simd.h): four
// running groups of eight numbers, then whole groups, then the rest one by one. Everything in this folder is
// compiled without contraction to fused multiply-adds, except where one is written out.

#include "common.cuh"

namespace bellwether::cuda {

constexpr unsigned all_lanes = 0xffffffffu;

/// One feature's part of a squared distance or of a product.
template <bool directions>
__device__ __forceinline__ double term(double x, double c) {
  if constexpr (directions) {
    return x * c;
  } else {
    const double difference = x - c;
    return difference * difference;
  }
}

/// Eight neighbouring lanes sum the terms of one row and one centre; each of them gets the sum. All lanes of
/// the warp take part.
template <bool directions, class T>
__device__ double sum_in_groups(const T* x, const double* c, int columns) {
  const int lane = threadIdx.x & 7;
  double running[4] = {0, 0, 0, 0};
  int p = 0;
  for (; p + 32 <= columns; p += 32)
#pragma unroll
    for (int g = 0; g < 4; ++g) {
      const int q = p + 8 * g + lane;
      running[g] += term<directions>(static_cast<double>(x[q]), c[q]);
    }
  for (; p + 8 <= columns; p += 8) running[0] += term<directions>(static_cast<double>(x[p + lane]), c[p + lane]);
  const double mine = (running[0] + running[1]) + (running[2] + running[3]);
  double total = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) total += __shfl_sync(all_lanes, mine, j, 8);
  for (; p < columns; ++p) total += term<directions>(static_cast<double>(x[p]), c[p]);
  return total;
}

/// The squared length of a row, likewise.
template <class T>
__device__ double square_in_groups(const T* x, int columns) {
  const int lane = threadIdx.x & 7;
  double running[4] = {0, 0, 0, 0};
  const auto square = [&](int p) {
    const double value = static_cast<double>(x[p]);
    return value * value;
  };
  int p = 0;
  for (; p + 32 <= columns; p += 32)
#pragma unroll
    for (int g = 0; g < 4; ++g) running[g] += square(p + 8 * g + lane);
  for (; p + 8 <= columns; p += 8) running[0] += square(p + lane);
  const double mine = (running[0] + running[1]) + (running[2] + running[3]);
  double total = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) total += __shfl_sync(all_lanes, mine, j, 8);
  for (; p < columns; ++p) total += square(p);
  return total;
}

/// The same as sum_in_groups() by a whole warp: its lanes are the four running groups.
template <bool directions, class T>
__device__ double sum_in_warp(const T* x, const double* c, int columns) {
  const int lane = threadIdx.x & 31;
  double running = 0;
  int p = 0;
#pragma unroll 4
  for (; p + 32 <= columns; p += 32) running += term<directions>(static_cast<double>(x[p + lane]), c[p + lane]);
  for (; p + 8 <= columns; p += 8)
    if (lane < 8) running += term<directions>(static_cast<double>(x[p + lane]), c[p + lane]);
  running += __shfl_xor_sync(all_lanes, running, 8);
  running += __shfl_xor_sync(all_lanes, running, 16);
  double total = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) total += __shfl_sync(all_lanes, running, j);
  for (; p < columns; ++p) total += term<directions>(static_cast<double>(x[p]), c[p]);
  return total;
}

/// What the start compares: squared distances, of directions 2 - 2 cos.
template <bool directions>
__device__ __forceinline__ double distance_of(double sum, const double* inverse, std::int64_t item) {
  if constexpr (directions) {
    return fmax(0.0, 2 - 2 * (inverse[item] * sum));
  } else {
    return sum;
  }
}

/// A value of a row in the frame; `factor` is the inverse length of a row that counts as a direction.
template <class T>
__device__ __forceinline__ double in_frame(T x, double shift, double scale, double factor) {
  return (static_cast<double>(x) - shift) * scale * factor;
}

}  // namespace bellwether::cuda
