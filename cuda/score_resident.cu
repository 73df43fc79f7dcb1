#include <algorithm>

#include "scores.cuh"

namespace bellwether::cuda {
namespace {

constexpr int most_centres = 1024;
constexpr int warp_items = 64;

/// A lane's part of a row of `padded` halves, in registers of two. The matrix units sum over columns in any order
/// that items and centres share: so a lane takes whole pieces of 16 bytes.
template <int padded>
struct Part {
  static constexpr int count = padded / 8;
  unsigned values[count];

  __device__ void load(const __half* row, int t, int swap) {
    if constexpr (padded == 16) {
      const uint2 v = *reinterpret_cast<const uint2*>(row + 4 * t);
      values[0] = v.x;
      values[1] = v.y;
    } else {
#pragma unroll
      for (int j = 0; j < count / 4; ++j) {
        const uint4 v = *reinterpret_cast<const uint4*>(row + ((4 * j) ^ swap) * 8 + 8 * t);
        values[4 * j] = v.x;
        values[4 * j + 1] = v.y;
        values[4 * j + 2] = v.z;
        values[4 * j + 3] = v.w;
      }
    }
  }
};

/// Rows of 64 halves begin at the same bank: every other one has its halves exchanged.
template <int padded>
__device__ __forceinline__ int swap_of(int row) {
  return padded == 64 ? (row & 1) * 4 : 0;
}

/// All centres lie in shared memory; a warp has 64 items in registers at a time and waits for nobody. A score
/// carries in its last 8 bits which centre of the lane's it is of.
template <int padded, int threads, bool again>
__global__ void __launch_bounds__(threads) score_rows(Layout layout, Chunk chunk, Centres centres, Answer answer,
                                                      const State* state) {
  extern __shared__ __align__(128) __half table[];
  __shared__ Error error;
  if (state->ended) return;
  const int count = again ? static_cast<int>(state->uncertain) : static_cast<int>(chunk.rows);
  if (count == 0) return;
  const int tiles = (centres.clusters + 7) / 8;
  float* offsets = reinterpret_cast<float*>(table + tiles * 8 * padded);
  constexpr int pieces = padded / 8, steps = padded / 16;
  for (int i = threadIdx.x; i < tiles * 8 * pieces; i += threads) {
    const int row = i / pieces, piece = i % pieces;
    *reinterpret_cast<uint4*>(table + row * padded + (piece ^ swap_of<padded>(row)) * 8) =
        *reinterpret_cast<const uint4*>(centres.narrow + static_cast<std::int64_t>(row) * padded + piece * 8);
  }
  for (int i = threadIdx.x; i < tiles * 8; i += threads) offsets[i] = centres.offsets[i];
  if (threadIdx.x == 0) error = error_of(layout, state, true);
  __syncthreads();

  const int lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3;
  const int warps = gridDim.x * (threads / 32);
  for (int tile = (blockIdx.x * threads + threadIdx.x) / 32; tile * warp_items < count; tile += warps) {
    const int first = tile * warp_items;
    const auto source = [&](int m, int h) {
      const int row = min(first + 16 * m + 8 * h + g, count - 1);
      return again ? answer.doubts.items[row] : row;
    };
    Part<padded> items[4][2];
#pragma unroll
    for (int m = 0; m < 4; ++m)
#pragma unroll
      for (int h = 0; h < 2; ++h)
        items[m][h].load(chunk.narrow + static_cast<std::int64_t>(source(m, h)) * padded, t, 0);
    float2 lengths[2];  // of the rows that this lane answers for: those of m = t
    float best[4][2], second[4][2];
#pragma unroll
    for (int h = 0; h < 2; ++h)
      if constexpr (!again) lengths[h] = chunk.lengths[source(t, h)];
#pragma unroll
    for (int m = 0; m < 4; ++m)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        best[m][h] = again ? answer.doubts.thresholds[min(first + 16 * m + 8 * h + g, count - 1)] : -FLT_MAX;
        second[m][h] = -FLT_MAX;
      }

#pragma unroll 2
    for (int n = 0; n < tiles; ++n) {
      Part<padded> centre;
      centre.load(table + (n * 8 + g) * padded, t, swap_of<padded>(g));
      const float2 offset = *reinterpret_cast<const float2*>(offsets + n * 8 + 2 * t);
#pragma unroll
      for (int m = 0; m < 4; ++m) {
        float scores[4] = {offset.x, offset.y, offset.x, offset.y};
#pragma unroll
        for (int s = 0; s < steps; ++s)
          multiply(scores, items[m][0].values[2 * s], items[m][1].values[2 * s], items[m][0].values[2 * s + 1],
                   items[m][1].values[2 * s + 1], centre.values[2 * s], centre.values[2 * s + 1], scores[0], scores[1],
                   scores[2], scores[3]);
#pragma unroll
        for (int v = 0; v < 4; ++v) {
          float& most = best[m][v >> 1];
          if constexpr (again) {
            if (scores[v] < most) continue;
            const int row = first + 16 * m + 8 * (v >> 1) + g, which = n * 8 + 2 * t + (v & 1);
            if (row < count && which < centres.clusters) answer.consider(row, which);
          } else {
            const float key = __int_as_float((__float_as_int(scores[v]) & ~255) | (2 * n + (v & 1)));
            second[m][v >> 1] = fmaxf(second[m][v >> 1], fminf(most, key));
            most = fmaxf(most, key);
          }
        }
      }
    }
    if constexpr (again) continue;

    Top mine[2];
#pragma unroll
    for (int m = 0; m < 4; ++m)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const int code = __float_as_int(best[m][h]) & 255;
        Top top;
        top.best = best[m][h];
        top.second = second[m][h];
        top.centre = (code >> 1) * 8 + 2 * t + (code & 1);
        top.exchange(1);
        top.exchange(2);
        if (t == m) mine[h] = top;
      }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int row = first + 16 * t + 8 * h + g;
      answer.give(row < count, row, mine[h], lengths[h], error);
    }
  }
}

