#include "sparse_cover.cuh"

#include <algorithm>

#include "sparse_products.cuh"
#include "sums.cuh"

namespace bellwether::cuda {
namespace {

constexpr int block = 256;
constexpr int few_lanes = 8;
/// Rows whose distances to all candidates are kept at once.
constexpr std::int64_t most_rows = std::int64_t{1} << 22;

/// Of unit vectors.
__device__ double squared_distance(double inverse, double product) {
  return fmax(0.0, 2 - 2 * (inverse * product));
}

/// Eight lanes for each item.
__global__ void __launch_bounds__(block) measure_first(SparseLayout layout, const double* inverse, ByFeature centre, Cover cover) {
  const std::int64_t item = (blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x) / few_lanes;
  const bool there = item < layout.rows;
  const std::int64_t begin = there ? layout.starts[item] : 0;
  const int length = there ? static_cast<int>(layout.starts[item + 1] - begin) : 0;
  const double sum = product<few_lanes>(layout, begin, length, __reduce_max_sync(all_lanes, length), centre, 0);
  if (!there || (threadIdx.x & (few_lanes - 1)) != 0) return;
  cover.nearest[item] = squared_distance(inverse[item], sum);
  cover.owner[item] = 0;
  cover.nearer[item] = 0;
}

/// from: count x columns.
__global__ void lay_candidates(const double* from, std::int64_t columns, int count, int lanes, double* table) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i >= columns * lanes) return;
  const std::int64_t column = i / lanes, candidate = i % lanes;
  table[i] = candidate < count ? from[candidate * columns + column] : 0;
}

/// A lane's product of an item with one of the directions side by side in the table. Neighbouring lanes have the item; all take part, for
/// `longest` values.
template <int lanes>
__device__ double product_of_lane(const SparseLayout& layout, std::int64_t begin, int length, int longest, const double* table) {
  constexpr int in_flight = 8;
  const int lane = threadIdx.x & (lanes - 1);
  double sum = 0;
  for (int from = 0; from < longest; from += lanes) {
    // Beyond its values an item has 0 in column 0, which adds nothing.
    const bool mine = from + lane < length;
    const int column = mine ? layout.column_of[begin + from + lane] : 0;
    const double value = mine ? layout.values[begin + from + lane] : 0;
    const int count = min(lanes, longest - from);
#pragma unroll 1
    for (int t = 0; t < count; t += in_flight) {
      double x[in_flight];
#pragma unroll
      for (int u = 0; u < in_flight; ++u)
        x[u] = table[static_cast<std::int64_t>(__shfl_sync(all_lanes, column, t + u, lanes)) * lanes + lane];
#pragma unroll
      for (int u = 0; u < in_flight; ++u) sum += __shfl_sync(all_lanes, value, t + u, lanes) * x[u];
    }
  }
  return sum;
}

/// A lane for each candidate and item of the chunk: values are what the item's distance would be; -1 where the item is left alone.
template <int lanes>
__global__ void __launch_bounds__(block) measure_candidates(SparseLayout layout, Chunk chunk, const double* inverse, const double* table,
                                                            Candidates candidates, Cover cover, double* values) {
  const int lane = threadIdx.x & (lanes - 1);
  const std::int64_t row = (blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x) / lanes, item = chunk.first + row;
  const bool there = row < chunk.rows;
  const double nearest = there ? cover.nearest[item] : 0;
  const bool open = there && candidates.limits[cover.owner[item]] < 4 * (nearest + candidates.slack);
  const std::int64_t begin = open ? layout.starts[item] : 0;
  const int length = open ? static_cast<int>(layout.starts[item + 1] - begin) : 0;
  const double sum = product_of_lane<lanes>(layout, begin, length, __reduce_max_sync(all_lanes, length), table);
  const double distance = there ? squared_distance(inverse[item], sum) : 0;
  const bool nearer = open && lane < candidates.count && distance < nearest;
  const unsigned all_nearer = __ballot_sync(all_lanes, nearer) >> (threadIdx.x & 31 & ~(lanes - 1));
  if (!there) return;
  values[row * lanes + lane] = !open ? -1 : nearer ? distance : nearest;
  if (lane == 0) cover.nearer[item] = static_cast<unsigned short>(all_nearer & ((1u << lanes) - 1));
}

