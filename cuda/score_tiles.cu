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
using ManyCentres = Shape<2, 4, 4, 8>;  // 128 x 256: items of all blocks stay in the second-level cache meanwhile

/// Where a block stands: a step of columns, a tile of centres, a tile of items.
struct Place {
  int step, tile, block;

  __device__ void go_on(int steps, int tiles) {
    if (++step < steps) return;
    step = 0;
    if (++tile < tiles) return;
    tile = 0;
    block += static_cast<int>(gridDim.x);
  }
};

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
  constexpr int pieces = step / 8, rows_at_once = threads / pieces;
  static_assert(rows_at_once % 8 == 0 && tile_items % rows_at_once == 0 && tile_centres % rows_at_once == 0);
  const int padded = layout.padded;
  const int steps = padded / step, tiles = centres.padded_clusters / tile_centres;
  const int blocks = (count + tile_items - 1) / tile_items;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int warp_i = warp % Shape::warps_i, warp_c = warp / Shape::warps_i;

  // Each thread brings the same piece of every rows_at_once-th row.
  const int row_of_thread = threadIdx.x / pieces, piece = threadIdx.x % pieces;
  const int place = swizzled<step>(row_of_thread, piece);
  Place next{0, 0, static_cast<int>(blockIdx.x)}, now = next;
  int next_stage = 0, stage = 0;
  const auto fetch = [&] {
    if (next.block < blocks) {
      __half* to = room + next_stage * stage_size + place;
      const int column = next.step * step + piece * 8;
#pragma unroll
      for (int j = 0; j < tile_items / rows_at_once; ++j) {
        const int row = next.block * tile_items + row_of_thread + j * rows_at_once;
        const bool there = row < count;
        std::int64_t from = there ? row : 0;
        if constexpr (again) from = answer.doubts.items[from];
        copy_piece(to + j * rows_at_once * step, chunk.narrow + from * padded + column, there);
      }
      const __half* from = centres.narrow + static_cast<std::int64_t>(next.tile * tile_centres + row_of_thread) * padded + column;
#pragma unroll
      for (int j = 0; j < tile_centres / rows_at_once; ++j)
        copy_piece(to + (tile_items + j * rows_at_once) * step, from + static_cast<std::int64_t>(j * rows_at_once) * padded, true);
      next.go_on(steps, tiles);
      next_stage = next_stage + 1 == stages ? 0 : next_stage + 1;
    }
    end_of_copies();
  };

  float sums[Shape::m][Shape::n][4];
  Top tops[Shape::m][2];
  // nvcc 13.0 leaves all but the first of such an array without their initial values.
#pragma unroll
  for (int m = 0; m < Shape::m; ++m) tops[m][0] = tops[m][1] = Top();
  for (int ahead = 0; ahead < stages - 1; ++ahead) fetch();
  for (; now.block < blocks; now.go_on(steps, tiles)) {
    wait_for_copies<stages - 2>();
    __syncthreads();
    fetch();
    const __half* items = room + stage * stage_size;
    const __half* others = items + tile_items * step;
    stage = stage + 1 == stages ? 0 : stage + 1;
    const int first_centre = now.tile * tile_centres + warp_c * 8 * Shape::n;
    if (now.step == 0) {
#pragma unroll
      for (int n = 0; n < Shape::n; ++n) {
        const float2 offset = __ldg(reinterpret_cast<const float2*>(centres.offsets + first_centre + n * 8 + 2 * (lane & 3)));
#pragma unroll
        for (int m = 0; m < Shape::m; ++m)
#pragma unroll
          for (int v = 0; v < 4; ++v) sums[m][n][v] = v % 2 == 0 ? offset.x : offset.y;
      }
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
    if (now.step + 1 < steps) continue;

    const int first = now.block * tile_items;
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
      if (now.tile + 1 < tiles) continue;

#pragma unroll
      for (int m = 0; m < Shape::m; ++m)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          Top& top = tops[m][half];
          top.see(top.exchanged(1));
          top.see(top.exchanged(2));
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
