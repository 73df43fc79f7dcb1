#include "nearest.cuh"

#include "centres.cuh"
#include "scores.cuh"

namespace bellwether::cuda {
namespace {

/// A warp for each doubt: eight lanes to each of its candidates. If there are too many, the warp takes one centre after
/// the other.
template <bool directions, class T>
__global__ void __launch_bounds__(256) measure_candidates(Layout layout, const T* values, Centres centres, Doubts doubts,
                                                          int* labels, State* state) {
  static_assert(Doubts::most == 4);
  if (state->ended) return;
  const int open = static_cast<int>(state->uncertain), lane = threadIdx.x & 31;
  for (int number = blockIdx.x * 8 + threadIdx.x / 32; number < open; number += gridDim.x * 8) {
    const int item = doubts.items[number], count = doubts.counts[number];
    const int given = doubts.candidates[static_cast<std::int64_t>(Doubts::most) * number + lane / 8];
    const T* row = values + static_cast<std::int64_t>(item) * layout.columns;
    double least = INFINITY;  // of products the negative
    int best = centres.clusters;
    const auto see = [&](double value, int centre) {
      if (value < least || (value == least && centre < best)) {
        least = value;
        best = centre;
      }
    };
    const auto row_of = [&](int k) { return centres.exact + static_cast<std::int64_t>(k) * layout.columns; };
    if (count <= Doubts::most) {
      const bool there = lane / 8 < count;
      const int centre = there ? given : 0;
      const double sum = sum_in_groups<directions>(row, row_of(centre), layout.columns);
      if (there) see(directions ? -sum : sum, centre);
      for (const int distance : {8, 16}) {
        const double value = __shfl_xor_sync(all_lanes, least, distance);
        see(value, __shfl_xor_sync(all_lanes, best, distance));
      }
    } else {
      for (int k = 0; k < centres.clusters; ++k) {
        const double sum = sum_in_warp<directions>(row, row_of(k), layout.columns);
        see(directions ? -sum : sum, k);
      }
    }
    if (lane != 0) continue;
    labels[item] = min(best, centres.clusters - 1);
    if (count > Doubts::most) atomicAdd(&state->crowded, 1u);
  }
}

/// A warp for each row.
template <class T>
__global__ void narrow(Layout layout, Chunk chunk, const T* values, __half* out, float2* lengths) {
  const int lane = threadIdx.x & 31;
  const std::int64_t row = (blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x) / 32;
  if (row >= chunk.rows) return;
  const double factor = layout.inverse == nullptr ? 1 : layout.inverse[chunk.first + row];
  double square = 0, rounding = 0;
  bool overflows = false;
  for (int p = lane; p < layout.padded; p += 32) {
    double value = 0;
    if (p < layout.columns)
      value = in_frame(values[row * layout.columns + p], layout.shift[p], layout.scale, factor);
    const __half narrowed = __double2half(value);
    out[row * layout.padded + p] = narrowed;
    overflows = overflows || !(fabs(value) < 0x1p15);
    square += value * value;
    const double lost = value - static_cast<double>(__half2float(narrowed));
    rounding += lost * lost;
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    square += __shfl_xor_sync(all_lanes, square, distance);
    rounding += __shfl_xor_sync(all_lanes, rounding, distance);
  }
  overflows = __any_sync(all_lanes, overflows);
  if (lane == 0)
    lengths[row] = overflows ? float2{INFINITY, INFINITY}
                             : float2{__double2float_ru(sqrt(square) * (1 + 0x1p-20)),
                                      __double2float_ru(sqrt(rounding) * (1 + 0x1p-20))};
}

__global__ void lay_out_centre(Layout layout, Centres centres, State* state) {
  if (state->ended) return;
  if (static_cast<int>(blockIdx.x) < centres.clusters)
    lay_out_row(layout, centres, static_cast<int>(blockIdx.x), state);
  else
    lay_out_nothing(layout, centres, static_cast<int>(blockIdx.x));
}

constexpr int few_centres = 64, many_centres = 256;

}  // namespace

int padded_columns(int columns) {
  if (columns <= 16) return 16;
  if (columns <= 32) return 32;
  return (columns + 63) / 64 * 64;
}

int padded_clusters(int clusters) {
  return clusters <= few_centres ? few_centres : (clusters + many_centres - 1) / many_centres * many_centres;
}

void find_nearest(const Layout& layout, const Chunk& chunk, const Centres& centres, const int* held, int* labels,
                  const Doubts& doubts, State* state, const Machine& machine, cudaStream_t stream) {
  int* of_chunk = labels + chunk.first;
  const Answer answer{held == nullptr ? nullptr : held + chunk.first, of_chunk, doubts, &state->uncertain};
  const auto score = resident_fits(layout, centres, machine) ? score_resident : score_tiles;
  for (const bool again : {false, true}) score(layout, chunk, centres, answer, state, again, machine, stream);
  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const auto exact = layout.directions() ? measure_candidates<true, T> : measure_candidates<false, T>;
    // Most blocks find nothing to do; where there are many doubts, each has a warp that waits for its rows alone.
    exact<<<32 * machine.processors, 256, 0, stream>>>(layout, values, centres, doubts, of_chunk, state);
  });
  check(cudaGetLastError());
}

void narrow_rows(const Layout& layout, const Chunk& chunk, __half* out, float2* lengths, cudaStream_t stream) {
  with_values(layout, chunk.values, [&](const auto* values) {
    narrow<<<blocks_for(chunk.rows, 8), 256, 0, stream>>>(layout, chunk, values, out, lengths);
  });
  check(cudaGetLastError());
}

void lay_out(const Layout& layout, const Centres& centres, State* state, cudaStream_t stream) {
  lay_out_centre<<<centres.padded_clusters, 256, 0, stream>>>(layout, centres, state);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
