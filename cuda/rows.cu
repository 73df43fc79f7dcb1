#include "rows.cuh"

#include "exact.cuh"

namespace bellwether::cuda {
namespace {

/// A block for each shard of the chunk; each of its threads follows some columns down the rows.
template <class T>
__global__ void __launch_bounds__(256) follow_columns(Layout layout, Chunk chunk, const T* values,
                                                      std::int64_t shard_rows, Extents extents) {
  const int columns = layout.columns;
  const std::int64_t begin = blockIdx.x * shard_rows, end = min(begin + shard_rows, chunk.rows);
  const std::int64_t of_shard = (chunk.first / shard_rows + blockIdx.x) * columns;
  for (int p = threadIdx.x; p < columns; p += blockDim.x) {
    double least = static_cast<double>(values[begin * columns + p]), most = least, sum = 0;
    bool missing = false;
#pragma unroll 8
    for (std::int64_t row = begin; row < end; ++row) {
      const double value = static_cast<double>(values[row * columns + p]);
      least = value < least ? value : least;
      most = value > most ? value : most;
      missing |= value != value;
      sum += value;
    }
    extents.least[of_shard + p] = missing ? NAN : least;
    extents.most[of_shard + p] = missing ? NAN : most;
    extents.sums[of_shard + p] = sum;
  }
}

/// Eight lanes to a row.
template <class T>
__global__ void __launch_bounds__(256) square_rows(Layout layout, Chunk chunk, const T* values, double* squares) {
  const std::int64_t group = (blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x) / 8;
  const std::int64_t row = min(group, chunk.rows - 1);
  const double sum = square_in_groups(values + row * layout.columns, layout.columns);
  if ((threadIdx.x & 7) == 0 && group < chunk.rows) squares[chunk.first + row] = sum;
}

}  // namespace

void find_extents(const Layout& layout, const Chunk& chunk, std::int64_t shard_rows, const Extents& extents,
                  cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    const int threads = layout.columns < 256 ? (layout.columns + 31) / 32 * 32 : 256;
    const auto shards = static_cast<int>((chunk.rows + shard_rows - 1) / shard_rows);
    follow_columns<<<shards, threads, 0, stream>>>(layout, chunk, values, shard_rows, extents);
  });
  check(cudaGetLastError());
}

void find_squares(const Layout& layout, const Chunk& chunk, double* squares, cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    square_rows<<<blocks_for(chunk.rows, 32), 256, 0, stream>>>(layout, chunk, values, squares);
  });
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
