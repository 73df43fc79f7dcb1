#include "sums.cuh"

#include <algorithm>

namespace bellwether::cuda {
namespace {

/// A block for each shard.
__global__ void sort_by_label(Cut cut, Chunk chunk, const int* labels, Order order, int* counts, const State* state) {
  extern __shared__ int places[];  // warps x clusters
  if (state->ended) return;
  const std::int64_t begin = blockIdx.x * cut.shard_rows;
  const int rows = static_cast<int>(min(cut.shard_rows, chunk.rows - begin));
  order_by_label(rows, cut.clusters, labels + begin, places, order.items + begin,
                 order.starts + blockIdx.x * static_cast<std::int64_t>(cut.clusters + 1), counts);
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
/// and its sums stay in registers, and the next rows are on their way while some are added. The terms of an item's
/// distance lie in the lanes as they lie in the running groups of the library's kernels. `whole`: there are exactly
/// 32 `each` columns.
template <class T, int each, bool whole, bool directions, class Place>
__device__ __forceinline__ void sum_share(const Share<T>& share, const Place* items, int columns_given,
                                          double (*room)[whole ? 9 : 17]) {
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
  T next[in_flight][each];
  double next_factor = 1;
  const auto fetch = [&](int from) {
    const int mine = items[min(from + (lane & (in_flight - 1)), share.count - 1)];
    if constexpr (directions) next_factor = share.inverse[mine];
#pragma unroll
    for (int u = 0; u < in_flight; ++u) {
      const T* row = share.values + static_cast<std::int64_t>(__shfl_sync(all_lanes, mine, u)) * columns + lane;
#pragma unroll
      for (int j = 0; j < each; ++j) next[u][j] = there(j) ? row[32 * j] : T(0);
    }
  };
  if (share.count > 0) fetch(0);
  for (int from = 0; from < share.count; from += in_flight) {
    T x[in_flight][each];
#pragma unroll
    for (int u = 0; u < in_flight; ++u)
#pragma unroll
      for (int j = 0; j < each; ++j) x[u][j] = next[u][j];
    const double factor = next_factor;
    if (from + in_flight < share.count) fetch(from + in_flight);

    double running[in_flight];
#pragma unroll
    for (int u = 0; u < in_flight; ++u) {
      const bool counts = from + u < share.count;
      const double scale = directions ? __shfl_sync(all_lanes, factor, u) : 1;
      double last_term = 0;
      running[u] = 0;
#pragma unroll
      for (int j = 0; j < each; ++j) {
        const double value = static_cast<double>(x[u][j]);
        const double t = term<directions>(value, centre[j]);
        if (whole || j < blocks) running[u] += t;
        if (!whole && j == blocks) last_term = t;
        if (counts) sum[j] += directions ? scale * value : value;
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
#pragma unroll
    for (int u = 0; u < fourth; ++u) {
      const double sent = top ? pairs[u] : pairs[fourth + u], kept = top ? pairs[fourth + u] : pairs[u];
      room[from % 32 + (upper ? half : 0) + (top ? fourth : 0) + u][lane & 7] = kept + __shfl_xor_sync(all_lanes, sent, 16);
    }
    if (from % 32 + in_flight < 32 && from + in_flight < share.count) continue;

    const int base = from / 32 * 32;
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
__global__ void __launch_bounds__(32 * sum_warps) sum_clusters(Layout layout, Cut cut, Chunk chunk, const T* values,
                                                               const double* centres, Order order, double* sums,
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

/// Shards of few items: a block orders those of a shard in its own memory; then its warps take one cluster after the other.
/// `blockIdx.y` says which part of the clusters it takes.
template <class T, int each, bool whole, bool directions>
__global__ void __launch_bounds__(32 * sum_warps, each * sizeof(T) <= 16 ? 3 : 2) sum_shard(Layout layout, Cut cut, Chunk chunk, const T* values,
                                                               const double* centres, const int* labels, Order order, Sums sums,
                                                               const State* state) {
  extern __shared__ int room[];  // warps x clusters places, clusters + 1 starts; then the items
  __shared__ double rooms[sum_warps][32][whole ? 9 : 17];
  __shared__ int next;
  if (state->ended) return;
  const int warp = threadIdx.x / 32, parts = static_cast<int>(gridDim.y);
  int* starts = room + sum_warps * cut.clusters;
  auto* items = reinterpret_cast<unsigned short*>(starts + cut.clusters + 1);
  const std::int64_t begin = blockIdx.x * cut.shard_rows;
  const int rows = static_cast<int>(min(cut.shard_rows, chunk.rows - begin));
  if (threadIdx.x == 0) next = static_cast<int>(blockIdx.y) + parts * sum_warps;
  order_by_label(rows, cut.clusters, labels + begin, room, items, starts, blockIdx.y == 0 ? sums.counts : nullptr);
  __syncthreads();
  for (int cluster = static_cast<int>(blockIdx.y) + parts * warp; cluster < cut.clusters;) {
    Share<T> share =
        share_of(layout, cut, chunk, values, centres, order, sums.features, static_cast<int>(blockIdx.x), cluster);
    share.count = starts[cluster + 1] - starts[cluster];
    sum_share<T, each, whole, directions>(share, items + starts[cluster], layout.columns, rooms[warp]);
    if ((threadIdx.x & 31) == 0) cluster = atomicAdd(&next, parts);
    cluster = __shfl_sync(all_lanes, cluster, 0);
  }
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

constexpr int most_columns = 128;  // whose sums a warp has in its registers

/// What sum_shard wants, beside its rooms.
int bytes_in_shard(const Cut& cut) {
  return (sum_warps * cut.clusters + cut.clusters + 1) * static_cast<int>(sizeof(int)) +
         static_cast<int>(std::min<std::int64_t>(cut.shard_rows, 65536)) * static_cast<int>(sizeof(unsigned short));
}

/// Three blocks find room beside each other then.
bool sorts_in_shard(const Layout& layout, const Cut& cut) {
  return layout.columns <= most_columns && cut.shard_rows <= 65536 && bytes_in_shard(cut) <= 32 * 1024;
}

template <class T, int each, bool whole, bool directions>
void sum_rows(const Layout& layout, const Cut& cut, const Chunk& chunk, const T* values, const double* centres,
              const int* labels, const Order& order, const Sums& sums, const State* state, const Machine& machine,
              cudaStream_t stream) {
  const int shards = blocks_for(chunk.rows, static_cast<int>(cut.shard_rows));
  if (!sorts_in_shard(layout, cut)) {
    sum_clusters<T, each, whole, directions><<<shards * blocks_for(cut.clusters, sum_warps), 32 * sum_warps, 0, stream>>>(
        layout, cut, chunk, values, centres, order, sums.features, state);
    return;
  }
  const auto kernel = sum_shard<T, each, whole, directions>;
  const int bytes = bytes_in_shard(cut);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  // Few shards: several blocks to each, so that there is work for everybody.
  const int parts = std::clamp(3 * machine.processors / shards, 1, blocks_for(cut.clusters, sum_warps));
  kernel<<<dim3(static_cast<unsigned>(shards), static_cast<unsigned>(parts)), 32 * sum_warps, bytes, stream>>>(
      layout, cut, chunk, values, centres, labels, order, sums, state);
}

template <class T, bool directions>
void sum_chunk(const Layout& layout, const Cut& cut, const Chunk& chunk, const T* values, const double* centres,
               const int* labels, const Order& order, const Sums& sums, const State* state, const Machine& machine,
               cudaStream_t stream) {
  const auto with = [&](auto kernel) {
    kernel(layout, cut, chunk, values, centres, labels, order, sums, state, machine, stream);
  };
  const int columns = layout.columns;
  if (columns == 32) return with(sum_rows<T, 1, true, directions>);
  if (columns == 64) return with(sum_rows<T, 2, true, directions>);
  if (columns == 128) return with(sum_rows<T, 4, true, directions>);
  if (columns < 32) return with(sum_rows<T, 1, false, directions>);
  if (columns < 64) return with(sum_rows<T, 2, false, directions>);
  if (columns < most_columns) return with(sum_rows<T, 4, false, directions>);
  measure<T, directions><<<blocks_for(chunk.rows, 8), 256, 0, stream>>>(layout, chunk, values, centres, labels,
                                                                      order.values, state);
  const int shards = blocks_for(chunk.rows, static_cast<int>(cut.shard_rows));
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
  if (!sorts_in_shard(layout, cut)) {
    const int warps = std::clamp(machine.shared_bytes / 2 / (clusters * static_cast<int>(sizeof(int))), 1, 16);
    const int bytes = warps * clusters * static_cast<int>(sizeof(int));
    check(cudaFuncSetAttribute(sort_by_label, cudaFuncAttributeMaxDynamicSharedMemorySize, machine.shared_bytes));
    const int shards = blocks_for(chunk.rows, static_cast<int>(tree.shard_rows));
    sort_by_label<<<shards, 32 * warps, bytes, stream>>>(cut, chunk, of_chunk, order, sums.counts, state);
  }
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto work = layout.directions() ? sum_chunk<T, true> : sum_chunk<T, false>;
    work(layout, cut, chunk, values, centres, of_chunk, order, sums, state, machine, stream);
  });
  check(cudaGetLastError());
  aside.begin(stream);
  add_up_values(layout, cut, chunk, held, order.values, sums, state, aside);
}

}  // namespace bellwether::cuda
