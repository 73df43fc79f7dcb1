#include "nearest_direction.cuh"

#include <algorithm>

#include "scores.cuh"
#include "sparse_products.cuh"

namespace bellwether::cuda {
namespace {

constexpr int block = 256;

struct Best {
  double key = 0;  ///< what decides
  double product = 0;
  int cluster = 0;

  /// Of equal products the first cluster wins.
  __device__ void see(const Best& other) {
    if (other.key > key || (other.key == key && other.cluster < cluster)) *this = other;
  }
};

/// A product that is not a number is never larger than another, but stays if it is the first; as in a loop from the first to the last.
__device__ Best as_candidate(double product, int cluster) {
  const double key = isnan(product) ? (cluster == 0 ? INFINITY : -INFINITY) : product;
  return {key, product, cluster};
}

/// Nearest directions by products in single precision, for items and directions of length 1. With n values, what both are rounded to, each
/// product and each addition take 2^-24 of  sum_j |x_j c_j| <= 1  at most: (n + 3) 2^-24 in all, what underflow loses aside, and double
/// precision, which has the last word, n 2^-52. Where the best two are closer than twice  (n + 8) 2^-24 1.01,  or where the library's
/// products could overflow, the item is a doubt. `lanes` neighbouring lanes for each item, each with four clusters next to each other,
/// `each` times.
template <int each, int lanes>
__global__ void __launch_bounds__(block) compare_directions(SparseLayout layout, ByFeature directions, const float* narrow, const double* inverse,
                                                      const int* held, Nearest nearest) {
  constexpr int in_flight = each == 1 ? 8 : 4;
  const int lane = threadIdx.x & (lanes - 1);
  const std::int64_t item = (blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x) / lanes;
  const bool there = item < layout.rows;
  const std::int64_t begin = there ? layout.starts[item] : 0;
  const int length = there ? static_cast<int>(layout.starts[item + 1] - begin) : 0;
  const int stays = there && held != nullptr ? held[item] : -1;
  const double factor = there ? inverse[item] : 0;
  const int compared = stays < 0 ? length : 0;
  const int longest_compared = __reduce_max_sync(all_lanes, compared);

  Top top;
  for (int base = 0; base < directions.clusters; base += 4 * lanes * each) {
    int place[each];  // of its clusters in a row of the table; where it has none, of the last
#pragma unroll
    for (int e = 0; e < each; ++e) place[e] = min(base + 4 * (lane + lanes * e), directions.stride - 4);
    float4 sum[each] = {};
    for (int from = 0; from < longest_compared; from += lanes) {
      // Beyond its values an item has 0 in column 0, which adds nothing.
      const bool mine = from + lane < compared;
      const int column = mine ? layout.column_of[begin + from + lane] : 0;
      const float value = mine ? static_cast<float>(factor * layout.values[begin + from + lane]) : 0;
      const int count = min(lanes, longest_compared - from);
#pragma unroll 1
      for (int t = 0; t < count; t += in_flight) {
        float4 x[in_flight][each];
#pragma unroll
        for (int u = 0; u < in_flight; ++u) {
          const float* row = narrow + static_cast<std::int64_t>(__shfl_sync(all_lanes, column, t + u, lanes)) * directions.stride;
#pragma unroll
          for (int e = 0; e < each; ++e) x[u][e] = *reinterpret_cast<const float4*>(row + place[e]);
        }
#pragma unroll
        for (int u = 0; u < in_flight; ++u) {
          const float v = __shfl_sync(all_lanes, value, t + u, lanes);
#pragma unroll
          for (int e = 0; e < each; ++e) {
            sum[e].x = __fmaf_rn(v, x[u][e].x, sum[e].x);
            sum[e].y = __fmaf_rn(v, x[u][e].y, sum[e].y);
            sum[e].z = __fmaf_rn(v, x[u][e].z, sum[e].z);
            sum[e].w = __fmaf_rn(v, x[u][e].w, sum[e].w);
          }
        }
      }
    }
#pragma unroll
    for (int e = 0; e < each; ++e) {
      const int cluster = base + 4 * (lane + lanes * e);
      if (cluster < directions.clusters) top.see(sum[e].x, cluster);
      if (cluster + 1 < directions.clusters) top.see(sum[e].y, cluster + 1);
      if (cluster + 2 < directions.clusters) top.see(sum[e].z, cluster + 2);
      if (cluster + 3 < directions.clusters) top.see(sum[e].w, cluster + 3);
    }
  }
#pragma unroll
  for (int distance = lanes / 2; distance > 0; distance /= 2) top.see(top.exchanged(distance));

  const int label = stays < 0 ? top.centre : stays;
  const int longest = __reduce_max_sync(all_lanes, length);
  const double own = product<lanes>(layout, begin, length, longest, directions, label);
  if (!there || lane != 0) return;
  nearest.labels[item] = label;
  nearest.cosines[item] = factor * own;
  const float error = static_cast<float>(length + 8) * (1.01f * 0x1p-24f);
  if (stays < 0 && !(top.certain(error) && factor > 0x1p-1000)) nearest.doubts[atomicAdd(nearest.open, 1)] = static_cast<int>(item);
}

/// A warp for each doubt: its products with all directions in double, every lane with `each` of 32 each at a time.
__global__ void __launch_bounds__(block) settle_doubts(SparseLayout layout, ByFeature directions, const double* inverse, Nearest nearest) {
  constexpr int each = 4, in_flight = 4;
  const int lane = threadIdx.x & 31, open = *nearest.open;
  for (int doubt = blockIdx.x * (block / 32) + threadIdx.x / 32; doubt < open; doubt += gridDim.x * (block / 32)) {
    const int item = nearest.doubts[doubt];
    const std::int64_t begin = layout.starts[item];
    const int length = static_cast<int>(layout.starts[item + 1] - begin);
    Best best{-INFINITY, 0, directions.clusters};
    for (int base = 0; base < directions.clusters; base += 32 * each) {
      const double* table = directions.values + base + lane;
      double sum[each] = {};
      for (int from = 0; from < length; from += 32) {
        const bool mine = from + lane < length;
        const int column = mine ? layout.column_of[begin + from + lane] : 0;
        const double value = mine ? layout.values[begin + from + lane] : 0;
        for (int t = 0; t < 32 && from + t < length; t += in_flight) {
          double x[in_flight][each];
#pragma unroll
          for (int u = 0; u < in_flight; ++u) {
            const double* row = table + static_cast<std::int64_t>(__shfl_sync(all_lanes, column, t + u)) * directions.stride;
#pragma unroll
            for (int e = 0; e < each; ++e)
              x[u][e] = from + t + u < length && base + lane + 32 * e < directions.clusters ? row[32 * e] : 0;
          }
#pragma unroll
          for (int u = 0; u < in_flight; ++u) {
            const double v = __shfl_sync(all_lanes, value, t + u);
            if (from + t + u < length)
#pragma unroll
              for (int e = 0; e < each; ++e) sum[e] += v * x[u][e];
          }
        }
      }
#pragma unroll
      for (int e = 0; e < each; ++e) {
        const int cluster = base + lane + 32 * e;
        if (cluster < directions.clusters) best.see(as_candidate(sum[e], cluster));
      }
    }
    for (int distance = 16; distance > 0; distance /= 2) {
      Best other;
      other.key = __shfl_xor_sync(all_lanes, best.key, distance);
      other.product = __shfl_xor_sync(all_lanes, best.product, distance);
      other.cluster = __shfl_xor_sync(all_lanes, best.cluster, distance);
      best.see(other);
    }
    if (lane != 0) continue;
    nearest.labels[item] = best.cluster;
    nearest.cosines[item] = inverse[item] * best.product;
  }
}

}  // namespace

void find_nearest_directions(const SparseLayout& layout, const ByFeature& directions, const float* narrow, const double* inverse,
                             const int* held, const Nearest& nearest, cudaStream_t stream) {
  const int clusters = directions.clusters;
  const auto kernel = clusters <= 32    ? compare_directions<1, 8>
                      : clusters <= 64  ? compare_directions<1, 16>
                      : clusters <= 128 ? compare_directions<1, 32>
                                        : compare_directions<2, 32>;
  const int lanes = clusters <= 32 ? 8 : clusters <= 64 ? 16 : 32;
  check(cudaMemsetAsync(nearest.open, 0, sizeof(int), stream));
  kernel<<<blocks_for(layout.rows, block / lanes), block, 0, stream>>>(layout, directions, narrow, inverse, held, nearest);
  check(cudaGetLastError());
  settle_doubts<<<std::min(2048, blocks_for(layout.rows, block / 32)), block, 0, stream>>>(layout, directions, inverse, nearest);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
