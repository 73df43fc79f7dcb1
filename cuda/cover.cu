#include "cover.cuh"

#include "exact.cuh"

namespace bellwether::cuda {
namespace {

template <class T, bool directions>
__global__ void measure_first(Layout layout, Chunk chunk, const T* values, const double* centre, Cover cover) {
  const std::int64_t group = (blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x) / 8;
  const std::int64_t row = min(group, chunk.rows - 1);
  const double sum = sum_in_groups<directions>(values + row * layout.columns, centre, layout.columns);
  if ((threadIdx.x & 7) != 0 || group >= chunk.rows) return;
  const std::int64_t item = chunk.first + row;
  cover.nearest[item] = distance_of<directions>(sum, layout.inverse, item);
  cover.owner[item] = 0;
  cover.nearer[item] = 0;
}

/// A block for each shard. It measures some items at a time, eight lanes to each that a candidate may be nearer
/// to; then a thread for each candidate adds their new distances in the items' order, and eight threads add those
/// of the items that are left alone.
template <class T, bool directions>
__global__ void __launch_bounds__(256) measure_candidates(Layout layout, Chunk chunk, const T* values,
                                                          std::int64_t shard_rows, Candidates candidates, Cover cover,
                                                          double* potentials) {
  constexpr int piece = 128;
  __shared__ double distances[most_candidates][piece], kept_values[piece], kept[8];
  __shared__ bool open[piece];
  const std::int64_t begin = blockIdx.x * shard_rows;
  const int rows = static_cast<int>(min(shard_rows, chunk.rows - begin));
  const int group = threadIdx.x / 8, lane = threadIdx.x & 7;
  const int count = candidates.count;
  double potential = 0;
  for (int from = 0; from < rows; from += piece) {
    __syncthreads();
    for (int i = group; i < piece; i += 32) {
      const int row = min(from + i, rows - 1);
      const std::int64_t item = chunk.first + begin + row;
      const double nearest = cover.nearest[item];
      const bool may_change = candidates.limits[cover.owner[item]] < 4 * (nearest + candidates.slack);
      unsigned short nearer = 0;
      // Lanes of a warp sum together, so its four items are measured if one of them is to be.
      if (__any_sync(all_lanes, may_change))
        for (int c = 0; c < count; ++c) {
          const double sum = sum_in_groups<directions>(values + (begin + row) * layout.columns,
                                                       candidates.centres + c * layout.columns, layout.columns);
          const double distance = distance_of<directions>(sum, layout.inverse, item);
          if (distance < nearest) nearer |= static_cast<unsigned short>(1u << c);
          if (lane == 0) distances[c][i] = distance < nearest ? distance : nearest;
        }
      if (lane != 0) continue;
      open[i] = may_change;
      kept_values[i] = nearest;
      if (from + i < rows) cover.nearer[item] = may_change ? nearer : 0;
    }
    __syncthreads();
    const int here = min(piece, rows - from);
    if (static_cast<int>(threadIdx.x) < count) {
      for (int i = 0; i < here; ++i)
        if (open[i]) potential += distances[threadIdx.x][i];
    } else if (threadIdx.x >= 32 && threadIdx.x < 40) {
      for (int i = 0; i < here; ++i)
        if (!open[i] && (from + i) % candidates.block_rows % 8 == static_cast<int>(threadIdx.x) - 32)
          potential += kept_values[i];
    }
  }
  if (threadIdx.x >= 32 && threadIdx.x < 40) kept[threadIdx.x - 32] = potential;
  __syncthreads();
  if (threadIdx.x >= most_candidates) return;
  double sum = 0;
  for (int l = 0; l < 8; ++l) sum += kept[l];
  potentials[(chunk.first / shard_rows + blockIdx.x) * most_candidates + threadIdx.x] = potential + sum;
}

template <class T, bool directions>
__global__ void measure_kept(Layout layout, Chunk chunk, const T* values, const double* centre, int winner, int number,
                             Cover cover) {
  const std::int64_t group = (blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x) / 8;
  const std::int64_t row = min(group, chunk.rows - 1), item = chunk.first + row;
  const bool nearer = group < chunk.rows && (cover.nearer[item] >> winner & 1) != 0;
  if (!__any_sync(all_lanes, nearer)) return;
  const double sum = sum_in_groups<directions>(values + row * layout.columns, centre, layout.columns);
  if (!nearer || (threadIdx.x & 7) != 0) return;
  cover.nearest[item] = distance_of<directions>(sum, layout.inverse, item);
  cover.owner[item] = number;
}

}  // namespace

void cover_by_first(const Layout& layout, const Chunk& chunk, const double* centre, const Cover& cover,
                    cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto kernel = layout.directions() ? measure_first<T, true> : measure_first<T, false>;
    kernel<<<blocks_for(chunk.rows, 32), 256, 0, stream>>>(layout, chunk, values, centre, cover);
  });
  check(cudaGetLastError());
}

void look_at(const Layout& layout, const Chunk& chunk, std::int64_t shard_rows, const Candidates& candidates,
             const Cover& cover, double* potentials, cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto kernel = layout.directions() ? measure_candidates<T, true> : measure_candidates<T, false>;
    const int shards = blocks_for(chunk.rows, static_cast<int>(shard_rows));
    kernel<<<shards, 256, 0, stream>>>(layout, chunk, values, shard_rows, candidates, cover, potentials);
  });
  check(cudaGetLastError());
}

void keep(const Layout& layout, const Chunk& chunk, const double* centre, int winner, int number, const Cover& cover,
          cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto kernel = layout.directions() ? measure_kept<T, true> : measure_kept<T, false>;
    kernel<<<blocks_for(chunk.rows, 32), 256, 0, stream>>>(layout, chunk, values, centre, winner, number, cover);
  });
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