/// A block for each shard. Threads of the first warp have a candidate each, and add in the items' order; those of the second add the items
/// that are left alone, each those of one of eight lanes, by their place in blocks of so many rows.
__global__ void __launch_bounds__(64) add_potentials(Chunk chunk, std::int64_t shard_rows, int block_rows, int lanes, const double* values,
                                                     const double* nearest, double* potentials) {
  constexpr int at_once = 16;
  __shared__ double kept[8];
  const std::int64_t begin = blockIdx.x * shard_rows;
  const int rows = static_cast<int>(min(shard_rows, chunk.rows - begin));
  const int lane = threadIdx.x & 31;
  double sum = 0;
  if (threadIdx.x < 32 && lane < lanes) {
    const double* mine = values + begin * lanes + lane;
    for (int from = 0; from < rows; from += at_once) {
      double next[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) next[u] = from + u < rows ? mine[static_cast<std::int64_t>(from + u) * lanes] : -1;
#pragma unroll
      for (int u = 0; u < at_once; ++u)
        if (next[u] >= 0) sum += next[u];
    }
  } else if (threadIdx.x >= 32 && lane < 8) {
    const int of_block = (block_rows - lane + 7) / 8;  // its rows in each
    const auto row_of = [&](int n) { return n / of_block * block_rows + lane + n % of_block * 8; };
    for (int from = 0; row_of(from) < rows; from += at_once) {
      double next[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        const std::int64_t row = begin + row_of(from + u);
        const bool alone = row < begin + rows && values[row * lanes] < 0;
        next[u] = alone ? nearest[chunk.first + row] : 0;
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) sum += next[u];
    }
    kept[lane] = sum;
  }
  __syncthreads();
  if (threadIdx.x >= most_candidates) return;
  double all_kept = 0;
  for (int l = 0; l < 8; ++l) all_kept += kept[l];
  potentials[(chunk.first / shard_rows + blockIdx.x) * most_candidates + threadIdx.x] = sum + all_kept;
}

__global__ void __launch_bounds__(block) measure_kept(SparseLayout layout, const double* inverse, ByFeature candidates, int winner,
                                                      int number, Cover cover) {
  const std::int64_t item = (blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x) / few_lanes;
  const bool nearer = item < layout.rows && (cover.nearer[item] >> winner & 1) != 0;
  const std::int64_t begin = nearer ? layout.starts[item] : 0;
  const int length = nearer ? static_cast<int>(layout.starts[item + 1] - begin) : 0;
  const double sum = product<few_lanes>(layout, begin, length, __reduce_max_sync(all_lanes, length), candidates, winner);
  if (!nearer || (threadIdx.x & (few_lanes - 1)) != 0) return;
  cover.nearest[item] = squared_distance(inverse[item], sum);
  cover.owner[item] = number;
}

/// A lane for each item and one of up to 16 that were drawn: an item changes hands if one is nearer, to the first of the nearest. As if they
/// were looked at one after the other.
__global__ void __launch_bounds__(block) measure_drawn(SparseLayout layout, const double* inverse, const double* table, int count, int number,
                                                       double unit, float* nearest, int* owner) {
  constexpr int lanes = most_candidates;
  const int lane = threadIdx.x & (lanes - 1);
  const std::int64_t item = (blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x) / lanes;
  const bool there = item < layout.rows;
  const std::int64_t begin = there ? layout.starts[item] : 0;
  const int length = there ? static_cast<int>(layout.starts[item + 1] - begin) : 0;
  const double sum = product_of_lane<lanes>(layout, begin, length, __reduce_max_sync(all_lanes, length), table);
  float least = there && lane < count ? static_cast<float>(squared_distance(inverse[item], sum) * unit) : INFINITY;
  int which = lane;
#pragma unroll
  for (int distance = lanes / 2; distance > 0; distance /= 2) {
    const float other = __shfl_xor_sync(all_lanes, least, distance, lanes);
    const int its = __shfl_xor_sync(all_lanes, which, distance, lanes);
    if (other < least || (other == least && its < which)) {
      least = other;
      which = its;
    }
  }
  if (!there || lane != 0 || !(least < nearest[item])) return;
  nearest[item] = least;
  owner[item] = number + which;
}

__global__ void forget(std::int64_t rows, float* nearest, int* owner) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i >= rows) return;
  nearest[i] = INFINITY;
  owner[i] = 0;
}

}  // namespace

void SparseCover::first(std::int64_t shard_rows, const double* inverse, const double* centre, double* shard_sums) {
  const SparseLayout& layout = items_.layout();
  const Stream& stream = items_.stream();
  if (layout.rows < 1 || shard_rows < 1) throw Failure(bellwether_device_unsupported, "there are no items");
  shard_rows_ = std::min(shard_rows, layout.rows);
  const std::int64_t shards = (layout.rows + shard_rows_ - 1) / shard_rows_;
  chunk_rows_ = std::min(std::max<std::int64_t>(1, most_rows / shard_rows_), shards) * shard_rows_;
  if (nearest_.size() != layout.rows)
    items_.take_room(static_cast<std::uint64_t>(2 * layout.columns + chunk_rows_) * most_candidates * sizeof(double) +
                        static_cast<std::uint64_t>(layout.rows) * 14);
  inverse_ = inverse;
  table_.make(layout.columns * most_candidates);
  arrived_.make(layout.columns * most_candidates);
  values_.make(chunk_rows_ * most_candidates);
  nearest_.make(layout.rows);
  owner_.make(layout.rows);
  nearer_.make(layout.rows);
  potentials_.make(shards * most_candidates);
  shard_sums_.make(shards);
  check(cudaMemcpyAsync(arrived_.get(), centre, static_cast<std::size_t>(layout.columns) * sizeof(double), cudaMemcpyHostToDevice, stream));
  measure_first<<<blocks_for(layout.rows, block / few_lanes), block, 0, stream>>>(layout, inverse_, {1, 1, arrived_.get()}, cover());
  check(cudaGetLastError());
  sum_shards({0, layout.rows}, shard_rows_, nearest_.get(), shard_sums_.get(), stream);
  shard_sums_.copy_to(shard_sums, stream);
  stream.wait();
  chosen_ = 1;
}

