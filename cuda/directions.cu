#include "directions.cuh"

#include <algorithm>

#include "nearest_direction.cuh"
#include "sums.cuh"

namespace bellwether::cuda {
namespace {

constexpr int block = 256;
constexpr int worst_blocks = 256;
/// Clusters that a block counts in shared memory.
constexpr int most_counted = 12 * 1024;

__global__ void __launch_bounds__(block) count_labels(std::int64_t rows, const int* labels, int clusters, int* counts) {
  extern __shared__ int here[];  // of each cluster, if they fit
  const bool fit = clusters <= most_counted;
  if (fit) {
    for (int k = threadIdx.x; k < clusters; k += block) here[k] = 0;
    __syncthreads();
  }
  for (std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x; i < rows; i += static_cast<std::int64_t>(gridDim.x) * block)
    atomicAdd((fit ? here : counts) + labels[i], 1);
  if (!fit) return;
  __syncthreads();
  for (int k = threadIdx.x; k < clusters; k += block)
    if (here[k] > 0) atomicAdd(&counts[k], here[k]);
}

/// Of each block's items the one of least cosine that may move, the first of equals; -1: none.
__global__ void __launch_bounds__(block) find_worst(std::int64_t rows, const double* cosines, const int* held, double* worsts, int* items) {
  __shared__ double all_worsts[block];
  __shared__ int all_items[block];
  double worst = 2;
  int item = -1;
  for (std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x; i < rows; i += static_cast<std::int64_t>(gridDim.x) * block) {
    if (held != nullptr && held[i] >= 0) continue;
    if (!(cosines[i] < worst)) continue;
    worst = cosines[i];
    item = static_cast<int>(i);
  }
  all_worsts[threadIdx.x] = worst;
  all_items[threadIdx.x] = item;
  for (int distance = block / 2; distance > 0; distance /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) >= distance) continue;
    const double value = all_worsts[threadIdx.x + distance];
    const int which = all_items[threadIdx.x + distance];
    if (which < 0 || (item >= 0 && (value > worst || (value == worst && which > item)))) continue;
    all_worsts[threadIdx.x] = worst = value;
    all_items[threadIdx.x] = item = which;
  }
  if (threadIdx.x != 0) return;
  worsts[blockIdx.x] = worst;
  items[blockIdx.x] = item;
}

__global__ void scale_values(std::int64_t stored, ByColumn columns, const double* values, const double* inverse, double* scaled) {
  const std::int64_t e = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (e < stored) scaled[e] = inverse[columns.item_of[e]] * values[columns.place_of[e]];
}

/// from: clusters x columns.
__global__ void lay_by_feature(const double* from, std::int64_t columns, ByFeature to, float* narrow) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i >= columns * to.stride) return;
  const std::int64_t column = i / to.stride, cluster = i % to.stride;
  const double value = cluster < to.clusters ? from[cluster * columns + column] : 0;
  to.values[i] = value;
  narrow[i] = static_cast<float>(value);
}

__global__ void lay_by_cluster(ByFeature from, std::int64_t columns, double* to) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i >= columns * from.clusters) return;
  const std::int64_t cluster = i / columns, column = i % columns;
  to[i] = from.values[column * from.stride + cluster];
}

