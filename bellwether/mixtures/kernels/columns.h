#pragma once
// Distances of many items at once, from a block that has one feature of all its items after the other: each
// item's sum is made in the same order at every width of vectors, and short rows cost no more than long ones.

#include <bellwether/mixtures/kernels/simd.h>

namespace bellwether::kernels {
namespace {

/// How many vectors are summed side by side, so that none waits for its last addition.
template <int Bytes>
constexpr int side_by_side = Bytes == 64 ? 4 : 8;
template <int Bytes>
constexpr Index strip_items = side_by_side<Bytes>*(Bytes / 8);

template <int Bytes>
[[gnu::always_inline]] inline void scaled_distances_body(const double* block, Index stride, Index columns,
                                                         Index items, const double* centre,
                                                         const double* scales, double* out) {
  using V = Simd<double, Bytes>;
  constexpr int vectors = side_by_side<Bytes>, lanes = Bytes / 8;
  for (Index i = 0; i < items; i += strip_items<Bytes>) {
    V sums[vectors] = {};
    for (Index p = 0; p < columns; ++p) {
      const double* x = block + p * stride + i;
      const double c = centre[p], s = scales[p];
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) {
        const V d = (load<V>(x + v * lanes) - c) * s;
        sums[v] += d * d;
      }
    }
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) store(out + i + v * lanes, sums[v]);
  }
}

/// y = L^-1 (x - c) by forward substitution, and its squared length.
template <int Bytes>
[[gnu::always_inline]] inline void whitened_distances_body(const double* block, Index stride, Index columns,
                                                           Index items, const double* centre,
                                                           const double* root, double* room, double* out) {
  using V = Simd<double, Bytes>;
  constexpr int vectors = side_by_side<Bytes>, lanes = Bytes / 8;
  constexpr Index strip = strip_items<Bytes>;
  for (Index i = 0; i < items; i += strip) {
    V sums[vectors] = {};
    const double* l = root;
    for (Index p = 0; p < columns; ++p) {
      const double* x = block + p * stride + i;
      V y[vectors];
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) y[v] = load<V>(x + v * lanes) - centre[p];
      for (Index q = 0; q < p; ++q, ++l) {
        const double factor = *l;
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) y[v] -= factor * load<V>(room + q * strip + v * lanes);
      }
      const double inverse = *l++;
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) {
        y[v] *= inverse;
        store(room + p * strip + v * lanes, y[v]);
        sums[v] += y[v] * y[v];
      }
    }
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) store(out + i + v * lanes, sums[v]);
  }
}

}  // namespace
}  // namespace bellwether::kernels
