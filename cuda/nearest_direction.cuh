#pragma once
// The nearest direction of each sparse row, with the library's answer: products in single precision with all directions, and again in double
// where their error leaves more than one; the product with an item's own direction in double, in the order of its values.

#include "column_sums.cuh"

namespace bellwether::cuda {

/// What is written of each item.
struct Nearest {
  int* labels;
  double* cosines;
  int* doubts;  ///< items whose best two products are too close for single precision
  int* open;    ///< how many they are; cleared here
};

/// `narrow`: the directions in single precision, laid out alike. `held` may be null.
void find_nearest_directions(const SparseLayout& layout, const ByFeature& directions, const float* narrow, const double* inverse,
                             const int* held, const Nearest& nearest, cudaStream_t stream);

}  // namespace bellwether::cuda
