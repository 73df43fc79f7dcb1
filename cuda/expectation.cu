#include "expectation.cuh"

#include <algorithm>

#include "exact.cuh"

namespace bellwether::cuda {
namespace {

constexpr int tile = 64, step = 16, side = 16, each = tile / side;
constexpr std::int64_t most_scores = std::int64_t{4} << 20, most_partial = std::int64_t{32} << 20;

/// Rows in hand, the first of which is item `first`.
struct Hand {
  std::int64_t first;
  int rows, clusters;
};

/// A value as d_ik sees it.
template <bool directions, class T>
__device__ __forceinline__ double seen(const Layout& layout, const T* values, const Hand& hand, int row, int column) {
  if (row >= hand.rows || column >= layout.columns) return 0;
  const auto value = static_cast<double>(values[static_cast<std::int64_t>(row) * layout.columns + column]);
  if constexpr (directions) return value * layout.inverse[hand.first + row];
  return value - layout.shift[column];
}

/// A block for 64 items and 64 centres, 16 features at a time; a thread for 4 x 4 of them.
template <class T, bool directions>
__global__ void __launch_bounds__(side* side) score(Layout layout, Hand hand, const T* values, const double* centres,
                                                     const double* factors, const double* offsets, double* scores) {
  __shared__ double items[step][tile + 1], means[step][tile + 1];
  const int tx = threadIdx.x % side, ty = threadIdx.x / side;
  const int item = blockIdx.x * tile, cluster = blockIdx.y * tile;
  double sums[each][each] = {};
  for (int column = 0; column < layout.columns; column += step) {
    for (int at = threadIdx.x; at < tile * step; at += side * side) {
      const int i = at / step, p = at % step;
      items[p][i] = seen<directions>(layout, values, hand, item + i, column + p);
      const bool there = cluster + i < hand.clusters && column + p < layout.columns;
      means[p][i] = there ? centres[static_cast<std::int64_t>(cluster + i) * layout.columns + column + p] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < step; ++p) {
      double x[each], c[each];
#pragma unroll
      for (int a = 0; a < each; ++a) x[a] = items[p][ty + side * a], c[a] = means[p][tx + side * a];
#pragma unroll
      for (int a = 0; a < each; ++a)
#pragma unroll
        for (int b = 0; b < each; ++b) {
          const double difference = x[a] - c[b];
          sums[a][b] = directions ? fma(x[a], c[b], sums[a][b]) : fma(difference, difference, sums[a][b]);
        }
    }
    __syncthreads();
  }
#pragma unroll
  for (int a = 0; a < each; ++a)
#pragma unroll
    for (int b = 0; b < each; ++b) {
      const int row = item + ty + side * a, k = cluster + tx + side * b;
      if (row < hand.rows && k < hand.clusters)
        scores[static_cast<std::int64_t>(row) * hand.clusters + k] = offsets[k] + factors[k] * sums[a][b];
    }
}

__device__ double sum_of_lanes(double value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(all_lanes, value, distance);
  return value;
}

/// A warp for each item. A cluster of weight 0 scores minus infinity and gets nothing.
__global__ void __launch_bounds__(256) give(Hand hand, const double* factors, const double* offsets, const int* stays,
                                            double* scores, double* of_items, int* labels, double* probabilities,
                                            unsigned long long* sizes) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x & 31;
  if (row >= hand.rows) return;
  double* own = scores + static_cast<std::int64_t>(row) * hand.clusters;
  double most = -INFINITY;
  int best = hand.clusters;
  for (int k = lane; k < hand.clusters; k += 32)
    if (own[k] > most || best == hand.clusters) most = own[k], best = k;
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    const double other = __shfl_xor_sync(all_lanes, most, distance);
    const int who = __shfl_xor_sync(all_lanes, best, distance);
    if (other > most || (other == most && who < best)) most = other, best = who;
  }
  const int stays_in = stays == nullptr ? -1 : stays[hand.first + row];
  if (stays_in >= 0) best = stays_in, most = own[best];
  const auto share = [&](int k) { return stays_in >= 0 ? double(k == best) : exp(own[k] - most); };
  double sum = 0;
  for (int k = lane; k < hand.clusters; k += 32) sum += share(k);
  const double inverse = 1 / sum_of_lanes(sum);
  double scatter = 0;
  for (int k = lane; k < hand.clusters; k += 32) {
    const double given = share(k) * inverse;
    if (given > 0) scatter += given * ((own[k] - offsets[k]) / factors[k]);
    own[k] = given;
  }
  scatter = sum_of_lanes(scatter);
  if (lane != 0) return;
  labels[hand.first + row] = best;
  probabilities[hand.first + row] = inverse;
  atomicAdd(&sizes[best], 1ull);
  of_items[2 * row] = most - log(inverse);
  of_items[2 * row + 1] = scatter;
}

