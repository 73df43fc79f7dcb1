#pragma once
// The nearest centre of each item, exactly as double precision would find it, at the price of half.
//
// Scores  x . c_k - 1/2 ||c_k||^2  are products on the matrix units: x and c in the frame (mixtures/nearest.h),
// rounded to half precision, summed in single. Items whose best two scores are closer than the proved error
// allows are scored again in single precision, and those that are still too close in double, one centre after
// the other, in the library's own order of additions. The first of equal distances wins.
//
// The error of a score of half precision. Let |x|, |c| be lengths in the frame, P columns, u = 2^-11.
//   Rounding: each factor is off by u of itself, or by 2^-25 where it is below the least normal number 2^-14, so
//     products are off by (2 u + u^2) |x| |c| + 2^-25 sqrt(P) (|x| + |c|) + P 2^-50 in sum (Cauchy-Schwarz).
//   Summing: products of halves are exact in single precision. The matrix units add a few products and the running
//     sum at a time, shifted to the largest of them, cut to at least 24 bits and cut again (Fasi, Higham,
//     Mikaitis, Pranesh. Numerical behavior of NVIDIA tensor cores. PeerJ CS 2021). Each addend loses at most
//     2^-23 of the largest, and no addend is more than |x| |c|; at most 5 of them go into an addition of 4
//     products: 5/4 P 2^-23 |x| |c|. Allowed for here: 4 times that, (P + 8) 2^-21 |x| |c| and a little.
//     tests/device_bits.py sums numbers that are made to lose as much as they can.
//   The offset 1/2 |c|^2 is rounded to single precision, and so is the sum with it: 2^-24 (|x| |c| + |c|^2).
//   Distances in double, which have the last word, are off by (P + 8) 2^-50 (|x|^2 + |c|^2) at most, and by what
//     underflow can lose.
// In single precision the bound is that of the library, score_error() in mixtures/nearest.cpp.

#include "common.cuh"

namespace bellwether::cuda {

/// Centres as the three ways to score want them.
struct Centres {
  int clusters = 0;
  int padded_clusters = 0;     ///< whole tiles; what is beyond has the least score
  double* exact = nullptr;     ///< clusters x columns
  __half* narrow = nullptr;    ///< padded_clusters x padded
  float* single = nullptr;     ///< padded_clusters x wide
  float* offsets = nullptr;    ///< -1/2 |c|^2
};

/// How many columns rows of halves and of floats are padded to.
int padded_columns(int columns);
int wide_columns(int columns);
/// The clusters that the tiles of the matrix units are made of.
int padded_clusters(int clusters);

struct Lists {
  int* uncertain;  ///< items of the chunk, for single precision
  int* near_ties;  ///< for double
};

/// Labels of all items of the chunk that are not held. `held` may be null.
void find_nearest(const Layout& layout, const Chunk& chunk, const Centres& centres, const int* held, int* labels,
                  const Lists& lists, State* state, int processors, cudaStream_t stream);

/// Rows in the frame, rounded to half precision, and their lengths.
void narrow_rows(const Layout& layout, const Chunk& chunk, __half* narrow, float* lengths, cudaStream_t stream);

/// One centre for each block: its forms for scoring, and the state's squared reach.
void lay_out(const Layout& layout, const Centres& centres, State* state, cudaStream_t stream);

}  // namespace bellwether::cuda
