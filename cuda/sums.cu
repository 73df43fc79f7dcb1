#include "sums.cuh"

#include <algorithm>
#include <functional>
#include <map>

#include "exact.cuh"

namespace bellwether::cuda {
namespace {

struct Cut {
  std::int64_t shard_rows;
  std::int64_t first_shard;  ///< of the chunk
  int clusters;
};

/// A block for each shard. Its warps count the labels of an equal run of items each; then every label has its
/// place, and every warp its own behind those of the warps before it; then each warp puts its items there.
__global__ void sort_by_label(Cut cut, Chunk chunk, const int* labels, Order order, int* counts, const State* state) {
  extern __shared__ int places[];  // warps x clusters
  __shared__ int carried, partial[32];
  if (state->ended) return;
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  const std::int64_t begin = blockIdx.x * cut.shard_rows;
  const int rows = static_cast<int>(min(cut.shard_rows, chunk.rows - begin));
  const int run = (rows + 32 * warps - 1) / (32 * warps) * 32;
  const int from = min(rows, warp * run), to = min(rows, from + run);
  labels += begin;
  for (int i = threadIdx.x; i < warps * cut.clusters; i += blockDim.x) places[i] = 0;
  if (threadIdx.x == 0) carried = 0;
  __syncthreads();
  for (int i = from + lane; i < to; i += 32) atomicAdd(&places[warp * cut.clusters + labels[i]], 1);
  __syncthreads();

  int* starts = order.starts + blockIdx.x * static_cast<std::int64_t>(cut.clusters + 1);
  for (int base = 0; base < cut.clusters; base += blockDim.x) {
    const int label = base + threadIdx.x;
    int count = 0;
    if (label < cut.clusters)
      for (int w = 0; w < warps; ++w) count += places[w * cut.clusters + label];
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
    if (label < cut.clusters) {
      starts[label] = before;
      if (count > 0) atomicAdd(&counts[label], count);
      for (int w = 0; w < warps; ++w) {
        const int here = places[w * cut.clusters + label];
        places[w * cut.clusters + label] = before;
        before += here;
      }
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) starts[cut.clusters] = rows;

  for (int base = from; base < to; base += 32) {
    const bool there = base + lane < to;
    const int label = there ? labels[base + lane] : -1;
    const unsigned same = __match_any_sync(all_lanes, label);
    const int rank = __popc(same & ((1u << lane) - 1));
    int place = 0;
    if (there) place = places[warp * cut.clusters + label];
    __syncwarp();
    if (there) {
      order.items[begin + place + rank] = base + lane;
      if (rank == 0) places[warp * cut.clusters + label] = place + __popc(same);
    }
    __syncwarp();
  }
}

/// A warp for each cluster of each shard, a lane for every 32nd feature: its centre and its sums stay in registers. The terms
/// of an item's distance lie in the lanes as they lie in the running groups of the library's kernels.
template <class T, int each, bool directions>
__global__ void __launch_bounds__(256) sum_clusters(Layout layout, Cut cut, Chunk chunk, const T* values,
                                                    const double* centres, Order order, double* sums,
                                                    const State* state) {
  constexpr int warps = 8, in_flight = each <= 2 ? 8 : 4;
  __shared__ double rooms[warps][32][17];
  if (state->ended) return;
  const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  const int groups = (cut.clusters + warps - 1) / warps;
  const int shard = blockIdx.x / groups, cluster = blockIdx.x % groups * warps + warp;
  if (cluster >= cut.clusters) return;
  const int columns = layout.columns;
  const int blocks = columns / 32, eights = columns % 32 / 8, rest = columns % 8;
  const auto there = [&](int j) { return lane + 32 * j < columns; };
  const std::int64_t begin = shard * cut.shard_rows;
  const int* starts = order.starts + shard * static_cast<std::int64_t>(cut.clusters + 1) + cluster;
  const int first = starts[0], last = starts[1];
  auto& room = rooms[warp];
  values += begin * columns + lane;
  centres += static_cast<std::int64_t>(cluster) * columns + lane;

  double centre[each], sum[each];
#pragma unroll
  for (int j = 0; j < each; ++j) {
    centre[j] = there(j) ? centres[32 * j] : 0;
    sum[j] = 0;
  }
  for (int base = first; base < last; base += 32) {
    const int count = min(32, last - base);
    const int mine = order.items[begin + base + min(lane, count - 1)];
    const double factor = directions ? layout.inverse[chunk.first + begin + mine] : 1;
    for (int b = 0; b < count; b += in_flight) {
      T x[in_flight][each];
#pragma unroll
      for (int u = 0; u < in_flight; ++u) {
        const T* row = values + static_cast<std::int64_t>(__shfl_sync(all_lanes, mine, min(b + u, count - 1))) * columns;
#pragma unroll
        for (int j = 0; j < each; ++j) x[u][j] = there(j) ? row[32 * j] : T(0);
      }
#pragma unroll
      for (int u = 0; u < in_flight; ++u) {
        if (b + u >= count) break;
        const double scale = directions ? __shfl_sync(all_lanes, factor, b + u) : 1;
        double running = 0, last_term = 0;
#pragma unroll
        for (int j = 0; j < each; ++j) {
          const double value = static_cast<double>(x[u][j]);
          const double t = term<directions>(value, centre[j]);
          if (j < blocks) running += t;
          if (j == blocks) last_term = t;
          sum[j] += directions ? scale * value : value;
        }
        for (int e = 0; e < eights; ++e) {
          const double t = __shfl_sync(all_lanes, last_term, 8 * e + (lane & 7));
          if (lane < 8) running += t;
        }
        running += __shfl_xor_sync(all_lanes, running, 8);
        running += __shfl_xor_sync(all_lanes, running, 16);
        if (lane < 8) room[b + u][lane] = running;
        const int left = lane - 8 * eights;
        if (left >= 0 && left < rest) room[b + u][8 + left] = last_term;
      }
    }
    __syncwarp();
    if (lane < count) {
      double total = 0;
#pragma unroll
      for (int j = 0; j < 8; ++j) total += room[lane][j];
      for (int j = 0; j < rest; ++j) total += room[lane][8 + j];
      order.values[begin + mine] = directions ? factor * total : total;
    }
    __syncwarp();
  }
  sums += ((cut.first_shard + shard) * cut.clusters + cluster) * columns + lane;
#pragma unroll
  for (int j = 0; j < each; ++j)
    if (there(j)) sums[32 * j] = sum[j];
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

/// A warp for each shard adds its values one after the other; in the meantime the next ones are on their way. With
/// `labels_held` it also finds the worst item that may move: the farthest, of directions that of least cosine.
__global__ void __launch_bounds__(128) sum_values(Cut cut, Chunk chunk, const double* values, double* out) {
  constexpr int piece = 256;
  __shared__ double rooms[4][piece];
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
    if (lane == 0) {
      if (count == piece) {
#pragma unroll 16
        for (int i = 0; i < piece; ++i) sum += rooms[warp][i];
      } else {
        for (int i = 0; i < count; ++i) sum += rooms[warp][i];
      }
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
  }
  __syncthreads();
  if (chosen < 0) return;
  for (int p = threadIdx.x; p < layout.columns; p += 256)
    sums.misfit[p] = static_cast<double>(values[chosen * layout.columns + p]);
}

/// Each thread does the merges of its group for its own number, so that nobody waits for anybody.
__global__ void merge_groups(const int2* merges, const int* group_starts, std::int64_t values, double* sums,
                             const State* state) {
  if (state->ended) return;
  const std::int64_t value = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
  if (value >= values) return;
  for (int m = group_starts[blockIdx.y]; m < group_starts[blockIdx.y + 1]; ++m)
    sums[merges[m].x * values + value] += sums[merges[m].y * values + value];
}

__global__ void __launch_bounds__(1024) merge_levels(const int2* merges, const int* level_starts, int levels,
                                                     double* sums, const State* state) {
  if (state->ended) return;
  for (int level = 0; level < levels; ++level) {
    for (int m = level_starts[level] + threadIdx.x; m < level_starts[level + 1]; m += blockDim.x)
      sums[merges[m].x] += sums[merges[m].y];
    __syncthreads();
  }
}

template <class T, bool directions>
void sum_chunk(const Layout& layout, const Cut& cut, const Chunk& chunk, const T* values, const double* centres,
               const int* labels, const Order& order, const Sums& sums, const State* state, int shards,
               cudaStream_t stream) {
  if (layout.columns <= 128) {
    const auto kernel = layout.columns <= 32   ? sum_clusters<T, 1, directions>
                        : layout.columns <= 64 ? sum_clusters<T, 2, directions>
                                               : sum_clusters<T, 4, directions>;
    const int blocks = shards * ((cut.clusters + 7) / 8);
    kernel<<<blocks, 256, 0, stream>>>(layout, cut, chunk, values, centres, order, sums.features, state);
    return;
  }
  measure<T, directions><<<blocks_for(chunk.rows, 8), 256, 0, stream>>>(layout, chunk, values, centres, labels,
                                                                      order.values, state);
  sum_features<T, directions><<<shards * cut.clusters, 128, 0, stream>>>(layout, cut, chunk, values, order,
                                                                       sums.features, state);
}

}  // namespace

int most_clusters(const Machine& machine) {
  return machine.shared_bytes / static_cast<int>(sizeof(int));
}

Tree tree_of(std::int64_t rows, std::int64_t shard_rows, cudaStream_t stream) {
  constexpr int levels_in_stage = 4;
  Tree tree;
  tree.shard_rows = shard_rows;
  tree.shards = static_cast<int>((rows + shard_rows - 1) / shard_rows);
  // By depth, the root's first: merges of one depth; and by stage, groups of merges below one branch.
  std::map<int, std::vector<int2>> by_depth;
  std::map<int, std::vector<std::vector<int2>>> by_stage;
  const std::function<void(int, int, int)> grow = [&](int first, int last, int depth) {
    if (last - first == 1) return;
    auto& groups = by_stage[depth / levels_in_stage];
    if (depth % levels_in_stage == 0) groups.emplace_back();
    const std::size_t group = groups.size() - 1;
    const int middle = first + (last - first) / 2;
    grow(first, middle, depth + 1);
    grow(middle, last, depth + 1);
    by_stage[depth / levels_in_stage][group].push_back({first, middle});
    by_depth[depth].push_back({first, middle});
  };
  grow(0, tree.shards, 0);

  std::vector<int2> by_group, by_level;
  std::vector<int> group_starts{}, level_starts{0};
  for (auto stage = by_stage.rbegin(); stage != by_stage.rend(); ++stage) {
    tree.stages.push_back({static_cast<int>(stage->second.size()), static_cast<std::int64_t>(group_starts.size())});
    group_starts.push_back(static_cast<int>(by_group.size()));
    for (const auto& group : stage->second) {
      by_group.insert(by_group.end(), group.begin(), group.end());
      group_starts.push_back(static_cast<int>(by_group.size()));
    }
  }
  for (auto level = by_depth.rbegin(); level != by_depth.rend(); ++level) {
    by_level.insert(by_level.end(), level->second.begin(), level->second.end());
    level_starts.push_back(static_cast<int>(by_level.size()));
  }
  const auto put = [&](auto& buffer, const auto& values) {
    buffer.make(static_cast<std::int64_t>(values.size()));
    if (!values.empty()) buffer.copy_from(values.data(), stream);
  };
  put(tree.by_group, by_group);
  put(tree.by_level, by_level);
  put(tree.group_starts, group_starts);
  put(tree.level_starts, level_starts);
  tree.levels = level_starts;
  check(cudaStreamSynchronize(stream));
  return tree;
}

void add_up(const Layout& layout, const Chunk& chunk, const Tree& tree, int clusters, const double* centres,
            const int* labels, const int* held, const Order& order, const Sums& sums, State* state,
            const Machine& machine, cudaStream_t stream, const Aside& aside) {
  const int shards = blocks_for(chunk.rows, static_cast<int>(tree.shard_rows));
  const Cut cut{tree.shard_rows, chunk.first / tree.shard_rows, clusters};
  const int* of_chunk = labels + chunk.first;
  const int warps = std::clamp(machine.shared_bytes / 4 / (clusters * static_cast<int>(sizeof(int))), 1, 8);
  const int bytes = warps * clusters * static_cast<int>(sizeof(int));
  check(cudaFuncSetAttribute(sort_by_label, cudaFuncAttributeMaxDynamicSharedMemorySize, machine.shared_bytes));
  sort_by_label<<<shards, 32 * warps, bytes, stream>>>(cut, chunk, of_chunk, order, sums.counts, state);
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto work = layout.directions() ? sum_chunk<T, true> : sum_chunk<T, false>;
    work(layout, cut, chunk, values, centres, of_chunk, order, sums, state, shards, stream);
    aside.begin(stream);
    sum_values<<<blocks_for(shards, 4), 128, 0, aside.first>>>(cut, chunk, order.values, sums.objectives);
    find_worst<<<shards, 256, 0, aside.second>>>(cut, chunk, layout.directions(), order.values, held, sums, state);
    note_worst<T><<<1, 256, 0, aside.second>>>(layout, cut, chunk, values, shards, sums, state);
  });
  check(cudaGetLastError());
}

void merge_shards(const Tree& tree, std::int64_t values, const Sums& sums, const State* state, cudaStream_t stream,
                  const Aside& aside) {
  for (const Tree::Stage& stage : tree.stages) {
    const dim3 blocks(static_cast<unsigned>((values + 127) / 128), static_cast<unsigned>(stage.groups));
    merge_groups<<<blocks, 128, 0, stream>>>(tree.by_group.get(), tree.group_starts.get() + stage.first, values,
                                             sums.features, state);
  }
  const int levels = static_cast<int>(tree.levels.size()) - 1;
  merge_levels<<<1, 1024, 0, aside.first>>>(tree.by_level.get(), tree.level_starts.get(), levels, sums.objectives, state);
  aside.end(stream);
  check(cudaGetLastError());
}

void sum_shards(const Chunk& chunk, std::int64_t shard_rows, const double* values, double* out, cudaStream_t stream) {
  const Cut cut{shard_rows, chunk.first / shard_rows, 1};
  const int shards = blocks_for(chunk.rows, static_cast<int>(shard_rows));
  sum_values<<<blocks_for(shards, 4), 128, 0, stream>>>(cut, chunk, values, out);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
