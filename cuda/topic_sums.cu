#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

#include "exact.cuh"
#include "topics.cuh"

namespace bellwether::cuda {
namespace {

constexpr int block = 256;
/// Sums that wait at once: there are less than 2^31 shards.
constexpr int most_waiting = 32;

struct Cut {
  int shards;
  unsigned shard_rows;
};

__device__ __forceinline__ unsigned shard_of(const ByColumn& values, const Cut& cut, std::int64_t at) {
  return static_cast<unsigned>(values.item_of[at]) / cut.shard_rows;
}
__device__ __forceinline__ int column_at(const SparseLayout& counts, const ByColumn& values, std::int64_t at) {
  return counts.column_of[values.place_of[at]];
}

__global__ void __launch_bounds__(block) mark_first(SparseLayout counts, ByColumn values, Cut cut, unsigned char* first) {
  const std::int64_t at = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (at >= counts.stored) return;
  first[at] = at == 0 || column_at(counts, values, at) != column_at(counts, values, at - 1) ||
              shard_of(values, cut, at) != shard_of(values, cut, at - 1);
}

__global__ void __launch_bounds__(block) describe(SparseLayout counts, ByColumn values, Cut cut, std::int64_t cells,
                                                  const unsigned* starts, unsigned char* together, std::int64_t* columns,
                                                  unsigned* shards, unsigned* numbers) {
  const std::int64_t cell = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (cell > cells) return;
  const std::int64_t before = cell == 0 ? -1 : column_at(counts, values, starts[cell - 1]);
  const std::int64_t here = cell == cells ? counts.columns : column_at(counts, values, starts[cell]);
  for (std::int64_t c = before + 1; c <= here; ++c) columns[c] = cell;
  if (cell == cells) return;
  const unsigned shard = shard_of(values, cut, starts[cell]);
  together[cell] = 0;
  if (before == here) {
    const int last = static_cast<int>(shard_of(values, cut, starts[cell - 1]));
    together[cell] = static_cast<unsigned char>(halvings_together({0, cut.shards}, last, static_cast<int>(shard)));
  }
  shards[cell] = shard;
  numbers[cell] = static_cast<unsigned>(cell);
}

/// A warp for each cell, a lane for every 32nd topic: sum_i r_ij (weight theta_iz), one row after the other.
template <int each>
__global__ void __launch_bounds__(block) sum_cells(TopicSums sums, std::int64_t cells, const unsigned* by_shard,
                                                   const unsigned* starts, ByColumn values) {
  constexpr int in_flight = each == 1 ? 8 : 4;
  const std::int64_t turn = (blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x) / 32;
  if (turn >= cells) return;
  const int lane = threadIdx.x & 31;
  const std::int64_t cell = by_shard[turn], from = starts[cell], to = starts[cell + 1];
  const double* now = sums.now + sums.first + lane;
  const auto there = [&](int e) { return lane + 32 * e < sums.topics; };
  double sum[each] = {};
  for (std::int64_t base = from; base < to; base += 32) {
    const int count = static_cast<int>(min(to - base, std::int64_t{32}));
    const std::int64_t at = base + min(lane, count - 1);
    const int item = values.item_of[at];
    const double ratio = sums.ratios[values.place_of[at]];
    for (int u = 0; u < count; u += in_flight) {
      double theta[in_flight][each];
#pragma unroll
      for (int v = 0; v < in_flight; ++v) {
        const std::int64_t row = __shfl_sync(all_lanes, item, min(u + v, count - 1));
#pragma unroll
        for (int e = 0; e < each; ++e) theta[v][e] = there(e) ? now[row * sums.width + 32 * e] : 0;
      }
#pragma unroll
      for (int v = 0; v < in_flight; ++v) {
        const double r = __shfl_sync(all_lanes, ratio, min(u + v, count - 1));
        if (u + v >= count) break;
#pragma unroll
        for (int e = 0; e < each; ++e) sum[e] += r * (theta[v][e] * sums.weight);
      }
    }
  }
  double* own = sums.of_cells + cell * sums.topics + lane;
#pragma unroll
  for (int e = 0; e < each; ++e)
    if (there(e)) own[32 * e] = sum[e];
}

/// A thread for a topic's feature: its cells, merged in the tree of the shards. Of branches that have none the sum is 0, and
/// adding it changes nothing.
__global__ void __launch_bounds__(block) merge_cells(TopicSums sums, std::int64_t columns, const std::int64_t* first_cells,
                                                     const unsigned char* together) {
  const std::int64_t number = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (number >= columns * sums.topics) return;
  const std::int64_t column = number / sums.topics, z = number % sums.topics;
  double waiting[most_waiting];
  int halvings[most_waiting], count = 0;
  const std::int64_t from = first_cells[column], to = first_cells[column + 1];
  double sum = 0;
  for (std::int64_t cell = from; cell < to; ++cell) {
    const double next = sums.of_cells[cell * sums.topics + z];
    if (cell > from) {
      const int here = together[cell];
      while (count > 0 && halvings[count - 1] > here) sum = waiting[--count] + sum;
      waiting[count] = sum;
      halvings[count++] = here;
    }
    sum = next;
  }
  while (count > 0) sum = waiting[--count] + sum;
  double& into = sums.sums[column * sums.width + sums.first + z];
  into = sums.more ? into + sum : sum;
}

/// A block for 1,024 features: products, and their sums by topic.
__global__ void weigh_features(std::int64_t columns, int width, const double* __restrict__ table, double* __restrict__ sums,
                               double* __restrict__ totals) {
  constexpr double least = 2.2250738585072014e-308;  // flushed() of table.h
  constexpr int in_flight = 8;
  const std::int64_t first = blockIdx.x * static_cast<std::int64_t>(feature_block);
  const std::int64_t last = min(first + feature_block, columns);
  for (int z = threadIdx.x; z < width; z += blockDim.x) {
    double total = 0;
    for (std::int64_t j = first; j < last; j += in_flight) {
      double product[in_flight];
#pragma unroll
      for (int u = 0; u < in_flight; ++u) {
        const std::int64_t at = min(j + u, last - 1) * width + z;
        const double value = sums[at] * table[at];
        product[u] = value < least ? 0 : value;
      }
#pragma unroll
      for (int u = 0; u < in_flight; ++u) {
        if (j + u >= last) break;
        sums[(j + u) * width + z] = product[u];
        total += product[u];
      }
    }
    totals[blockIdx.x * static_cast<std::int64_t>(width) + z] = total;
  }
}

/// Blocks of features one after the other; the last row becomes the sum.
__global__ void add_blocks(int blocks, int width, double* totals) {
  const int z = blockIdx.x * blockDim.x + threadIdx.x;
  if (z >= width) return;
  double total = 0;
#pragma unroll 8
  for (int b = 0; b < blocks; ++b) total += totals[b * static_cast<std::int64_t>(width) + z];
  totals[blocks * static_cast<std::int64_t>(width) + z] = total;
}

/// A topic that no row has keeps what it was.
__global__ void __launch_bounds__(block) divide(std::int64_t numbers, int width, const double* sums, const double* totals,
                                                double* table) {
  const std::int64_t at = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (at >= numbers) return;
  const double total = totals[at % width];
  if (total > 0) table[at] = sums[at] / total;
}

int bits_of(std::int64_t most) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(most))));
}

