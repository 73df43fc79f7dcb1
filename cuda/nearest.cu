#include "nearest.cuh"

#include <cfloat>

#include "exact.cuh"
#include "matrix_units.cuh"

namespace bellwether::cuda {
namespace {

/// error(item) = of_length |x| + of_square |x|^2 + of_centres.
struct Error {
  float of_length, of_square, of_centres;
  __device__ float at(float length) const {
    // 1.0001: for the roundings of this very sum.
    return 1.0001f * fmaf(length, fmaf(length, of_square, of_length), of_centres);
  }
};

/// The bounds above; `padded` columns, of which those beyond the row's own are 0 and cost nothing.
__device__ Error error_of_halves(int columns, double scale, double squared_reach) {
  const double terms = columns + 8;
  const double reach = sqrt(squared_reach);
  const double tiny = terms * (0x1p-49 + 0x1p-1074 * scale * scale);
  const double root = sqrt(static_cast<double>(columns));
  // Above 2^15 a half overflows: then nothing is certain.
  if (!(reach < 0x1p15)) return {INFINITY, 0, 0};
  return {static_cast<float>(reach * (0x1.01p-10 + terms * 0x1p-21) + 0x1.1p-25 * root),
          static_cast<float>(terms * 0x1p-50),
          static_cast<float>(reach * 0x1.1p-25 * root + squared_reach * (0x1.01p-24 + terms * 0x1p-50) + tiny)};
}

__device__ Error error_of_singles(int columns, double scale, double squared_reach) {
  const double terms = columns + 8;
  return {0, static_cast<float>(terms * (0.5 * 0x1p-24 + 0x1p-50)),
          static_cast<float>(terms * (0x1p-24 * squared_reach + 0x1p-50 * squared_reach + 0x1p-120 +
                                      0x1p-1074 * scale * scale))};
}

__device__ double squared_reach_of(const State* state) {
  return static_cast<double>(__uint_as_float(state->squared_reach));
}

/// The best two of the scores seen so far. Of equal scores any may be `best`: their gap is 0, which is certain
/// of nothing.
struct Top {
  float best = -FLT_MAX, second = -FLT_MAX;
  int centre = 0;

  __device__ void see(float score, int which) {
    second = fmaxf(second, fminf(best, score));
    centre = score > best ? which : centre;
    best = fmaxf(best, score);
  }
  __device__ void see(const Top& other) {
    second = fmaxf(fmaxf(second, other.second), fminf(best, other.best));
    centre = other.best > best ? other.centre : centre;
    best = fmaxf(best, other.best);
  }
  __device__ void exchange(int distance) {
    Top other;
    other.best = __shfl_xor_sync(all_lanes, best, distance);
    other.second = __shfl_xor_sync(all_lanes, second, distance);
    other.centre = __shfl_xor_sync(all_lanes, centre, distance);
    see(other);
  }
  /// Also false if a score is not a number.
  __device__ bool certain(float error) const { return (best - second) * 0.9999f > 2 * error; }
};

/// Appends the lane's item to a list if it wants to; all lanes take part.
__device__ void append(bool wants, int item, int* list, unsigned* count) {
  const unsigned wanting = __ballot_sync(all_lanes, wants);
  if (wanting == 0) return;
  const int lane = threadIdx.x & 31;
  unsigned place = 0;
  if (lane == 0) place = atomicAdd(count, __popc(wanting));
  place = __shfl_sync(all_lanes, place, 0) + __popc(wanting & ((1u << lane) - 1));
  if (wants) list[place] = item;
}

struct Answer {
  const int* held;  ///< of the chunk; null: none
  int* labels;      ///< of the chunk
  int* list;        ///< of items that stay open
  unsigned* open;

