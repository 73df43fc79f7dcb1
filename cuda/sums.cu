#include "sums.cuh"

#include <algorithm>
#include <type_traits>

namespace bellwether::cuda {
namespace {

/// A block for each shard. `in_room`: the order finds room in shared memory, from where it is written in whole lines.
__global__ void sort_by_label(Cut cut, Chunk chunk, const int* labels, Order order, bool in_room, const State* state) {
  extern __shared__ int places[];  // warps x clusters; then the order
  if (state->ended) return;
  const std::int64_t begin = blockIdx.x * cut.shard_rows;
  const int rows = static_cast<int>(min(cut.shard_rows, chunk.rows - begin));
  int* items = order.items + begin;
  int* room = in_room ? places + blockDim.x / 32 * cut.clusters : items;
  order_by_label(rows, cut.clusters, labels + begin, places, room, order.starts + blockIdx.x * static_cast<std::int64_t>(cut.clusters + 1));
  if (!in_room) return;
  __syncthreads();
  for (int i = threadIdx.x; i < rows; i += blockDim.x) items[i] = room[i];
}

/// A block for each cluster: its items in all shards of the chunk. It runs beside the sums.
__global__ void __launch_bounds__(128) count_items(Cut cut, int shards, const int* starts, int* counts, const State* state) {
  __shared__ int of_warps[4];
  if (state->ended) return;
  int count = 0;
  for (int shard = threadIdx.x; shard < shards; shard += 128) {
    const int* start = starts + shard * static_cast<std::int64_t>(cut.clusters + 1) + blockIdx.x;
    count += start[1] - start[0];
  }
  for (int distance = 16; distance > 0; distance /= 2) count += __shfl_xor_sync(all_lanes, count, distance);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = count;
  __syncthreads();
  if (threadIdx.x == 0) counts[blockIdx.x] += of_warps[0] + of_warps[1] + of_warps[2] + of_warps[3];
}

/// What a warp sums: items of one cluster of one shard.
template <class T>
struct Share {
  const T* values;        ///< the shard's first row
  const double* inverse;  ///< of its items
  const double* centre;
  int count;
  double* distances;  ///< becomes: of the shard's items
  double* sums;       ///< becomes: a number for each column
};

/// A warp sums the rows of `items` one after the other, a lane every 32nd feature, and measures each of them. Its centre
/// and its sums stay in registers; while it waits for rows, others of the many warps add theirs. The terms of an item's
/// distance lie in the lanes as they lie in the running groups of the library's kernels. `whole`: there are exactly
/// 32 `each` columns.
template <class T, int each, bool whole, bool directions>
__device__ __forceinline__ void sum_share(const Share<T>& share, const int* items, int columns_given,
                                          double (*room)[whole ? 9 : 17]) {
  constexpr int row_size = whole ? 9 : 17;
  constexpr int in_flight = each * sizeof(T) <= 8 ? 8 : 4;
  const int lane = threadIdx.x & 31, columns = whole ? 32 * each : columns_given;
  const int blocks = columns / 32, eights = columns % 32 / 8, rest = columns % 8;
  const auto there = [&](int j) { return whole || lane + 32 * j < columns; };
  double centre[each], sum[each];
#pragma unroll
  for (int j = 0; j < each; ++j) {
    centre[j] = there(j) ? share.centre[lane + 32 * j] : 0;
    sum[j] = 0;
  }
  struct Group {
    T x[in_flight][each];
    double factor;
  };
  const auto fetch = [&](Group& group, int from) {
    const int mine = items[min(from + (lane & (in_flight - 1)), share.count - 1)];
    if constexpr (directions) group.factor = share.inverse[mine];
#pragma unroll
    for (int u = 0; u < in_flight; ++u) {
      const T* row = share.values + static_cast<std::int64_t>(__shfl_sync(all_lanes, mine, u)) * columns + lane;
#pragma unroll
      for (int j = 0; j < each; ++j) group.x[u][j] = there(j) ? row[32 * j] : T(0);
    }
  };
  // `full`: all of the group's items are there.
  const auto add = [&](const Group& group, int from, auto full) {
    double running[in_flight];
#pragma unroll
    for (int u = 0; u < in_flight; ++u) {
      const double scale = directions ? __shfl_sync(all_lanes, group.factor, u) : 1;
      double last_term = 0;
      running[u] = 0;
#pragma unroll
      for (int j = 0; j < each; ++j) {
        const double value = static_cast<double>(group.x[u][j]);
        const double t = term<directions>(value, centre[j]);
        if (whole || j < blocks) running[u] += t;
        if (!whole && j == blocks) last_term = t;
        if (full.value || from + u < share.count) sum[j] += directions ? scale * value : value;
      }
      if constexpr (!whole) {
        for (int e = 0; e < eights; ++e) {
          const double t = __shfl_sync(all_lanes, last_term, 8 * e + (lane & 7));
          if (lane < 8) running[u] += t;
        }
        const int left = lane - 8 * eights;
        if (left >= 0 && left < rest) room[from % 32 + u][8 + left] = last_term;
      }
    }
    // (r0 + r1) + (r2 + r3): lanes exchange halves of what they have, until each has a fourth of the items.
    constexpr int half = in_flight / 2, fourth = in_flight / 4;
    const bool upper = (lane & 8) != 0, top = (lane & 16) != 0;
    double pairs[half];
#pragma unroll
    for (int u = 0; u < half; ++u) {
      const double sent = upper ? running[u] : running[half + u], kept = upper ? running[half + u] : running[u];
      pairs[u] = kept + __shfl_xor_sync(all_lanes, sent, 8);
    }
    double* mine = &room[from % 32 + (upper ? half : 0) + (top ? fourth : 0)][lane & 7];
#pragma unroll
    for (int u = 0; u < fourth; ++u) {
      const double sent = top ? pairs[u] : pairs[fourth + u], kept = top ? pairs[fourth + u] : pairs[u];
      mine[u * row_size] = kept + __shfl_xor_sync(all_lanes, sent, 16);
    }
  };
  // Distances of the items from `base` on, whose terms are in the room.
  const auto note = [&](int base) {
    __syncwarp();
    if (base + lane < share.count) {
      double total = 0;
#pragma unroll
      for (int j = 0; j < 8; ++j) total += room[lane][j];
      if constexpr (!whole)
        for (int j = 0; j < rest; ++j) total += room[lane][8 + j];
      const int item = items[base + lane];
      share.distances[item] = directions ? share.inverse[item] * total : total;
    }
    __syncwarp();
  };
  for (int from = 0; from < share.count; from += in_flight) {
    Group group;
    fetch(group, from);
    const int after = from + in_flight;
    if (after <= share.count)
      add(group, from, std::true_type());
    else
      add(group, from, std::false_type());
    if (after % 32 == 0 || after >= share.count) note(from / 32 * 32);
  }
#pragma unroll
  for (int j = 0; j < each; ++j)
    if (there(j)) share.sums[lane + 32 * j] = sum[j];
}

constexpr int sum_warps = 8;

template <class T>
__device__ Share<T> share_of(const Layout& layout, const Cut& cut, const Chunk& chunk, const T* values, const double* centres,
                             const Order& order, double* sums, int shard, int cluster) {
  const std::int64_t begin = shard * cut.shard_rows, columns = layout.columns;
  return {values + begin * columns,
          layout.inverse == nullptr ? nullptr : layout.inverse + chunk.first + begin,
          centres + cluster * columns,
          0,
          order.values + begin,
          sums + ((cut.first_shard + shard) * cut.clusters + cluster) * columns};
}

/// A warp for each cluster of each shard, whose items are in order already.
template <class T, int each, bool whole, bool directions>
__global__ void __launch_bounds__(32 * sum_warps, each * sizeof(T) > 8 ? 3 : whole ? 5 : 4)
    sum_clusters(Layout layout, Cut cut, Chunk chunk, const T* values, const double* centres, Order order, double* sums,
                 const State* state) {
  __shared__ double rooms[sum_warps][32][whole ? 9 : 17];
  if (state->ended) return;
  const int warp = threadIdx.x / 32;
  const int groups = (cut.clusters + sum_warps - 1) / sum_warps;
  const int shard = blockIdx.x / groups, cluster = blockIdx.x % groups * sum_warps + warp;
  if (cluster >= cut.clusters) return;
  const int* starts = order.starts + shard * static_cast<std::int64_t>(cut.clusters + 1) + cluster;
  Share<T> share = share_of(layout, cut, chunk, values, centres, order, sums, shard, cluster);
  share.count = starts[1] - starts[0];
  sum_share<T, each, whole, directions>(share, order.items + shard * cut.shard_rows + starts[0], layout.columns, rooms[warp]);
}

/// Many features: distances by a warp for each item, and sums by a block for each cluster of each shard.
template <class T, bool directions>
__global__ void measure(Layout layout, Chunk chunk, const T* values, const double* centres, const int* labels,
                        double* out, const State* state) {
  if (state->ended) return;
  const std::int64_t item = (blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x) / 32;
  if (item >= chunk.rows) return;
  const double sum = sum_in_warp<directions>(values + item * layout.columns,
                                             centres + static_cast<std::int64_t>(labels[item]) * layout.columns,
                                             layout.columns);
  if ((threadIdx.x & 31) == 0) out[item] = directions ? layout.inverse[chunk.first + item] * sum : sum;
}

template <class T, bool directions>
__global__ void __launch_bounds__(128) sum_features(Layout layout, Cut cut, Chunk chunk, const T* values, Order order,
                                                    double* sums, const State* state) {
  constexpr int each = 4, in_flight = 4;
  if (state->ended) return;
  const int shard = blockIdx.x / cut.clusters, cluster = blockIdx.x % cut.clusters;
  const std::int64_t begin = shard * cut.shard_rows;
  const int* starts = order.starts + shard * static_cast<std::int64_t>(cut.clusters + 1) + cluster;
  const int first = starts[0], last = starts[1], columns = layout.columns;
  sums += ((cut.first_shard + shard) * cut.clusters + cluster) * columns;
  for (int panel = threadIdx.x; panel < columns; panel += 128 * each) {
    double sum[each] = {};
    for (int i = first; i < last; i += in_flight) {
      T x[in_flight][each];
      double scale[in_flight];
#pragma unroll
      for (int u = 0; u < in_flight; ++u) {
        const std::int64_t item = begin + order.items[begin + min(i + u, last - 1)];
        scale[u] = directions ? layout.inverse[chunk.first + item] : 1;
#pragma unroll
        for (int j = 0; j < each; ++j)
          x[u][j] = panel + 128 * j < columns ? values[item * columns + panel + 128 * j] : T(0);
      }
#pragma unroll
      for (int u = 0; u < in_flight; ++u)
        if (i + u < last)
#pragma unroll
          for (int j = 0; j < each; ++j) {
            const double value = static_cast<double>(x[u][j]);
            sum[j] += directions ? scale[u] * value : value;
          }
    }
#pragma unroll
    for (int j = 0; j < each; ++j)
      if (panel + 128 * j < columns) sums[panel + 128 * j] = sum[j];
  }
}

template <class T, bool directions>
void sum_chunk(const Layout& layout, const Cut& cut, const Chunk& chunk, const T* values, const double* centres,
               const int* labels, const Order& order, const Sums& sums, const State* state, cudaStream_t stream) {
  const int shards = blocks_for(chunk.rows, static_cast<int>(cut.shard_rows));
  const auto with = [&](auto kernel) {
    kernel<<<shards * blocks_for(cut.clusters, sum_warps), 32 * sum_warps, 0, stream>>>(layout, cut, chunk, values, centres,
                                                                                       order, sums.features, state);
  };
  const int columns = layout.columns;
  if (columns == 32) return with(sum_clusters<T, 1, true, directions>);
  if (columns == 64) return with(sum_clusters<T, 2, true, directions>);
  if (columns == 128) return with(sum_clusters<T, 4, true, directions>);
  if (columns < 32) return with(sum_clusters<T, 1, false, directions>);
  if (columns < 64) return with(sum_clusters<T, 2, false, directions>);
  if (columns < 128) return with(sum_clusters<T, 4, false, directions>);
  measure<T, directions><<<blocks_for(chunk.rows, 8), 256, 0, stream>>>(layout, chunk, values, centres, labels,
                                                                      order.values, state);
  sum_features<T, directions><<<shards * cut.clusters, 128, 0, stream>>>(layout, cut, chunk, values, order,
                                                                       sums.features, state);
}

}  // namespace

int most_clusters(const Machine& machine) {
  return machine.shared_bytes / static_cast<int>(sizeof(int));
}

void add_up(const Layout& layout, const Chunk& chunk, const Tree& tree, int clusters, const double* centres,
            const int* labels, const int* held, const Order& order, const Sums& sums, State* state,
            const Machine& machine, cudaStream_t stream, const Aside& aside) {
  const Cut cut{tree.shard_rows, chunk.first / tree.shard_rows, clusters};
  const int* of_chunk = labels + chunk.first;
  const int shards = blocks_for(chunk.rows, static_cast<int>(tree.shard_rows));
  const int each = clusters * static_cast<int>(sizeof(int));
  const int warps = std::clamp(machine.shared_bytes / 2 / each, 1, clusters < 256 ? 8 : 16);
  const std::int64_t with_order = warps * each + tree.shard_rows * static_cast<std::int64_t>(sizeof(int));
  const bool in_room = tree.shard_rows <= 8192 && with_order <= machine.shared_bytes;  // more would leave blocks alone
  const int bytes = in_room ? static_cast<int>(with_order) : warps * each;
  check(cudaFuncSetAttribute(sort_by_label, cudaFuncAttributeMaxDynamicSharedMemorySize, machine.shared_bytes));
  sort_by_label<<<shards, 32 * warps, bytes, stream>>>(cut, chunk, of_chunk, order, in_room, state);
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto work = layout.directions() ? sum_chunk<T, true> : sum_chunk<T, false>;
    work(layout, cut, chunk, values, centres, of_chunk, order, sums, state, stream);
  });
  check(cudaGetLastError());
  aside.begin(stream);
  count_items<<<clusters, 128, 0, aside.second>>>(cut, shards, order.starts, sums.counts, state);
  add_up_values(layout, cut, chunk, held, order.values, sums, state, aside);
}

}  // namespace bellwether::cuda
