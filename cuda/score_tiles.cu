#include <algorithm>

#include "scores.cuh"

namespace bellwether::cuda {
namespace {

/// How a block divides its tile: warps_i x warps_c warps, each with 16 m items and 8 n centres.
template <int warps_i_, int warps_c_, int m_, int n_>
struct Shape {
  static constexpr int warps_i = warps_i_, warps_c = warps_c_, m = m_, n = n_;
  static constexpr int items = warps_i * 16 * m, centres = warps_c * 8 * n, threads = 32 * warps_i * warps_c;
};
using FewCentres = Shape<4, 1, 2, 8>;   // 128 x 64
using ManyCentres = Shape<4, 4, 2, 8>;  // 128 x 256: items of all blocks stay in the second-level cache meanwhile

template <class Shape, int step, int stages>
constexpr int bytes_of() {
  return stages * (Shape::items + Shape::centres) * step * static_cast<int>(sizeof(__half));
}

/// Scores of a tile of items after another: tiles of centres, steps of columns; copies of the next steps are under way
/// while the matrix units work on one.
template <class Shape, int step, int stages, bool again>
__global__ void __launch_bounds__(Shape::threads) score_tile(Layout layout, Chunk chunk, Centres centres, Answer answer,
                                                            const State* state) {
  extern __shared__ __align__(128) __half room[];
  __shared__ Error error;
  __shared__ Top tops_of_warps[Shape::warps_c][Shape::items];
  if (state->ended) return;
  const int count = again ? static_cast<int>(state->uncertain) : static_cast<int>(chunk.rows);
  if (threadIdx.x == 0) error = error_of(layout, state, false);
  constexpr int tile_items = Shape::items, tile_centres = Shape::centres, threads = Shape::threads;
  constexpr int stage_size = (tile_items + tile_centres) * step;
  constexpr int pieces = step / 8;
  const int padded = layout.padded;
  const int steps = padded / step, tiles = centres.padded_clusters / tile_centres;
  const int blocks = (count + tile_items - 1) / tile_items;
  const int mine = (blocks - static_cast<int>(blockIdx.x) + static_cast<int>(gridDim.x) - 1) / static_cast<int>(gridDim.x);
  const int total = mine * tiles * steps;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int warp_i = warp % Shape::warps_i, warp_c = warp / Shape::warps_i;
  const auto block_of = [&](int number) { return static_cast<int>(blockIdx.x) + number / (steps * tiles) * static_cast<int>(gridDim.x); };

  const auto fetch = [&](int number) {
    if (number < total) {
      __half* stage = room + number % stages * stage_size;
      const int column = number % steps * step;
      const int centre = number / steps % tiles * tile_centres;
      const int item = block_of(number) * tile_items;
#pragma unroll
      for (int i = threadIdx.x; i < tile_items * pieces; i += threads) {
        const int row = i / pieces, piece = i % pieces;
        const bool there = item + row < count;
        std::int64_t from = there ? item + row : 0;
        if (again) from = answer.doubts.items[from];
        copy_piece(stage + swizzled<step>(row, piece), chunk.narrow + from * padded + column + piece * 8, there);
      }
#pragma unroll
      for (int i = threadIdx.x; i < tile_centres * pieces; i += threads) {
        const int row = i / pieces, piece = i % pieces;
        copy_piece(stage + tile_items * step + swizzled<step>(row, piece),
                   centres.narrow + static_cast<std::int64_t>(centre + row) * padded + column + piece * 8, true);
      }
    }
    end_of_copies();
  };

  float sums[Shape::m][Shape::n][4];
  Top tops[Shape::m][2];
  for (int number = 0; number < stages - 1; ++number) fetch(number);
  for (int number = 0; number < total; ++number) {
    wait_for_copies<stages - 2>();
    __syncthreads();
    fetch(number + stages - 1);
    const __half* items = room + number % stages * stage_size;
    const __half* others = items + tile_items * step;
    const int tile = number / steps % tiles;
    const int first_centre = tile * tile_centres + warp_c * 8 * Shape::n;
    if (number % steps == 0)
#pragma unroll
      for (int n = 0; n < Shape::n; ++n) {
        const float2 offset = __ldg(reinterpret_cast<const float2*>(centres.offsets + first_centre + n * 8 + 2 * (lane & 3)));
#pragma unroll
        for (int m = 0; m < Shape::m; ++m)
#pragma unroll
          for (int v = 0; v < 4; ++v) sums[m][n][v] = v % 2 == 0 ? offset.x : offset.y;
      }

#pragma unroll
    for (int k = 0; k < step / 16; ++k) {
      unsigned a[Shape::m][4];
#pragma unroll
      for (int m = 0; m < Shape::m; ++m)
        load_tiles(a[m], items + swizzled<step>((warp_i * Shape::m + m) * 16 + (lane & 15), 2 * k + (lane >> 4)));
#pragma unroll
      for (int n = 0; n < Shape::n; n += 2) {
        unsigned b[4];
        load_tiles(b, others + swizzled<step>((warp_c * Shape::n + n) * 8 + (lane & 7) + ((lane >> 4) << 3),
                                              2 * k + ((lane >> 3) & 1)));
#pragma unroll
        for (int m = 0; m < Shape::m; ++m) {
          multiply(sums[m][n], a[m], b[0], b[1]);
          multiply(sums[m][n + 1], a[m], b[2], b[3]);
        }
      }
    }
    if ((number + 1) % steps != 0) continue;

    const int first = block_of(number) * tile_items;
    const int row = warp_i * 16 * Shape::m + (lane >> 2);  // of the tile; then every eighth
    if constexpr (again) {
#pragma unroll
      for (int m = 0; m < Shape::m; ++m)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int doubt = first + row + 16 * m + 8 * half;
          if (doubt >= count) continue;
          const float threshold = answer.doubts.thresholds[doubt];
#pragma unroll
          for (int n = 0; n < Shape::n; ++n)
#pragma unroll
            for (int v = 0; v < 2; ++v) {
              const int which = first_centre + n * 8 + 2 * (lane & 3) + v;
              if (!(sums[m][n][2 * half + v] < threshold) && which < centres.clusters) answer.consider(doubt, which);
            }
        }
    } else {
#pragma unroll
      for (int n = 0; n < Shape::n; ++n)
#pragma unroll
        for (int m = 0; m < Shape::m; ++m)
#pragma unroll
          for (int v = 0; v < 4; ++v)
            tops[m][v >> 1].see(sums[m][n][v], first_centre + n * 8 + 2 * (lane & 3) + (v & 1));
      if (tile + 1 < tiles) continue;

#pragma unroll
      for (int m = 0; m < Shape::m; ++m)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          Top& top = tops[m][half];
          top.exchange(1);
          top.exchange(2);
          if ((lane & 3) == 0) tops_of_warps[warp_c][row + 16 * m + 8 * half] = top;
          top = Top();
        }
      __syncthreads();
      for (int r = threadIdx.x; r < tile_items; r += threads) {
        Top top = tops_of_warps[0][r];
#pragma unroll
        for (int w = 1; w < Shape::warps_c; ++w) top.see(tops_of_warps[w][r]);
        const bool there = first + r < count;
        answer.give(there, first + r, top, there ? chunk.lengths[first + r] : float2{0, 0}, error);
      }
    }
  }
}

