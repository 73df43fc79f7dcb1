#include "cover.cuh"
#include "exact.cuh"

namespace bellwether::cuda {
namespace {

constexpr int warps = 8, items = 32, together = 2 * warps, step = 32;

/// A block for 32 items, an item for each lane; a warp for two of the 16 that are looked at together. Terms are added as
/// sum_in_groups() adds them: number q of `running` is lane q % 8 of its group q / 8.
template <class T, bool directions>
__global__ void __launch_bounds__(32 * warps) measure_drawn(Layout layout, Chunk chunk, const T* values, DrawnItems drawn) {
  __shared__ double rows[step][items + 1], centres[together][step];
  __shared__ float distances[together][items];
  const int lane = threadIdx.x & 31, warp = threadIdx.x / 32, columns = layout.columns;
  const std::int64_t begin = blockIdx.x * static_cast<std::int64_t>(items);
  const std::int64_t item = chunk.first + min(begin + lane, chunk.rows - 1);
  float kept = drawn.first == 0 ? INFINITY : drawn.nearest[item];
  int owner = drawn.first == 0 ? 0 : drawn.owner[item];
  for (int base = 0; base < drawn.count; base += together) {
    double running[2][step] = {}, total[2] = {};
    const double* mine[2] = {centres[2 * warp], centres[2 * warp + 1]};
    int column = 0;
    for (; column < columns; column += step) {
      __syncthreads();
      for (int at = threadIdx.x; at < items * step; at += 32 * warps) {
        const int i = at / step, p = at % step;
        const std::int64_t row = min(begin + i, chunk.rows - 1);
        rows[p][i] = column + p < columns ? static_cast<double>(values[row * columns + column + p]) : 0;
      }
      for (int at = threadIdx.x; at < together * step; at += 32 * warps) {
        const int c = min(base + at / step, drawn.count - 1), p = at % step;
        centres[at / step][p] = column + p < columns ? drawn.centres[static_cast<std::int64_t>(c) * columns + column + p] : 0;
      }
      __syncthreads();
      if (column + step <= columns) {
#pragma unroll
        for (int p = 0; p < step; ++p)
#pragma unroll
          for (int h = 0; h < 2; ++h) running[h][p] += term<directions>(rows[p][lane], mine[h][p]);
      } else {
        const int rest = columns - column, eights = rest / 8 * 8;
        for (int from = 0; from < eights; from += 8)
#pragma unroll
          for (int p = 0; p < 8; ++p)
#pragma unroll
            for (int h = 0; h < 2; ++h) running[h][p] += term<directions>(rows[from + p][lane], mine[h][from + p]);
      }
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
#pragma unroll
      for (int p = 0; p < 8; ++p)
        total[h] += (running[h][p] + running[h][8 + p]) + (running[h][16 + p] + running[h][24 + p]);
      const int rest = columns % step;  // they lie in shared memory still
      for (int p = rest / 8 * 8; p < rest; ++p) total[h] += term<directions>(rows[p][lane], mine[h][p]);
      distances[2 * warp + h][lane] = static_cast<float>(distance_of<directions>(total[h], layout.inverse, item) * drawn.unit);
    }
    __syncthreads();
    if (warp == 0)
      for (int c = 0; c < min(together, drawn.count - base); ++c)
        if (distances[c][lane] < kept) kept = distances[c][lane], owner = drawn.first + base + c;
  }
  if (warp != 0 || begin + lane >= chunk.rows) return;
  drawn.nearest[item] = kept;
  drawn.owner[item] = owner;
}

}  // namespace

void look_at_drawn(const Layout& layout, const Chunk& chunk, const DrawnItems& drawn, cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto kernel = layout.directions() ? measure_drawn<T, true> : measure_drawn<T, false>;
    kernel<<<blocks_for(chunk.rows, items), 32 * warps, 0, stream>>>(layout, chunk, values, drawn);
  });
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