  __device__ void give(bool mine, int item, const Top& top, float error) const {
    bool wants = false;
    if (mine) {
      const int stays = held == nullptr ? -1 : held[item];
      wants = stays < 0 && !top.certain(error);
      labels[item] = stays < 0 ? top.centre : stays;
    }
    append(wants, item, list, open);
  }
};

/// Scores of a tile of items after another: tiles of centres, steps of columns; three stages of copies are under
/// way while the matrix units work on a fourth. Each warp has 32 items and all centres of the tile.
template <int step, int tile_items, int tile_centres, int stages>
__global__ void __launch_bounds__(tile_items) score_halves(Layout layout, Chunk chunk, Centres centres, Answer answer,
                                                          const State* state) {
  extern __shared__ __align__(128) __half room[];
  __shared__ Error error;
  if (state->ended) return;
  if (threadIdx.x == 0) error = error_of_halves(layout.columns, layout.scale, squared_reach_of(state));
  constexpr int stage_size = (tile_items + tile_centres) * step;
  constexpr int pieces = step / 8;
  constexpr int columns_of_tiles = tile_centres / 8;
  const int padded = layout.padded;
  const int steps = padded / step, tiles = centres.padded_clusters / tile_centres;
  const std::int64_t blocks = (chunk.rows + tile_items - 1) / tile_items;
  const int mine = static_cast<int>((blocks - blockIdx.x + gridDim.x - 1) / gridDim.x);
  const int total = mine * tiles * steps;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  const auto fetch = [&](int number) {
    if (number < total) {
      __half* stage = room + number % stages * stage_size;
      const int column = number % steps * step;
      const int centre = number / steps % tiles * tile_centres;
      const std::int64_t item = (blockIdx.x + static_cast<std::int64_t>(number / (steps * tiles)) * gridDim.x) * tile_items;
#pragma unroll
      for (int i = threadIdx.x; i < tile_items * pieces; i += tile_items) {
        const int row = i / pieces, piece = i % pieces;
        const bool there = item + row < chunk.rows;
        copy_piece(stage + swizzled<step>(row, piece),
                   chunk.narrow + (there ? item + row : 0) * padded + column + piece * 8, there);
      }
#pragma unroll
      for (int i = threadIdx.x; i < tile_centres * pieces; i += tile_items) {
        const int row = i / pieces, piece = i % pieces;
        copy_piece(stage + tile_items * step + swizzled<step>(row, piece),
                   centres.narrow + static_cast<std::int64_t>(centre + row) * padded + column + piece * 8, true);
      }
    }
    end_of_copies();
  };

  float sums[2][columns_of_tiles][4];
  Top tops[2][2];
  for (int number = 0; number < stages - 1; ++number) fetch(number);
  for (int number = 0; number < total; ++number) {
    wait_for_copies<stages - 2>();
    __syncthreads();
    fetch(number + stages - 1);
    const __half* items = room + number % stages * stage_size;
    const __half* others = items + tile_items * step;
    if (number % steps == 0)
#pragma unroll
      for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < columns_of_tiles; ++n)
#pragma unroll
          for (int v = 0; v < 4; ++v) sums[m][n][v] = 0;

#pragma unroll
    for (int k = 0; k < step / 16; ++k) {
      unsigned a[2][4];
#pragma unroll
      for (int m = 0; m < 2; ++m)
        load_tiles(a[m], items + swizzled<step>(warp * 32 + m * 16 + (lane & 15), 2 * k + (lane >> 4)));
#pragma unroll
      for (int n = 0; n < columns_of_tiles; n += 2) {
        unsigned b[4];
        load_tiles(b, others + swizzled<step>(n * 8 + (lane & 7) + ((lane >> 4) << 3), 2 * k + ((lane >> 3) & 1)));
#pragma unroll
        for (int m = 0; m < 2; ++m) {
          multiply(sums[m][n], a[m], b[0], b[1]);
          multiply(sums[m][n + 1], a[m], b[2], b[3]);
        }
      }
    }
    if ((number + 1) % steps != 0) continue;

    const int tile = number / steps % tiles;
    const float* offsets = centres.offsets + tile * tile_centres + 2 * (lane & 3);
#pragma unroll
    for (int n = 0; n < columns_of_tiles; ++n) {
      const float2 offset = __ldg(reinterpret_cast<const float2*>(offsets + n * 8));
      const int centre = tile * tile_centres + n * 8 + 2 * (lane & 3);
#pragma unroll
      for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          tops[m][half].see(sums[m][n][2 * half] + offset.x, centre);
          tops[m][half].see(sums[m][n][2 * half + 1] + offset.y, centre + 1);
        }
    }
    if (tile + 1 < tiles) continue;

    const std::int64_t first =
        (blockIdx.x + static_cast<std::int64_t>(number / (steps * tiles)) * gridDim.x) * tile_items + warp * 32 + (lane >> 2);
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        Top& top = tops[m][half];
        top.exchange(1);
        top.exchange(2);
        const std::int64_t item = first + m * 16 + half * 8;
        const bool owner = (lane & 3) == 0 && item < chunk.rows;
        answer.give(owner, static_cast<int>(item), top, owner ? error.at(chunk.lengths[item]) : 0);
        top = Top();
      }
  }
}