/// Calls work(room, bytes) as CUB wants it: for how much room, and again with it.
template <class Work>
void in_room(const Work& work) {
  std::size_t bytes = 0;
  check(work(static_cast<void*>(nullptr), bytes));
  Buffer<char> room(static_cast<std::int64_t>(std::max<std::size_t>(bytes, 1)));
  check(work(static_cast<void*>(room.get()), bytes));
}

}  // namespace

Cells cells_of(const SparseLayout& counts, const ByColumn& values, std::int64_t shard_rows, cudaStream_t stream) {
  const Cut cut{static_cast<int>((counts.rows + shard_rows - 1) / shard_rows), static_cast<unsigned>(shard_rows)};
  Cells cells;
  Buffer<unsigned> starts(counts.stored);
  if (counts.stored > 0) {
    Buffer<unsigned char> first(counts.stored);
    Buffer<std::int64_t> found(1);
    mark_first<<<static_cast<unsigned>(blocks_for(counts.stored, block)), block, 0, stream>>>(counts, values, cut, first.get());
    check(cudaGetLastError());
    in_room([&](void* room, std::size_t& bytes) {
      return cub::DeviceSelect::Flagged(room, bytes, thrust::counting_iterator<unsigned>(0), first.get(), starts.get(),
                                        found.get(), counts.stored, stream);
    });
    found.copy_to(&cells.count, stream);
    check(cudaStreamSynchronize(stream));
  }
  const auto end = static_cast<unsigned>(counts.stored);
  cells.starts.make(cells.count + 1);
  check(cudaMemcpyAsync(cells.starts.get(), starts.get(), static_cast<std::size_t>(cells.count) * sizeof(unsigned),
                        cudaMemcpyDeviceToDevice, stream));
  check(cudaMemcpyAsync(cells.starts.get() + cells.count, &end, sizeof end, cudaMemcpyHostToDevice, stream));
  cells.together.make(cells.count);
  cells.columns.make(counts.columns + 1);
  cells.by_shard.make(cells.count);
  Buffer<unsigned> shards(cells.count), sorted(cells.count), numbers(cells.count);
  describe<<<static_cast<unsigned>(blocks_for(cells.count + 1, block)), block, 0, stream>>>(
      counts, values, cut, cells.count, cells.starts.get(), cells.together.get(), cells.columns.get(), shards.get(), numbers.get());
  check(cudaGetLastError());
  if (cells.count > 0)
    in_room([&](void* room, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(room, bytes, shards.get(), sorted.get(), numbers.get(), cells.by_shard.get(),
                                             cells.count, 0, bits_of(cut.shards - 1), stream);
    });
  check(cudaStreamSynchronize(stream));
  return cells;
}

void sum_columns(const TopicSums& sums, const Cells& cells, const ByColumn& values, std::int64_t columns,
                 cudaStream_t stream) {
  if (cells.count > 0) {
    const auto work = sums.topics <= 32 ? sum_cells<1> : sums.topics <= 64 ? sum_cells<2> : sum_cells<4>;
    work<<<static_cast<unsigned>(blocks_for(cells.count, block / 32)), block, 0, stream>>>(sums, cells.count, cells.by_shard.get(),
                                                                                          cells.starts.get(), values);
    check(cudaGetLastError());
  }
  merge_cells<<<static_cast<unsigned>(blocks_for(columns * sums.topics, block)), block, 0, stream>>>(
      sums, columns, cells.columns.get(), cells.together.get());
  check(cudaGetLastError());
}

void next_table(std::int64_t columns, int width, double* sums, double* totals, double* table, cudaStream_t stream) {
  const int blocks = blocks_for(columns, feature_block), threads = std::min(256, (width + 31) / 32 * 32);
  weigh_features<<<static_cast<unsigned>(blocks), threads, 0, stream>>>(columns, width, table, sums, totals);
  add_blocks<<<static_cast<unsigned>(blocks_for(width, 32)), 32, 0, stream>>>(blocks, width, totals);
  divide<<<static_cast<unsigned>(blocks_for(columns * width, block)), block, 0, stream>>>(
      columns * width, width, sums, totals + static_cast<std::int64_t>(blocks) * width, table);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
