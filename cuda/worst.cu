#include "sums.cuh"

namespace bellwether::cuda {
namespace {

/// A warp for each shard adds its values one after the other; in the meantime the next ones are on their way.
__global__ void __launch_bounds__(128) sum_values(Cut cut, Chunk chunk, const double* values, double* out) {
  constexpr int piece = 256, few = 16;
  __shared__ double rooms[4][piece + few];  // what is fetched beyond a piece is never added
  const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  const std::int64_t shard = blockIdx.x * 4 + warp, begin = shard * cut.shard_rows;
  if (begin >= chunk.rows) return;
  const int rows = static_cast<int>(min(cut.shard_rows, chunk.rows - begin));
  double sum = 0, next[piece / 32];
  const auto fetch = [&](int from) {
#pragma unroll
    for (int v = 0; v < piece / 32; ++v) {
      const int i = from + v * 32 + lane;
      next[v] = i < rows ? values[begin + i] : 0;
    }
  };
  fetch(0);
  for (int from = 0; from < rows; from += piece) {
    __syncwarp();
#pragma unroll
    for (int v = 0; v < piece / 32; ++v) rooms[warp][v * 32 + lane] = next[v];
    __syncwarp();
    fetch(from + piece);
    const int count = min(piece, rows - from);
    if (lane != 0) continue;
    if (count == piece) {
      // The next numbers are fetched while these are added: one addition waits for the other and for nothing else.
      double these[few], those[few];
      const double* room = rooms[warp];
      for (int j = 0; j < few; ++j) these[j] = room[j];
#pragma unroll 1
      for (int i = 0; i < piece; i += 2 * few) {
#pragma unroll
        for (int j = 0; j < few; ++j) those[j] = room[i + few + j];
#pragma unroll
        for (int j = 0; j < few; ++j) sum += these[j];
#pragma unroll
        for (int j = 0; j < few; ++j) these[j] = room[i + 2 * few + j];
#pragma unroll
        for (int j = 0; j < few; ++j) sum += those[j];
      }
    } else {
      for (int i = 0; i < count; ++i) sum += rooms[warp][i];
    }
  }
  if (lane == 0) out[cut.first_shard + shard] = sum;
}

__device__ bool is_worse(double value, double than, bool directions) {
  return directions ? value < than : value > than;
}

/// A block for each shard: its worst item that may move, the first of equals.
__global__ void __launch_bounds__(256) find_worst(Cut cut, Chunk chunk, bool directions, const double* values,
                                                  const int* held, Sums sums, const State* state) {
  __shared__ double worsts[8];
  __shared__ int items[8];
  if (state->ended) return;
  const std::int64_t begin = blockIdx.x * cut.shard_rows;
  const int rows = static_cast<int>(min(cut.shard_rows, chunk.rows - begin));
  double worst = directions ? 2 : -1;
  int item = -1;
  for (int i = threadIdx.x; i < rows; i += 256) {
    if (held != nullptr && held[chunk.first + begin + i] >= 0) continue;
    if (!is_worse(values[begin + i], worst, directions)) continue;
    worst = values[begin + i];
    item = i;
  }
  const auto compare = [&](double value, int which) {
    if (which < 0) return;
    if (item >= 0 && !is_worse(value, worst, directions) && (value != worst || which >= item)) return;
    worst = value;
    item = which;
  };
  for (int distance = 16; distance > 0; distance /= 2) {
    const double value = __shfl_xor_sync(all_lanes, worst, distance);
    compare(value, __shfl_xor_sync(all_lanes, item, distance));
  }
  if ((threadIdx.x & 31) == 0) {
    worsts[threadIdx.x / 32] = worst;
    items[threadIdx.x / 32] = item;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int w = 1; w < 8; ++w) compare(worsts[w], items[w]);
  sums.worst[blockIdx.x] = worst;
  sums.worst_item[blockIdx.x] = item;
}

/// The worst of the chunk's shards, if it is worse than what earlier chunks had; its row is kept, because the
/// chunk may be gone when an empty cluster wants it. And what the chunk's lists held.
template <class T>
__global__ void __launch_bounds__(256) note_worst(Layout layout, Cut cut, Chunk chunk, const T* values, int shards,
                                                  Sums sums, State* state) {
  __shared__ double worsts[256];
  __shared__ int found[256];
  __shared__ std::int64_t chosen;
  if (state->ended) return;
  const bool directions = layout.directions();
  double worst = state->worst;
  int best = -1;
  for (int s = threadIdx.x; s < shards; s += 256)
    if (sums.worst_item[s] >= 0 && is_worse(sums.worst[s], worst, directions)) {
      worst = sums.worst[s];
      best = s;
    }
  worsts[threadIdx.x] = worst;
  found[threadIdx.x] = best;
  for (int distance = 128; distance > 0; distance /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) >= distance) continue;
    const int other = found[threadIdx.x + distance];
    const double value = worsts[threadIdx.x + distance];
    if (other < 0) continue;
    if (best >= 0 && !is_worse(value, worst, directions) && (value != worst || other >= best)) continue;
    worsts[threadIdx.x] = worst = value;
    found[threadIdx.x] = best = other;
  }
  if (threadIdx.x == 0) {
    chosen = best < 0 ? -1 : best * cut.shard_rows + sums.worst_item[best];
    if (best >= 0) {
      state->worst = worst;
      state->misfit = chunk.first + chosen;
    }
    state->all_uncertain += state->uncertain;
    state->all_crowded += state->crowded;
    state->uncertain = state->crowded = 0;  // of the next chunk
  }
  __syncthreads();
  if (chosen < 0) return;
  for (int p = threadIdx.x; p < layout.columns; p += 256)
    sums.misfit[p] = static_cast<double>(values[chosen * layout.columns + p]);
}

}  // namespace

void add_up_values(const Layout& layout, const Cut& cut, const Chunk& chunk, const int* held, const double* values, const Sums& sums,
                   State* state, const Aside& aside) {
  const int shards = blocks_for(chunk.rows, static_cast<int>(cut.shard_rows));
  sum_values<<<blocks_for(shards, 4), 128, 0, aside.first>>>(cut, chunk, values, sums.objectives);
  find_worst<<<shards, 256, 0, aside.second>>>(cut, chunk, layout.directions(), values, held, sums, state);
  with_values(layout, chunk.values, [&](const auto* rows) {
    note_worst<<<1, 256, 0, aside.second>>>(layout, cut, chunk, rows, shards, sums, state);
  });
  check(cudaGetLastError());
}

void sum_shards(const Chunk& chunk, std::int64_t shard_rows, const double* values, double* out, cudaStream_t stream) {
  const Cut cut{shard_rows, chunk.first / shard_rows, 1};
  const int shards = blocks_for(chunk.rows, static_cast<int>(shard_rows));
  sum_values<<<blocks_for(shards, 4), 128, 0, stream>>>(cut, chunk, values, out);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