/// The same for a list of items, in single precision: tiles of 64 items and 64 centres, 16 scores to a thread.
template <class T>
__global__ void __launch_bounds__(256) score_singles(Layout layout, Chunk chunk, const T* values, Centres centres,
                                                     const int* list, Answer answer, const State* state) {
  constexpr int tile = 64, step = 32;
  __shared__ float items[step][tile + 4], others[step][tile + 4];
  __shared__ Error error;
  if (state->ended) return;
  if (threadIdx.x == 0) error = error_of_singles(layout.columns, layout.scale, squared_reach_of(state));
  const int count = static_cast<int>(state->uncertain);
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 8;
  for (int begin = blockIdx.x * tile; begin < count; begin += gridDim.x * tile) {
    const int item = list[min(begin + row, count - 1)];
    const T* from = values + static_cast<std::int64_t>(item) * layout.columns;
    const double factor = layout.inverse == nullptr ? 1 : layout.inverse[chunk.first + item];
    Top tops[4];
    for (int centre = 0; centre < centres.clusters; centre += tile) {
      float sums[4][4] = {};
      for (int column = 0; column < layout.columns; column += step) {
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 8; ++p) {
          const int q = column + part + p;
          items[part + p][row] =
              q < layout.columns ? static_cast<float>(in_frame(from[q], layout.shift[q], layout.scale, factor)) : 0;
          others[part + p][row] = centres.single[static_cast<std::int64_t>(centre + row) * layout.wide + q];
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < step; ++p) {
          const float4 a = *reinterpret_cast<const float4*>(&items[p][4 * y]);
          const float4 b = *reinterpret_cast<const float4*>(&others[p][4 * x]);
          const float as[4] = {a.x, a.y, a.z, a.w}, bs[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
          for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int k = 0; k < 4; ++k) sums[i][k] = fmaf(as[i], bs[k], sums[i][k]);
        }
      }
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const float offset = centres.offsets[centre + 4 * x + k];
#pragma unroll
        for (int i = 0; i < 4; ++i) tops[i].see(sums[i][k] + offset, centre + 4 * x + k);
      }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      for (int distance = 1; distance < 16; distance *= 2) tops[i].exchange(distance);
      const int number = begin + 4 * y + i;
      const bool owner = x == 0 && number < count;
      const int which = list[min(number, count - 1)];
      answer.give(owner, which, tops[i], owner ? error.at(chunk.lengths[which]) : 0);
    }
  }
}

/// A warp for each item: its four groups of eight lanes take every fourth centre.
template <bool directions, class T>
__global__ void __launch_bounds__(256) score_doubles(Layout layout, const T* values, Centres centres, const int* list,
                                                     int* labels, const State* state) {
  if (state->ended) return;
  const int count = static_cast<int>(state->near_ties);
  const int group = (threadIdx.x & 31) >> 3;
  for (int number = blockIdx.x * 8 + threadIdx.x / 32; number < count; number += gridDim.x * 8) {
    const int item = list[number];
    const T* row = values + static_cast<std::int64_t>(item) * layout.columns;
    double least = INFINITY;  // of products the negative
    int best = 0;
    for (int k = 0; k < centres.clusters; k += 4) {
      const int centre = min(k + group, centres.clusters - 1);
      const double sum = sum_in_groups<directions>(row, centres.exact + static_cast<std::int64_t>(centre) * layout.columns,
                                                   layout.columns);
      const double value = directions ? -sum : sum;
      if (value < least) {
        least = value;
        best = centre;
      }
    }
    for (int distance = 8; distance < 32; distance *= 2) {
      const double other = __shfl_xor_sync(all_lanes, least, distance);
      const int centre = __shfl_xor_sync(all_lanes, best, distance);
      if (other < least || (other == least && centre < best)) {
        least = other;
        best = centre;
      }
    }
    if ((threadIdx.x & 31) == 0) labels[item] = best;
  }
}

/// A warp for each row.
template <class T>
__global__ void narrow(Layout layout, Chunk chunk, const T* values, __half* out, float* lengths) {
  const int lane = threadIdx.x & 31;
  const std::int64_t row = (blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x) / 32;
  if (row >= chunk.rows) return;
  const double factor = layout.inverse == nullptr ? 1 : layout.inverse[chunk.first + row];
  double square = 0;
  bool overflows = false;
  for (int p = lane; p < layout.padded; p += 32) {
    double value = 0;
    if (p < layout.columns)
      value = in_frame(values[row * layout.columns + p], layout.shift[p], layout.scale, factor);
    out[row * layout.padded + p] = __double2half(value);
    overflows = overflows || !(fabs(value) < 0x1p15);
    square += value * value;
  }
  for (int distance = 16; distance > 0; distance /= 2) square += __shfl_xor_sync(all_lanes, square, distance);
  overflows = __any_sync(all_lanes, overflows);
  if (lane == 0) lengths[row] = overflows ? INFINITY : __double2float_ru(sqrt(square) * (1 + 0x1p-20));
}