/// The lengths of sums, in the order of sum_length() (mixtures/directions.cpp): four threads for each of a block's eight clusters, each
/// with every fourth feature; features come by panels, of which the next is on its way while one is added.
__global__ void __launch_bounds__(block) measure_sums(ByFeature sums, std::int64_t columns, double* lengths) {
  constexpr int panel = 512, of_block = 8, each = panel * of_block / block;
  __shared__ double room[panel * of_block];
  const int first = blockIdx.x * of_block;
  const std::int64_t whole = columns / 4 * 4;
  double next[each];
  const auto fetch = [&](std::int64_t from) {
#pragma unroll
    for (int v = 0; v < each; ++v) {
      const int place = v * block + threadIdx.x, cluster = first + place % of_block;
      const std::int64_t column = from + place / of_block;
      next[v] = column < whole && cluster < sums.clusters ? sums.values[column * sums.stride + cluster] : 0;
    }
  };
  double lane_sum = 0;
  fetch(0);
  for (std::int64_t from = 0; from < whole; from += panel) {
    __syncthreads();
#pragma unroll
    for (int v = 0; v < each; ++v) room[v * block + threadIdx.x] = next[v];
    __syncthreads();
    fetch(from + panel);
    if (threadIdx.x < 4 * of_block) {
      const int count = static_cast<int>(min(static_cast<std::int64_t>(panel), whole - from));
#pragma unroll 8
      for (int p = 0; p < count / 4; ++p) {
        const double x = room[p * 4 * of_block + threadIdx.x];
        lane_sum += x * x;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x < 4 * of_block) room[threadIdx.x] = lane_sum;
  __syncthreads();
  const int cluster = first + threadIdx.x;
  if (threadIdx.x >= of_block || cluster >= sums.clusters) return;
  const auto lane = [&](int which) { return room[which * of_block + threadIdx.x]; };
  const auto square = [&](std::int64_t column) {
    const double x = sums.values[column * sums.stride + cluster];
    return x * x;
  };
  double even = lane(0) + lane(2), odd = lane(1) + lane(3);
  if (columns - whole >= 2) {
    even += square(whole);
    odd += square(whole + 1);
  }
  double squares = even + odd;
  if (columns % 2 == 1) squares += square(columns - 1);
  lengths[cluster] = sqrt(squares);
}

__global__ void take_directions(ByFeature sums, std::int64_t columns, const int* counts, const double* lengths, int refilled,
                                const double* direction, ByFeature directions, float* narrow) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i >= columns * sums.stride) return;
  const int cluster = static_cast<int>(i % sums.stride);
  if (cluster >= sums.clusters) return;
  const bool turns = counts[cluster] > 0 && lengths[cluster] > 1e-12;
  if (cluster != refilled && !turns) return;
  const double value = cluster == refilled ? direction[i / sums.stride] : sums.values[i] / lengths[cluster];
  directions.values[i] = value;
  narrow[i] = static_cast<float>(value);
}

/// The sum of shards first .. last - 1 by halves.
double merged(const std::vector<double>& sums, std::size_t first, std::size_t last) {
  if (last - first == 1) return sums[first];
  const std::size_t middle = first + (last - first) / 2;
  const double left = merged(sums, first, middle);
  return left + merged(sums, middle, last);
}

}  // namespace

void DirectionSearch::prepare(int clusters, std::int64_t shard_rows) {
  const SparseLayout& layout = items_.layout();
  if (layout.rows < 1 || layout.columns < 1 || clusters < 1 || shard_rows < 1)
    throw Failure(bellwether_device_unsupported, "there are no items, or no clusters");
  shard_rows = std::min(shard_rows, layout.rows);
  if (clusters == clusters_ && shard_rows == shard_rows_) return;
  clusters_ = 0;
  const ByFeature shape{clusters, (clusters + 3) / 4 * 4};
  const std::int64_t cells = layout.columns * shape.stride;
  for (Buffer<double>* large : {&direction_values_, &sum_values_}) large->make(0);
  narrow_.make(0);
  column_sums_.plan(items_, shard_rows, shape, static_cast<std::uint64_t>(2 * cells + cells / 2 + 3 * layout.rows) * sizeof(double));
  direction_values_.make(cells);
  sum_values_.make(cells);
  narrow_.make(cells);
  directions_ = sums_ = shape;
  directions_.values = direction_values_.get();
  sums_.values = sum_values_.get();
  cosines_.make(layout.rows);
  labels_.make(layout.rows);
  doubts_.make(layout.rows);
  open_.make(1);
  shard_sums_.make((layout.rows + shard_rows - 1) / shard_rows);
  lengths_.make(clusters);
  counts_.make(clusters);
  refill_.make(layout.columns);
  worsts_.make(worst_blocks);
  worst_items_.make(worst_blocks);
  clusters_ = clusters;
  shard_rows_ = shard_rows;
}

void DirectionSearch::require_begun() const {
  if (clusters_ == 0) throw Failure(bellwether_device_unsupported, "no search has begun");
}

void DirectionSearch::lay(const double* inverse_lengths) {
  const std::int64_t stored = items_.layout().stored;
  items_.by_column();
  if (inverse_.size() == 0) items_.take_room(static_cast<std::uint64_t>(items_.layout().rows + stored) * sizeof(double));
  inverse_.make(items_.layout().rows);
  inverse_.copy_from(inverse_lengths, items_.stream());
  scaled_.make(stored);
  if (stored > 0)
    scale_values<<<blocks_for(stored, block), block, 0, items_.stream()>>>(stored, items_.by_column(), items_.layout().values,
                                                                           inverse_.get(), scaled_.get());
  check(cudaGetLastError());
  items_.stream().wait();
}

const double* DirectionSearch::inverse() const {
  if (inverse_.size() == 0) throw Failure(bellwether_device_unsupported, "the lengths of the items are not known");
  return inverse_.get();
}