int bytes_of(const Layout& layout, const Centres& centres) {
  const int rows = (centres.clusters + 7) / 8 * 8;
  return rows * (layout.padded * static_cast<int>(sizeof(__half)) + static_cast<int>(sizeof(float)));
}

template <int padded, int threads, bool again>
void launch(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer, const State* state,
            const Machine& machine, cudaStream_t stream) {
  const auto kernel = score_rows<padded, threads, again>;
  const int bytes = bytes_of(layout, centres);
  const int blocks =
      resident_blocks(kernel, threads, bytes, blocks_for(chunk.rows, warp_items * threads / 32), machine);
  kernel<<<blocks, threads, bytes, stream>>>(layout, chunk, centres, answer, state);
  check(cudaGetLastError());
}

template <int padded, bool again>
void launch(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer, const State* state,
            const Machine& machine, cudaStream_t stream) {
  // Where the centres leave room for one block only, it has to be a large one.
  if (bytes_of(layout, centres) <= 32 * 1024)
    launch<padded, 128, again>(layout, chunk, centres, answer, state, machine, stream);
  else
    launch<padded, 384, again>(layout, chunk, centres, answer, state, machine, stream);
}

}  // namespace

bool resident_fits(const Layout& layout, const Centres& centres, const Machine& machine) {
  return layout.padded <= 64 && centres.clusters <= most_centres && bytes_of(layout, centres) <= machine.shared_bytes;
}

void score_resident(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer,
                    const State* state, bool again, const Machine& machine, cudaStream_t stream) {
  const auto with = [&](auto first, auto second) {
    (again ? second : first)(layout, chunk, centres, answer, state, machine, stream);
  };
  if (layout.padded == 16)
    with(launch<16, false>, launch<16, true>);
  else if (layout.padded == 32)
    with(launch<32, false>, launch<32, true>);
  else
    with(launch<64, false>, launch<64, true>);
}

}  // namespace bellwether::cuda