__global__ void lay_out_centre(Layout layout, Centres centres, State* state) {
  __shared__ double squares[8];
  if (state->ended) return;
  const int k = blockIdx.x;
  double square = 0;
  for (int p = threadIdx.x; p < max(layout.padded, layout.wide); p += blockDim.x) {
    double value = 0;
    if (k < centres.clusters && p < layout.columns)
      value = in_frame(centres.exact[static_cast<std::int64_t>(k) * layout.columns + p], layout.shift[p], layout.scale, 1);
    if (p < layout.padded) centres.narrow[static_cast<std::int64_t>(k) * layout.padded + p] = __double2half(value);
    if (p < layout.wide) centres.single[static_cast<std::int64_t>(k) * layout.wide + p] = static_cast<float>(value);
    square += value * value;
  }
  for (int distance = 16; distance > 0; distance /= 2) square += __shfl_xor_sync(all_lanes, square, distance);
  if ((threadIdx.x & 31) == 0) squares[threadIdx.x / 32] = square;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned w = 1; w < blockDim.x / 32; ++w) square += squares[w];
  if (k >= centres.clusters) {
    centres.offsets[k] = -FLT_MAX;
    return;
  }
  // Directions are compared by their products alone, all being of length 1.
  centres.offsets[k] = layout.directions() ? 0 : static_cast<float>(-0.5 * square);
  // Rounded up; bits of floats that are not negative are in the order of the floats.
  atomicMax(&state->squared_reach, __float_as_uint(__double2float_ru(square * (1 + 0x1p-20))));
}

template <int step, int tile_items, int tile_centres, int stages>
void launch_halves(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer,
                   const State* state, int processors, cudaStream_t stream) {
  const auto kernel = score_halves<step, tile_items, tile_centres, stages>;
  constexpr int bytes = stages * (tile_items + tile_centres) * step * static_cast<int>(sizeof(__half));
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  int resident = 1;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, tile_items, bytes));
  const int blocks = std::min(blocks_for(chunk.rows, tile_items), processors * std::max(resident, 1));
  kernel<<<blocks, tile_items, bytes, stream>>>(layout, chunk, centres, answer, state);
  check(cudaGetLastError());
}

constexpr int few_centres = 64, many_centres = 128;

}  // namespace

int padded_columns(int columns) {
  if (columns <= 16) return 16;
  if (columns <= 32) return 32;
  return (columns + 63) / 64 * 64;
}

int wide_columns(int columns) {
  return (columns + 31) / 32 * 32;
}

int padded_clusters(int clusters) {
  return clusters <= few_centres ? few_centres : (clusters + many_centres - 1) / many_centres * many_centres;
}

void find_nearest(const Layout& layout, const Chunk& chunk, const Centres& centres, const int* held, int* labels,
                  const Lists& lists, State* state, int processors, cudaStream_t stream) {
  const int* stays = held == nullptr ? nullptr : held + chunk.first;
  int* of_chunk = labels + chunk.first;
  const Answer first{stays, of_chunk, lists.uncertain, &state->uncertain};
  const auto launch = [&](auto few, auto many) {
    if (centres.padded_clusters == few_centres)
      few(layout, chunk, centres, first, state, processors, stream);
    else
      many(layout, chunk, centres, first, state, processors, stream);
  };
  if (layout.padded == 16)
    launch(launch_halves<16, 128, 64, 4>, launch_halves<16, 128, 128, 4>);
  else if (layout.padded == 32)
    launch(launch_halves<32, 128, 64, 4>, launch_halves<32, 128, 128, 4>);
  else
    launch(launch_halves<64, 128, 64, 3>, launch_halves<64, 256, 128, 3>);

  with_values(layout, chunk.values, [&](const auto* values) {
    using T = std::decay_t<decltype(*values)>;
    const Answer second{nullptr, of_chunk, lists.near_ties, &state->near_ties};
    score_singles<T><<<2 * processors, 256, 0, stream>>>(layout, chunk, values, centres, lists.uncertain, second, state);
    const auto exact = layout.directions() ? score_doubles<true, T> : score_doubles<false, T>;
    exact<<<4 * processors, 256, 0, stream>>>(layout, values, centres, lists.near_ties, of_chunk, state);
  });
  check(cudaGetLastError());
}

void narrow_rows(const Layout& layout, const Chunk& chunk, __half* out, float* lengths, cudaStream_t stream) {
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
