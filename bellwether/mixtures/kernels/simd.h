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

/// sum of term(p) over count features: four running vectors, then the rest one by one.
template <int Bytes, class VectorTerm, class ScalarTerm>
[[gnu::always_inline]] inline double sum(Index count, VectorTerm vector_term, ScalarTerm scalar_term) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  V a{}, b{}, c{}, d{};
  Index p = 0;
  for (; p + 4 * lanes <= count; p += 4 * lanes) {
    a += vector_term(p);
    b += vector_term(p + lanes);
    c += vector_term(p + 2 * lanes);
    d += vector_term(p + 3 * lanes);
  }
  for (; p + lanes <= count; p += lanes) a += vector_term(p);
  const V all = (a + b) + (c + d);
  double total = 0;
  for (Index lane = 0; lane < lanes; ++lane) total += all[lane];
  for (; p < count; ++p) total += scalar_term(p);
  return total;
}

}  // namespace
}  // namespace bellwether::kernels
