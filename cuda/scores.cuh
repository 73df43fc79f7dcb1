#pragma once
// What the kernels that score have in common: the error of a score, the best two of an item, and what becomes of
// them. nearest.cuh says why.

#include <cfloat>

#include "exact.cuh"
#include "matrix_units.cuh"
#include "nearest.cuh"

namespace bellwether::cuda {

/// The error of an item's scores, for its length and its rounding.
struct Error {
  float reach, rounding, of_sums, of_square, of_centres;
  __device__ float at(float2 item) const {
    const float length = item.x, rounded = item.y;
    const float by_rounding = rounded * reach + (length + rounded) * rounding;
    const float by_sums = of_sums * (length * reach + 0.5f * reach * reach);
    // 1.0001: for the roundings of this very sum.
    return 1.0001f * (by_rounding + by_sums + of_square * length * length + of_centres);
  }
};

/// The bounds of nearest.cuh; columns beyond the row's own are 0 and cost nothing. `packed`: scores carry their
/// centres.
__device__ inline Error error_of(const Layout& layout, const State* state, bool packed) {
  const double terms = layout.columns + 8;
  const double squared_reach = static_cast<double>(__uint_as_float(state->squared_reach));
  const double reach = sqrt(squared_reach);
  // Above 2^15 a half overflows: then nothing is certain.
  if (!(reach < 0x1p15)) return {0, 0, 0, 0, INFINITY};
  const double rounding = sqrt(static_cast<double>(__uint_as_float(state->squared_rounding)));
  const double tiny = terms * (0x1p-120 + 0x1p-1074 * layout.scale * layout.scale);
  return {__double2float_ru(reach * (1 + 0x1p-10)), __double2float_ru(rounding),
          __double2float_ru(terms * 0x1p-22 + (packed ? 0x1p-16 : 0)), __double2float_ru(terms * 0x1p-50),
          __double2float_ru(squared_reach * (0x1p-25 + terms * 0x1p-50) + tiny)};
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
  /// What the lane has in which bits `distance` of the number are the other.
  __device__ Top exchanged(int distance) const {
    Top other;
    other.best = __shfl_xor_sync(all_lanes, best, distance);
    other.second = __shfl_xor_sync(all_lanes, second, distance);
    other.centre = __shfl_xor_sync(all_lanes, centre, distance);
    return other;
  }
  /// Also false if a score is not a number.
  __device__ bool certain(float error) const { return (best - second) * 0.9999f > 2 * error; }
};

/// What becomes of the best two.
struct Answer {
  const int* held;  ///< of the chunk; null: none
  int* labels;      ///< of the chunk
  Doubts doubts;
  unsigned* open;   ///< how many doubts there are

  /// All lanes take part; `mine`: the lane has an item.
  __device__ void give(bool mine, int item, const Top& top, float2 lengths, const Error& error) const {
    bool wants = false;
    float e = 0;
    if (mine) {
      const int stays = held == nullptr ? -1 : held[item];
      e = error.at(lengths);
      wants = stays < 0 && !top.certain(e);
      labels[item] = stays < 0 ? top.centre : stays;
    }
    const unsigned wanting = __ballot_sync(all_lanes, wants);
    if (wanting == 0) return;
    const int lane = threadIdx.x & 31;
    unsigned place = 0;
    if (lane == 0) place = atomicAdd(open, __popc(wanting));
    place = __shfl_sync(all_lanes, place, 0) + __popc(wanting & ((1u << lane) - 1));
    if (!wants) return;
    doubts.items[place] = item;
    doubts.thresholds[place] = top.best - 2.0002f * e - 0x1p-100f;
    doubts.counts[place] = 0;
  }

  /// A centre that may be the nearest.
  __device__ void consider(int doubt, int centre) const {
    doubts.keep(doubt, atomicAdd(&doubts.counts[doubt], 1), centre);
  }
};

/// Scores of a few columns and up to 1024 centres (score_resident.cu), and of any (score_tiles.cu). `again`: of the
/// doubts alone, against their thresholds.
bool resident_fits(const Layout& layout, const Centres& centres, const Machine& machine);
void score_resident(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer,
                    const State* state, bool again, const Machine& machine, cudaStream_t stream);
void score_tiles(const Layout& layout, const Chunk& chunk, const Centres& centres, const Answer& answer,
                 const State* state, bool again, const Machine& machine, cudaStream_t stream);

/// As many blocks as can be at work at once, or as there is work for.
template <class Kernel>
int resident_blocks(Kernel kernel, int threads, int bytes, std::int64_t wanted, const Machine& machine) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  int resident = 1;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes));
  return static_cast<int>(std::min<std::int64_t>(wanted, static_cast<std::int64_t>(machine.processors) * std::max(resident, 1)));
}

}  // namespace bellwether::cuda