template <class Shape, int step, int stages, bool again>
void launch(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer, const State* state,
            const Machine& machine, cudaStream_t stream) {
  const auto kernel = score_tile<Shape, step, stages, again>;
  constexpr int bytes = bytes_of<Shape, step, stages>();
  const int blocks = resident_blocks(kernel, Shape::threads, bytes, blocks_for(chunk.rows, Shape::items), machine);
  kernel<<<blocks, Shape::threads, bytes, stream>>>(layout, chunk, centres, answer, state);
  check(cudaGetLastError());
}

/// Three stages where they fit, else two.
template <class Shape, int step, bool again>
void launch(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer, const State* state,
            const Machine& machine, cudaStream_t stream) {
  if (bytes_of<Shape, step, 3>() <= machine.shared_bytes)
    launch<Shape, step, 3, again>(layout, chunk, centres, answer, state, machine, stream);
  else
    launch<Shape, step, 2, again>(layout, chunk, centres, answer, state, machine, stream);
}

}  // namespace

void score_tiles(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer,
                 const State* state, bool again, const Machine& machine, cudaStream_t stream) {
  const auto with = [&](auto first, auto second) {
    (again ? second : first)(layout, chunk, centres, answer, state, machine, stream);
  };
  if (layout.padded == 16)
    with(launch<ManyCentres, 16, false>, launch<ManyCentres, 16, true>);
  else if (layout.padded == 32)
    with(launch<ManyCentres, 32, false>, launch<ManyCentres, 32, true>);
  else if (centres.padded_clusters == FewCentres::centres)
    with(launch<FewCentres, 64, false>, launch<FewCentres, 64, true>);
  else
    with(launch<ManyCentres, 64, false>, launch<ManyCentres, 64, true>);
}

}  // namespace bellwether::cuda
