#pragma once
// Vectors of `Bytes` bytes, in the compiler's own terms. For kernels.cpp alone, which instantiates everything
// in this folder once for each instruction set; hence the unnamed namespace.

#include <bellwether/data/matrix.h>

namespace bellwether::kernels {
namespace {

template <class T, int Bytes>
using Simd [[gnu::vector_size(Bytes)]] = T;

template <class V, class T>
[[gnu::always_inline]] inline V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <class V, class T>
[[gnu::always_inline]] inline void store(T* to, const V& v) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// Doubles are summed in groups of eight, whatever the width of a vector, so that every machine adds the same
/// numbers in the same order.
constexpr Index group = 8;

/// sum of term(p) over count features: four running groups, then whole groups, then the rest one by one.
template <int Bytes, class VectorTerm, class ScalarTerm>
[[gnu::always_inline]] inline double sum(Index count, VectorTerm vector_term, ScalarTerm scalar_term) {
  using V = Simd<double, Bytes>;
  constexpr int lanes = Bytes / 8, vectors = static_cast<int>(group) / lanes;
  V running[4][vectors] = {};
  Index p = 0;
  for (; p + 4 * group <= count; p += 4 * group)
#pragma GCC unroll 4
    for (int g = 0; g < 4; ++g)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) running[g][v] += vector_term(p + g * group + v * lanes);
  for (; p + group <= count; p += group)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) running[0][v] += vector_term(p + v * lanes);
  double total = 0;
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) {
    const V all = (running[0][v] + running[1][v]) + (running[2][v] + running[3][v]);
    for (int lane = 0; lane < lanes; ++lane) total += all[lane];
  }
  for (; p < count; ++p) total += scalar_term(p);
  return total;
}

}  // namespace
}  // namespace bellwether::kernels
