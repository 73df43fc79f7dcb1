#pragma once
// A shard's items by their labels, those of one label in their own order.

#include "common.cuh"
#include "exact.cuh"

namespace bellwether::cuda {

/// How the items of a chunk are cut.
struct Cut {
  std::int64_t shard_rows;
  std::int64_t first_shard;  ///< of the chunk
  int clusters;
};

/// A block orders `rows` labels. Its warps count the labels of an equal run of items each; then every label has its
/// place, and every warp its own behind those of the warps before it; then each warp puts its items there.
/// `places` is room for a number for each warp and cluster. The whole block takes part, and has to wait before it
/// reads.
__device__ inline void order_by_label(int rows, int clusters, const int* labels, int* places, int* items, int* starts) {
  __shared__ int carried, partial[32];
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  const int run = (rows + 32 * warps - 1) / (32 * warps) * 32;
  const int from = min(rows, warp * run), to = min(rows, from + run);
  for (int i = threadIdx.x; i < warps * clusters; i += blockDim.x) places[i] = 0;
  if (threadIdx.x == 0) carried = 0;
  __syncthreads();
#pragma unroll 8
  for (int i = from + lane; i < to; i += 32) atomicAdd(&places[warp * clusters + labels[i]], 1);
  __syncthreads();

  for (int base = 0; base < clusters; base += blockDim.x) {
    const int label = base + threadIdx.x;
    int count = 0;
    if (label < clusters)
      for (int w = 0; w < warps; ++w) count += places[w * clusters + label];
    int sum = count;
    for (int distance = 1; distance < 32; distance *= 2) {
      const int other = __shfl_up_sync(all_lanes, sum, distance);
      if (lane >= distance) sum += other;
    }
    if (lane == 31) partial[warp] = sum;
    __syncthreads();
    int before = carried + sum - count;
    for (int w = 0; w < warp; ++w) before += partial[w];
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) carried = before + count;
    if (label < clusters) {
      starts[label] = before;
      for (int w = 0; w < warps; ++w) {
        const int here = places[w * clusters + label];
        places[w * clusters + label] = before;
        before += here;
      }
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) starts[clusters] = rows;

  const int bits = 32 - __clz(clusters - 1);
  constexpr int ahead = 4;
  int next[ahead];
  const auto fetch = [&](int base) {
#pragma unroll
    for (int a = 0; a < ahead; ++a) next[a] = base + 32 * a + lane < to ? labels[base + 32 * a + lane] : -1;
  };
  fetch(from);
  for (int base = from; base < to; base += 32 * ahead) {
    int label[ahead];
#pragma unroll
    for (int a = 0; a < ahead; ++a) label[a] = next[a];
    fetch(base + 32 * ahead);
#pragma unroll
    for (int a = 0; a < ahead; ++a) {
      // The lanes that have the same label: bit by bit, which is no slower than __match_any_sync.
      unsigned same = __ballot_sync(all_lanes, label[a] >= 0);
      if (label[a] < 0) same = ~same;
      for (int bit = 0; bit < bits; ++bit) {
        const bool set = (label[a] >> bit & 1) != 0;
        const unsigned others = __ballot_sync(all_lanes, set);
        same &= set ? others : ~others;
      }
      const int rank = __popc(same & ((1u << lane) - 1));
      int place = 0;
      if (label[a] >= 0) place = places[warp * clusters + label[a]];
      __syncwarp();
      if (label[a] >= 0) {
        items[place + rank] = base + 32 * a + lane;
        if (rank == 0) places[warp * clusters + label[a]] = place + __popc(same);
      }
      __syncwarp();
    }
  }
}

}  // namespace bellwether::cuda