void SparseCover::look(const BellwetherDeviceLook& look) {
  const SparseLayout& layout = items_.layout();
  const Stream& stream = items_.stream();
  if (chosen_ == 0 || look.candidates < 1 || look.candidates > most_candidates)
    throw Failure(bellwether_device_unsupported, "no start has begun");
  lanes_ = look.candidates <= few_lanes ? few_lanes : most_candidates;
  check(cudaMemcpyAsync(arrived_.get(), look.centres, static_cast<std::size_t>(look.candidates * layout.columns) * sizeof(double),
                        cudaMemcpyHostToDevice, stream));
  lay_candidates<<<blocks_for(layout.columns * lanes_, block), block, 0, stream>>>(arrived_.get(), layout.columns, look.candidates, lanes_,
                                                                                  table_.get());
  check(cudaGetLastError());
  if (limits_.size() < look.chosen) limits_.make(look.chosen + std::int64_t{256});
  check(cudaMemcpyAsync(limits_.get(), look.limits, static_cast<std::size_t>(look.chosen) * sizeof(double), cudaMemcpyHostToDevice, stream));
  const Candidates candidates{look.candidates, look.block_rows, nullptr, limits_.get(), look.slack};
  for (std::int64_t first = 0; first < layout.rows; first += chunk_rows_) {
    const Chunk chunk{first, std::min(chunk_rows_, layout.rows - first)};
    const auto kernel = lanes_ == few_lanes ? measure_candidates<few_lanes> : measure_candidates<most_candidates>;
    kernel<<<blocks_for(chunk.rows, block / lanes_), block, 0, stream>>>(layout, chunk, inverse_, table_.get(), candidates, cover(),
                                                                        values_.get());
    check(cudaGetLastError());
    add_potentials<<<blocks_for(chunk.rows, static_cast<int>(shard_rows_)), 64, 0, stream>>>(chunk, shard_rows_, look.block_rows, lanes_,
                                                                                           values_.get(), nearest_.get(), potentials_.get());
    check(cudaGetLastError());
  }
  potentials_.copy_to(look.potentials, stream);
  stream.wait();
}

void SparseCover::keep(int winner) {
  const SparseLayout& layout = items_.layout();
  if (lanes_ == 0 || winner < 0 || winner >= lanes_) throw Failure(bellwether_device_unsupported, "no candidate was looked at");
  measure_kept<<<blocks_for(layout.rows, block / few_lanes), block, 0, items_.stream()>>>(
      layout, inverse_, {lanes_, lanes_, table_.get()}, winner, chosen_++, cover());
  check(cudaGetLastError());
}

void SparseCover::nearest(std::int64_t first, std::int64_t count, double* into) {
  check(cudaMemcpyAsync(into, nearest_.get() + first, static_cast<std::size_t>(count) * sizeof(double), cudaMemcpyDeviceToHost,
                        items_.stream()));
  items_.stream().wait();
}

void SparseCover::drawn(const double* inverse, const BellwetherDeviceDrawn& drawn) {
  const SparseLayout& layout = items_.layout();
  const Stream& stream = items_.stream();
  if (drawn_nearest_.size() != layout.rows)
    items_.take_room(static_cast<std::uint64_t>(2 * layout.columns * most_candidates + layout.rows) * sizeof(double));
  table_.make(layout.columns * most_candidates);
  arrived_.make(layout.columns * most_candidates);
  drawn_nearest_.make(layout.rows);
  owner_.make(layout.rows);
  if (drawn.first == 0) {
    forget<<<blocks_for(layout.rows, block), block, 0, stream>>>(layout.rows, drawn_nearest_.get(), owner_.get());
    check(cudaGetLastError());
  }
  for (int at = 0; at < drawn.count; at += most_candidates) {
    const int count = std::min(most_candidates, drawn.count - at);
    check(cudaMemcpyAsync(arrived_.get(), drawn.centres + at * layout.columns, static_cast<std::size_t>(count * layout.columns) * sizeof(double),
                          cudaMemcpyHostToDevice, stream));
    lay_candidates<<<blocks_for(layout.columns * most_candidates, block), block, 0, stream>>>(arrived_.get(), layout.columns, count,
                                                                                             most_candidates, table_.get());
    check(cudaGetLastError());
    measure_drawn<<<blocks_for(layout.rows, block / most_candidates), block, 0, stream>>>(
        layout, inverse, table_.get(), count, drawn.first + at, drawn.unit, drawn_nearest_.get(), owner_.get());
    check(cudaGetLastError());
  }
  drawn_nearest_.copy_to(drawn.nearest, stream);
  owner_.copy_to(drawn.owner, stream);
  stream.wait();
  chosen_ = 0;  // a greedy start, if one was under way, is over
}

}  // namespace bellwether::cuda