/// What a slice's items give to 64 clusters of 64 features: a block, a thread for 4 x 4 of them.
template <class T, bool directions>
__global__ void __launch_bounds__(side* side) weigh(Layout layout, Hand hand, const T* values, const double* given,
                                                     const double* of_items, double* of_slices) {
  __shared__ double shares[step][tile + 1], items[step][tile + 1];
  const int tx = threadIdx.x % side, ty = threadIdx.x / side;
  const int column = blockIdx.x * tile, cluster = blockIdx.y * tile;
  const int from = blockIdx.z * Expectation::slice_rows, to = min(hand.rows, from + Expectation::slice_rows);
  const bool counts = blockIdx.x == 0;
  const std::int64_t width = layout.columns + 1, all = hand.clusters * width + 2;
  double* own = of_slices + blockIdx.z * all;
  double sums[each][each] = {}, count[each] = {};
  for (int row = from; row < to; row += step) {
    for (int at = threadIdx.x; at < tile * step; at += side * side) {
      const int i = at / tile, other = at % tile;
      const bool there = row + i < to && cluster + other < hand.clusters;
      shares[i][other] = there ? given[static_cast<std::int64_t>(row + i) * hand.clusters + cluster + other] : 0;
      items[i][other] = seen<directions>(layout, values, hand, row + i, column + other);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < step; ++i) {
      double r[each], x[each];
#pragma unroll
      for (int a = 0; a < each; ++a) r[a] = shares[i][ty + side * a], x[a] = items[i][tx + side * a];
#pragma unroll
      for (int a = 0; a < each; ++a) {
        if (counts) count[a] += r[a];
#pragma unroll
        for (int b = 0; b < each; ++b) sums[a][b] = fma(r[a], x[b], sums[a][b]);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int a = 0; a < each; ++a) {
    const int k = cluster + ty + side * a;
    if (k >= hand.clusters) continue;
#pragma unroll
    for (int b = 0; b < each; ++b)
      if (column + tx + side * b < layout.columns) own[k * width + column + tx + side * b] = sums[a][b];
    if (counts && tx == 0) own[k * width + layout.columns] = count[a];
  }
  if (!counts || blockIdx.y > 0 || threadIdx.x > 1) return;
  double sum = 0;  // thread 0: the objective, thread 1: the scatter
  for (int row = from; row < to; ++row) sum += of_items[2 * row + threadIdx.x];
  own[all - 2 + threadIdx.x] = sum;
}

/// A thread for each number: slices one after the other.
__global__ void add_slices(std::int64_t numbers, int slices, const double* of_slices, double* sums) {
  const std::int64_t at = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
  if (at >= numbers) return;
  double sum = sums[at];
  for (int s = 0; s < slices; ++s) sum += of_slices[s * numbers + at];
  sums[at] = sum;
}

}  // namespace

void Expectation::begin(const Layout& layout, int clusters, const int* stays, cudaStream_t stream) {
  clusters_ = clusters;
  columns_ = layout.columns;
  const std::int64_t numbers = static_cast<std::int64_t>(clusters) * (columns_ + 1) + 2;
  const std::int64_t slices = std::max<std::int64_t>(
      1, std::min({most_scores / clusters / slice_rows, most_partial / numbers,
                   (layout.rows + slice_rows - 1) / slice_rows}));
  rows_ = static_cast<int>(slices) * slice_rows;
  centres_.make(static_cast<std::int64_t>(clusters) * columns_);
  factors_.make(clusters);
  offsets_.make(clusters);
  scores_.make(static_cast<std::int64_t>(rows_) * clusters);
  of_items_.make(2 * static_cast<std::int64_t>(rows_));
  of_slices_.make(slices * numbers);
  sums_.make(numbers);
  sizes_.make(clusters);
  probabilities_.make(layout.rows);
  stays_.make(stays == nullptr ? 0 : layout.rows);
  if (stays != nullptr) stays_.copy_from(stays, stream);
  check(cudaStreamSynchronize(stream));
}

void Expectation::start_round(const BellwetherDeviceExpectation& given, cudaStream_t stream) {
  centres_.copy_from(given.centres, stream);
  factors_.copy_from(given.factors, stream);
  offsets_.copy_from(given.offsets, stream);
  sums_.clear(stream);
  sizes_.clear(stream);
}

void Expectation::add(const Layout& layout, const Chunk& chunk, int* labels, cudaStream_t stream) {
  const auto clusters = static_cast<unsigned>(blocks_for(clusters_, tile));
  const auto columns = static_cast<unsigned>(blocks_for(columns_, tile));
  const auto work = [&](auto directions, const auto* values) {
    constexpr bool turned = decltype(directions)::value;
    for (std::int64_t at = 0; at < chunk.rows; at += rows_) {
      const Hand hand{chunk.first + at, static_cast<int>(std::min<std::int64_t>(rows_, chunk.rows - at)), clusters_};
      const auto* rows = values + at * columns_;
      const int slices = blocks_for(hand.rows, slice_rows);
      score<std::decay_t<decltype(*rows)>, turned><<<dim3(static_cast<unsigned>(blocks_for(hand.rows, tile)), clusters), side * side, 0, stream>>>(
          layout, hand, rows, centres_.get(), factors_.get(), offsets_.get(), scores_.get());
      give<<<blocks_for(hand.rows, 8), 256, 0, stream>>>(hand, factors_.get(), offsets_.get(), stays_.get(), scores_.get(),
                                                         of_items_.get(), labels, probabilities_.get(), sizes_.get());
      weigh<std::decay_t<decltype(*rows)>, turned><<<dim3(columns, clusters, static_cast<unsigned>(slices)), side * side, 0, stream>>>(
          layout, hand, rows, scores_.get(), of_items_.get(), of_slices_.get());
      add_slices<<<blocks_for(sums_.size(), 256), 256, 0, stream>>>(sums_.size(), slices, of_slices_.get(), sums_.get());
      check(cudaGetLastError());
    }
  };
  with_values(layout, chunk.values, [&](const auto* values) {
    if (layout.directions())
      work(std::true_type(), values);
    else
      work(std::false_type(), values);
  });
}

void Expectation::finish_round(BellwetherDeviceExpectation& found, cudaStream_t stream) const {
  std::vector<double> all(static_cast<std::size_t>(sums_.size()));
  std::vector<unsigned long long> sizes(static_cast<std::size_t>(clusters_));
  sums_.copy_to(all.data(), stream);
  sizes_.copy_to(sizes.data(), stream);
  check(cudaStreamSynchronize(stream));
  const std::int64_t width = columns_ + 1;
  for (int k = 0; k < clusters_; ++k) {
    std::copy_n(all.data() + k * width, columns_, found.sums + static_cast<std::int64_t>(k) * columns_);
    found.counts[k] = all[static_cast<std::size_t>(k * width + columns_)];
    found.sizes[k] = static_cast<std::int64_t>(sizes[static_cast<std::size_t>(k)]);
  }
  found.objective = all[all.size() - 2];
  found.scatter = all[all.size() - 1];
}

}  // namespace bellwether::cuda
