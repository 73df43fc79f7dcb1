#include "rows.cuh"

namespace bellwether::cuda {
namespace {

__global__ void begin_extent(int columns, double* partial) {
  for (int p = threadIdx.x; p < columns; p += blockDim.x) {
    double* of_block = partial + static_cast<std::int64_t>(blockIdx.x) * 3 * columns;
    of_block[p] = INFINITY;
    of_block[columns + p] = -INFINITY;
    of_block[2 * columns + p] = 0;
  }
}

/// Each thread follows some columns down every extent_blocks-th run of rows. A value that is not a number leaves
/// its mark in the sum.
template <class T>
__global__ void __launch_bounds__(256) follow_columns(Layout layout, Chunk chunk, const T* values, double* partial) {
  constexpr int run = 64;
  const int columns = layout.columns;
  double* of_block = partial + static_cast<std::int64_t>(blockIdx.x) * 3 * columns;
  for (int p = threadIdx.x; p < columns; p += blockDim.x) {
    double least = of_block[p], most = of_block[columns + p], sum = of_block[2 * columns + p];
    for (std::int64_t from = static_cast<std::int64_t>(blockIdx.x) * run; from < chunk.rows;
         from += static_cast<std::int64_t>(extent_blocks) * run) {
      const std::int64_t to = min(from + run, chunk.rows);
#pragma unroll 8
      for (std::int64_t row = from; row < to; ++row) {
        const double value = static_cast<double>(values[row * columns + p]);
        least = fmin(least, value);
        most = fmax(most, value);
        sum += value;
      }
    }
    of_block[p] = least;
    of_block[columns + p] = most;
    of_block[2 * columns + p] = sum;
  }
}

template <class T>
__global__ void widen_values(const T* values, std::int64_t count, double* out) {
  const std::int64_t at = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
  if (at < count) out[at] = static_cast<double>(values[at]);
}

}  // namespace

void first_extent(const Layout& layout, double* partial, cudaStream_t stream) {
  begin_extent<<<extent_blocks, 256, 0, stream>>>(layout.columns, partial);
  check(cudaGetLastError());
}

void add_extent(const Layout& layout, const Chunk& chunk, double* partial, cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    const int threads = layout.columns < 256 ? (layout.columns + 31) / 32 * 32 : 256;
    follow_columns<<<extent_blocks, threads, 0, stream>>>(layout, chunk, values, partial);
  });
  check(cudaGetLastError());
}

void widen(const Layout& layout, const Chunk& chunk, std::int64_t first, std::int64_t count, double* out,
           cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    const std::int64_t numbers = count * layout.columns;
    widen_values<<<blocks_for(numbers, 256), 256, 0, stream>>>(values + first * layout.columns, numbers, out);
  });
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