void DirectionSearch::begin(const BellwetherDeviceDirections& search) {
  prepare(search.clusters, search.shard_rows);
  const SparseLayout& layout = items_.layout();
  const Stream& stream = items_.stream();
  inverse();
  stays_.make(search.held == nullptr ? 0 : layout.rows);
  if (search.held != nullptr) stays_.copy_from(search.held, stream);
  // They arrive where the sums will be.
  check(cudaMemcpyAsync(sums_.values, search.directions, static_cast<std::size_t>(layout.columns * clusters_) * sizeof(double),
                        cudaMemcpyHostToDevice, stream));
  lay_by_feature<<<blocks_for(direction_values_.size(), block), block, 0, stream>>>(sums_.values, layout.columns, directions_, narrow_.get());
  check(cudaGetLastError());
  stream.wait();
}

void DirectionSearch::round(BellwetherDeviceCosines& found) {
  require_begun();
  const SparseLayout& layout = items_.layout();
  const Stream& stream = items_.stream();
  find_nearest_directions(layout, directions_, narrow_.get(), inverse_.get(), stays_.get(),
                          {labels_.get(), cosines_.get(), doubts_.get(), open_.get()}, stream);
  counts_.clear(stream);
  const int few_blocks = std::min(1024, blocks_for(layout.rows, block));
  const int bytes = clusters_ <= most_counted ? clusters_ * static_cast<int>(sizeof(int)) : 0;
  count_labels<<<few_blocks, block, bytes, stream>>>(layout.rows, labels_.get(), clusters_, counts_.get());
  check(cudaGetLastError());
  std::vector<int> counts(static_cast<std::size_t>(clusters_));
  int doubts = 0;
  counts_.copy_to(counts.data(), stream);
  open_.copy_to(&doubts, stream);
  add_objective(found);
  find_misfit(found);
  std::copy(counts.begin(), counts.end(), found.counts);
  found.doubts = doubts;
}

void DirectionSearch::add_objective(BellwetherDeviceCosines& found) {
  sum_shards({0, items_.layout().rows}, shard_rows_, cosines_.get(), shard_sums_.get(), items_.stream());
  std::vector<double> sums(static_cast<std::size_t>(shard_sums_.size()));
  shard_sums_.copy_to(sums.data(), items_.stream());
  items_.stream().wait();
  found.objective = merged(sums, 0, sums.size());
}

void DirectionSearch::find_misfit(BellwetherDeviceCosines& found) {
  find_worst<<<worst_blocks, block, 0, items_.stream()>>>(items_.layout().rows, cosines_.get(), stays_.get(), worsts_.get(),
                                                          worst_items_.get());
  check(cudaGetLastError());
  std::vector<double> worsts(worst_blocks);
  std::vector<int> items(worst_blocks);
  worsts_.copy_to(worsts.data(), items_.stream());
  worst_items_.copy_to(items.data(), items_.stream());
  items_.stream().wait();
  found.worst = 2;
  found.misfit = -1;
  for (std::size_t b = 0; b < worsts.size(); ++b) {
    if (items[b] < 0 || worsts[b] > found.worst) continue;
    if (found.misfit >= 0 && worsts[b] == found.worst && items[b] > found.misfit) continue;
    found.worst = worsts[b];
    found.misfit = items[b];
  }
}

void DirectionSearch::turn(int refilled, const double* direction) {
  require_begun();
  const std::int64_t columns = items_.layout().columns;
  const Stream& stream = items_.stream();
  column_sums_.add(items_, scaled_.get(), labels_.get(), sums_);
  measure_sums<<<blocks_for(clusters_, 8), block, 0, stream>>>(sums_, columns, lengths_.get());
  check(cudaGetLastError());
  if (refilled >= 0) refill_.copy_from(direction, stream);
  take_directions<<<blocks_for(sum_values_.size(), block), block, 0, stream>>>(sums_, columns, counts_.get(), lengths_.get(), refilled,
                                                                               refill_.get(), directions_, narrow_.get());
  check(cudaGetLastError());
  stream.wait();
}

void DirectionSearch::end(double* directions, int* labels) {
  require_begun();
  const std::int64_t columns = items_.layout().columns;
  const Stream& stream = items_.stream();
  // Nobody needs the sums any more.
  lay_by_cluster<<<blocks_for(columns * clusters_, block), block, 0, stream>>>(directions_, columns, sums_.values);
  check(cudaGetLastError());
  check(cudaMemcpyAsync(directions, sums_.values, static_cast<std::size_t>(columns * clusters_) * sizeof(double),
                        cudaMemcpyDeviceToHost, stream));
  labels_.copy_to(labels, stream);
  stream.wait();
}

}  // namespace bellwether::cuda
