#pragma once
// The nearest centre of each item, exactly as double precision would find it, at the price of half.
//
// Scores  x . c_k - 1/2 ||c_k||^2  are products on the matrix units: x and c in the frame (mixtures/nearest.h),
// rounded to half precision, summed in single. Where the best two scores of an item are closer than the proved
// error allows, its products are made once more, now against a threshold below which no centre can be the nearest;
// what is above it, two or three centres as a rule, is measured in double, in the library's own order of additions.
// The first of equal distances wins.
//
// The error e of a score. |x|, |c| are lengths in the frame, x~ and c~ what they are rounded to, dx = |x - x~|,
// R and D the largest |c| and |c - c~|, P the number of columns.
//   Rounding:  x.c - x~.c~ = (x - x~).c + x~.(c - c~),  so it is off by  dx R + (|x| + dx) D  at most. dx is computed
//     for each item and D for the centres at hand; the worst that rounding can do is three times as much.
//   Summing: products of halves are exact in single precision. The matrix units add a few products and the running
//     sum at a time, shifted to the largest of them and cut to at least 24 bits (Fasi, Higham, Mikaitis, Pranesh.
//     Numerical behavior of NVIDIA tensor cores. PeerJ CS 2021). Each addend loses at most 2^-23 of the largest, and
//     none is more than  S = |x~| R~ + 1/2 R^2  (the offset is the first of them); at most 5 go into an addition of 4
//     products: 5/4 P 2^-23 S. Allowed for here: (P + 8) 2^-22 S. tests/bits.py has sums made to lose much.
//   The offset is rounded to single precision: 2^-25 R^2.
//   Where a score carries its centre in its last 7 bits (score_resident.cu): 2^-16 S.
//   Distances in double, which have the last word, are off by (P + 8) 2^-50 (|x|^2 + |c|^2) at most, and by what
//     underflow can lose.
// The nearest centre's score is at least  best - 2 e  then, whichever centre the best is of.

#include "common.cuh"

namespace bellwether::cuda {

/// Centres as both precisions want them.
struct Centres {
  int clusters = 0;
  int padded_clusters = 0;    ///< whole tiles; what is beyond has the least score
  double* exact = nullptr;    ///< clusters x columns
  __half* narrow = nullptr;   ///< padded_clusters x padded
  float* offsets = nullptr;   ///< -1/2 |c|^2
};

/// How many columns rows of halves are padded to.
int padded_columns(int columns);
/// The clusters that the tiles of the matrix units are made of.
int padded_clusters(int clusters);

/// Items that half precision leaves open.
struct Doubts {
  static constexpr int most = 4;  ///< candidates that are kept; if there are more, all centres are measured
  int* items = nullptr;           ///< of the chunk
  float* thresholds = nullptr;    ///< of each: no centre with a lower score can be the nearest
  int* counts = nullptr;          ///< its candidates
  int* candidates = nullptr;      ///< `most` to each

  __device__ void keep(int doubt, int place, int centre) const {
    if (place < most) candidates[static_cast<std::int64_t>(most) * doubt + place] = centre;
  }
};

/// Labels of all items of the chunk that are not held. `held` may be null.
void find_nearest(const Layout& layout, const Chunk& chunk, const Centres& centres, const int* held, int* labels,
                  const Doubts& doubts, State* state, const Machine& machine, cudaStream_t stream);

/// Rows in the frame, rounded to half precision; their lengths and what rounding took, both rounded up.
void narrow_rows(const Layout& layout, const Chunk& chunk, __half* narrow, float2* lengths, cudaStream_t stream);

/// One centre for each block: its forms for scoring, and the state's squared reach and rounding.
void lay_out(const Layout& layout, const Centres& centres, State* state, cudaStream_t stream);

}  // namespace bellwether::cuda
