#include <cuda_pipeline.h>

#include <algorithm>

#include "exact.cuh"
#include "topics.cuh"

namespace bellwether::cuda {
namespace {

/// As in bellwether/topics/kernels.h and kernels/em_row.h.
constexpr double least_probability = 1e-290;
constexpr int chunk = 128, panel = 6;

/// Lanes in fours: (v0 + v2) + (v1 + v3), in each of the four.
__device__ __forceinline__ double lane_sum(double value) {
  value += __shfl_xor_sync(all_lanes, value, 2);
  return value + __shfl_xor_sync(all_lanes, value, 1);
}

/// theta . phi by four lanes, panel by panel: lane l has every fourth number from l on, and each gets the sum.
__device__ __forceinline__ double product(const double* theta, const double* phi, int width) {
  const int vectors = width / 4, panels = (vectors + panel - 1) / panel;
  const int each = vectors / panels, longer = vectors % panels;  // the first panels have one more
  double p = 0;
  for (int i = 0, at = threadIdx.x & 3; i < panels; ++i) {
    const int end = at + 4 * (each + (i < longer ? 1 : 0));
    double sum = theta[at] * phi[at];
    for (at += 4; at < end; at += 4) sum += theta[at] * phi[at];
    p += lane_sum(sum);
  }
  return p;
}

/// log_of() of em_row.h for one number.
__device__ __forceinline__ double log_of(double x) {
  constexpr unsigned long long root_half = 0x3fe6a09e667f3bcdull, one = 0x3ff0000000000000ull;
  constexpr double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
  const unsigned long long offset = static_cast<unsigned long long>(__double_as_longlong(x)) - root_half + one;
  const double e = __longlong_as_double(static_cast<long long>((offset >> 52) | 0x4330000000000000ull)) - (0x1p52 + 1023.0);
  const double m = __longlong_as_double(static_cast<long long>((offset & 0x000fffffffffffffull) + root_half));
  const double s = (m - 1.0) / (m + 1.0), square = s * s;
  double series = 1.0 / 21;
#pragma unroll
  for (int k = 19; k >= 3; k -= 2) series = series * square + 1.0 / k;
  const double rest = s * (square * series);
  return e * ln2_high + (2.0 * s + (2.0 * rest + e * ln2_low));
}

/// Rows of the table in shared memory lie so far apart that eight neighbouring fours of lanes meet no bank twice.
__host__ __device__ constexpr int stride_of(int width) {
  return width / 4 % 2 == 1 ? width : width + 4;
}

/// Doubles that a warp has: rows of the table, a mixture, gains, and a number for each value.
constexpr int room_of(int batch, int width) {
  return batch * stride_of(width) + 2 * width + batch;
}

/// The table's rows of the warp's next values, copied past the registers.
template <int batch>
__device__ __forceinline__ void fetch_rows(const TopicRows& rows, int column, int count, int stride, double* phi) {
  const int lane = threadIdx.x, half = rows.width / 2;  // pairs of a row
  const int whole = 32 / half, rest = 32 % half;
  int q = lane / half, pair = lane % half;
  for (int at = 0; at < count * half; at += 32) {
    const std::int64_t from = __shfl_sync(all_lanes, column, min(q, batch - 1));
    if (at + lane < count * half)
      __pipeline_memcpy_async(phi + q * stride + 2 * pair, rows.table + from * rows.width + 2 * pair, 2 * sizeof(double));
    q += whole;
    pair += rest;
    if (pair >= half) pair -= half, ++q;
  }
  __pipeline_commit();
}

/// gains += r_j phi_j of up to eight values, one after the other.
__device__ __forceinline__ void add_gains(const double* phi, const double* ratios, int count, int width, int stride,
                                          double* gains) {
  double r[8];
#pragma unroll
  for (int q = 0; q < 8; ++q) r[q] = q < count ? ratios[q] : 0;
  for (int z = threadIdx.x; z < width; z += 32) {
    double gain = gains[z];
#pragma unroll
    for (int q = 0; q < 8; ++q)
      if (q < count) gain += r[q] * phi[q * stride + z];
    gains[z] = gain;
  }
}

/// A warp, which is a block, for every gridDim.x-th row; `batch` values at a time, a number that divides a chunk.
template <int batch>
__global__ void __launch_bounds__(32) pass(TopicRows rows) {
  extern __shared__ __align__(16) double room[];
  const int lane = threadIdx.x, width = rows.width, stride = stride_of(width);
  double *phi = room, *theta = phi + batch * stride, *gains = theta + width, *of_values = gains + width;
  for (std::int64_t row = blockIdx.x; row < rows.counts.rows; row += gridDim.x) {
    const std::int64_t begin = rows.counts.starts[row], end = rows.counts.starts[row + 1];
    const double scale = rows.scales[row];
    const double* now = rows.now + row * width;
    double* next = rows.next + row * width;
    if (scale == 0) {
      for (int z = lane; z < width; z += 32) next[z] = now[z];
      for (std::int64_t j = begin + lane; j < end; j += 32) rows.ratios[j] = 0;
      if (lane == 0) rows.objectives[row] = 0;
      continue;
    }
    for (int z = lane; z < width; z += 32) theta[z] = now[z], gains[z] = 0;

    double objective = 0, running = 0;  // of this chunk, four sums: lane l has that of l % 4
    const auto in_batch = [&](std::int64_t base) { return lane < batch && base + lane < end; };
    int column = in_batch(begin) ? rows.counts.column_of[begin + lane] : 0;
    double value = in_batch(begin) ? rows.counts.values[begin + lane] : 0;
    for (std::int64_t base = begin; base < end; base += batch) {
      const int count = static_cast<int>(min(end - base, static_cast<std::int64_t>(batch)));
      if (base > begin && (base - begin) % chunk == 0) objective += lane_sum(running), running = 0;
      __syncwarp();
      fetch_rows<batch>(rows, column, count, stride, phi);
      const double share = value * scale;
      column = in_batch(base + batch) ? rows.counts.column_of[base + batch + lane] : 0;
      value = in_batch(base + batch) ? rows.counts.values[base + batch + lane] : 0;
      __pipeline_wait_prior(0);
      __syncwarp();

      for (int first = 0; first < count; first += 8) {
        const int q = first + lane / 4;  // behind the last value it is what an earlier batch left, and not looked at
        const double p = product(theta, phi + q * stride, width);
        if (lane % 4 == 0) of_values[q] = p;
      }
      __syncwarp();
      double part = 0, ratio = 0;
      if (lane < count) {
        const double found = of_values[lane];
        const bool known = found >= least_probability;
        const double probability = known ? found : least_probability;
        part = share * log_of(probability);
        ratio = known ? share / probability : 0;
        of_values[lane] = ratio;
        rows.ratios[base + lane] = ratio;
      }
      for (int v = 0; v < batch; v += 4) running += __shfl_sync(all_lanes, part, v + (lane & 3));
      __syncwarp();
      for (int first = 0; first < count; first += 8)
        add_gains(phi + first * stride, of_values + first, min(8, count - first), width, stride, gains);
    }
    objective += lane_sum(running);

    constexpr double least = 2.2250738585072014e-308;  // flushed() of table.h
    for (int z = lane; z < width; z += 32) {
      const double gain = gains[z] * theta[z];
      gains[z] = gain < least ? 0 : gain;
    }
    __syncwarp();
    double total = 0;
#pragma unroll 4
    for (int z = 0; z < width; ++z) total += gains[z];
    for (int z = lane; z < width; z += 32) next[z] = total > 0 ? gains[z] / total : theta[z];
    if (lane == 0) rows.objectives[row] = objective;
    __syncwarp();
  }
}

template <int batch>
void launch(const TopicRows& rows, const Machine& machine, cudaStream_t stream) {
  const int bytes = room_of(batch, rows.width) * static_cast<int>(sizeof(double));
  check(cudaFuncSetAttribute(pass<batch>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  check(cudaFuncSetAttribute(pass<batch>, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, pass<batch>, 32, static_cast<std::size_t>(bytes)));
  const std::int64_t all = static_cast<std::int64_t>(std::max(blocks, 1)) * machine.processors;
  pass<batch><<<static_cast<unsigned>(std::min(all, rows.counts.rows)), 32, static_cast<std::size_t>(bytes), stream>>>(rows);
  check(cudaGetLastError());
}

}  // namespace

int widest_table(const Machine& machine) {
  int width = 4;
  while (room_of(8, width + 4) * static_cast<int>(sizeof(double)) <= machine.shared_bytes) width += 4;
  return width;
}

void pass_rows(const TopicRows& rows, const Machine& machine, cudaStream_t stream) {
  if (rows.counts.rows == 0) return;
  if (rows.width <= 32)
    launch<32>(rows, machine, stream);
  else if (rows.width <= 64)
    launch<16>(rows, machine, stream);
  else
    launch<8>(rows, machine, stream);
}

}  // namespace bellwether::cuda
