#include <algorithm>

#include "scores.cuh"

namespace bellwether::cuda {
namespace {

constexpr int most_centres = 1024;

/// The matrix units sum over columns in any order that items and centres share. So a lane takes its part of an
/// item's row, padded / 4 halves, in whole pieces: of P = 64 halves 8 t .. 8 t + 7 and 32 + 8 t .. 32 + 8 t + 7.
template <int padded>
struct Part {
  static constexpr int count = padded / 8;  ///< registers of two halves
  unsigned values[count];

  __device__ void load(const __half* row, int t) {
    if constexpr (padded == 16) {
      const uint2 v = *reinterpret_cast<const uint2*>(row + 4 * t);
      values[0] = v.x;
      values[1] = v.y;
    } else {
#pragma unroll
      for (int j = 0; j < count / 4; ++j) {
        const uint4 v = *reinterpret_cast<const uint4*>(row + 32 * j + 8 * t);
        values[4 * j] = v.x;
        values[4 * j + 1] = v.y;
        values[4 * j + 2] = v.z;
        values[4 * j + 3] = v.w;
      }
    }
  }
};

/// The column of the two halves that lane t wants of a centre in step s of sixteen columns: the first pair, or the
/// second.
template <int padded>
__device__ __forceinline__ int column_of(int s, int t, int second) {
  if constexpr (padded == 16) return 4 * t + 2 * second;
  return 32 * (s / 2) + 8 * t + 4 * (s % 2) + 2 * second;
}

/// All centres lie in shared memory, as the lanes of a warp want them: 16 bytes for each tile of 16 centres and step
/// of 16 columns. A warp has `groups` times eight items in registers at a time and waits for nobody. A score carries in its last 7 bits
/// which of the lane's centres it is of.
template <int padded, int groups, int threads, bool again>
__global__ void __launch_bounds__(threads) score_rows(Layout layout, Chunk chunk, Centres centres, Answer answer,
                                                      const State* state) {
  extern __shared__ __align__(128) uint4 table[];  // tiles x steps x lanes; then the offsets
  __shared__ Error error;
  __shared__ int found[again ? threads / 32 : 1][again ? 8 * groups : 1];  // candidates of each of a warp's doubts
  if (state->ended) return;
  const int count = again ? static_cast<int>(state->uncertain) : static_cast<int>(chunk.rows);
  if (count == 0) return;
  constexpr int steps = padded / 16, warp_items = 8 * groups;
  const int tiles = (centres.clusters + 15) / 16;
  float* offsets = reinterpret_cast<float*>(table + tiles * steps * 32);
  for (int i = threadIdx.x; i < tiles * steps * 32; i += threads) {
    const int s = i / 32 % steps, row = i / 32 / steps * 16 + i % 32 / 4, t = i % 4;
    const auto pair = [&](int more, int second) {
      const __half* from = centres.narrow + static_cast<std::int64_t>(row + more) * padded + column_of<padded>(s, t, second);
      return *reinterpret_cast<const unsigned*>(from);
    };
    table[i] = {pair(0, 0), pair(8, 0), pair(0, 1), pair(8, 1)};
  }
  for (int i = threadIdx.x; i < tiles * 16; i += threads) offsets[i] = centres.offsets[i];
  if (threadIdx.x == 0) error = error_of(layout, state, true);
  __syncthreads();

  const int lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3;
  auto& found_by_warp = found[again ? threadIdx.x / 32 : 0];
  const int warps = gridDim.x * (threads / 32);
  for (int tile = (blockIdx.x * threads + threadIdx.x) / 32; tile * warp_items < count; tile += warps) {
    const int first = tile * warp_items;
    Part<padded> items[groups];  // of group n: item 8 n + g
#pragma unroll
    for (int n = 0; n < groups; ++n) {
      const int row = min(first + 8 * n + g, count - 1);
      const int source = again ? answer.doubts.items[row] : row;
      items[n].load(chunk.narrow + static_cast<std::int64_t>(source) * padded, t);
    }
    // The lane sees scores of items 8 n + 2 t and 8 n + 2 t + 1, of centres g and g + 8 of each tile.
    float best[groups][2], second[groups][2];
#pragma unroll
    for (int n = 0; n < groups; ++n)
#pragma unroll
      for (int v = 0; v < 2; ++v) {
        best[n][v] = again ? answer.doubts.thresholds[min(first + 8 * n + 2 * t + v, count - 1)] : -FLT_MAX;
        second[n][v] = -FLT_MAX;
      }

    if constexpr (again) {
      for (int i = lane; i < warp_items; i += 32) found_by_warp[i] = 0;
      __syncwarp();
    }
    for (int c = 0; c < tiles; ++c) {
      uint4 centre[steps];
#pragma unroll
      for (int s = 0; s < steps; ++s) centre[s] = table[(c * steps + s) * 32 + lane];
      const float low = offsets[c * 16 + g], high = offsets[c * 16 + 8 + g];
#pragma unroll
      for (int n = 0; n < groups; ++n) {
        float scores[4];
        multiply(scores, centre[0].x, centre[0].y, centre[0].z, centre[0].w, items[n].values[0], items[n].values[1], low,
                 low, high, high);
#pragma unroll
        for (int s = 1; s < steps; ++s)
          multiply(scores, centre[s].x, centre[s].y, centre[s].z, centre[s].w, items[n].values[2 * s],
                   items[n].values[2 * s + 1], scores[0], scores[1], scores[2], scores[3]);
#pragma unroll
        for (int v = 0; v < 4; ++v) {
          float& most = best[n][v & 1];
          if constexpr (again) {
            const int mine = 8 * n + 2 * t + (v & 1), which = c * 16 + g + (v >> 1) * 8;
            if (!(scores[v] < most) && first + mine < count && which < centres.clusters)
              answer.doubts.keep(first + mine, atomicAdd(&found_by_warp[mine], 1), which);
          } else {
            const float key = __int_as_float((__float_as_int(scores[v]) & ~127) | (2 * c + (v >> 1)));
            second[n][v & 1] = fmaxf(second[n][v & 1], fminf(most, key));
            most = fmaxf(most, key);
          }
        }
      }
    }
    if constexpr (again) {
      __syncwarp();
      for (int i = lane; i < min(warp_items, count - first); i += 32) answer.doubts.counts[first + i] = found_by_warp[i];
      __syncwarp();
    } else {
      // Eight lanes, those with the same t, have seen an item. They exchange halves of what they have seen, until
      // each answers for an eighth of it.
      constexpr int all = 2 * groups;
      Top tops[all];
#pragma unroll
      for (int m = 0; m < all; ++m) {
        const int code = __float_as_int(best[m / 2][m % 2]) & 127;
        tops[m].best = best[m / 2][m % 2];
        tops[m].second = second[m / 2][m % 2];
        tops[m].centre = (code >> 1) * 16 + (code & 1) * 8 + g;
      }
      int mine = 0;
#pragma unroll
      for (int step = 1; step <= 3; ++step) {
        const int left = all >> step, distance = 2 << step;
        const bool upper = (lane & distance) != 0;
        if (upper) mine += left;
#pragma unroll
        for (int m = 0; m < left; ++m) {
          const Top sent = upper ? tops[m] : tops[left + m];
          if (upper) tops[m] = tops[left + m];
          tops[m].see(sent.exchanged(distance));
        }
      }
#pragma unroll
      for (int m = 0; m < all / 8; ++m) {
        const int row = first + 8 * ((mine + m) / 2) + 2 * t + (mine + m) % 2;
        const bool there = row < count;
        answer.give(there, row, tops[m], there ? chunk.lengths[row] : float2{0, 0}, error);
      }
    }
  }
}

int bytes_of(const Layout& layout, const Centres& centres) {
  const int rows = (centres.clusters + 15) / 16 * 16;
  return rows * (layout.padded * static_cast<int>(sizeof(__half)) + static_cast<int>(sizeof(float)));
}

template <int padded, int groups, int threads, bool again>
void launch(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer, const State* state,
            const Machine& machine, cudaStream_t stream) {
  const auto kernel = score_rows<padded, groups, threads, again>;
  const int bytes = bytes_of(layout, centres);
  const int blocks =
      resident_blocks(kernel, threads, bytes, blocks_for(chunk.rows, 8 * groups * threads / 32), machine);
  kernel<<<blocks, threads, bytes, stream>>>(layout, chunk, centres, answer, state);
  check(cudaGetLastError());
}

template <int padded, bool again>
void launch(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer, const State* state,
            const Machine& machine, cudaStream_t stream) {
  // Few centres: many warps hide the way of the items. Many leave room for one block only, which has to be large.
  if (bytes_of(layout, centres) <= 32 * 1024)
    launch<padded, 4, 128, again>(layout, chunk, centres, answer, state, machine, stream);
  else
    launch<padded, 8, 384, again>(layout, chunk, centres, answer, state, machine, stream);
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
