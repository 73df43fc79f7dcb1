#pragma once
// One row of counts on vectors of `Bytes` bytes. For kernels.cpp, which instantiates it for each instruction
// set; hence the unnamed namespace.

#include <algorithm>

#include <bellwether/topics/kernels.h>

namespace bellwether::topic_kernels {
namespace {

template <class T, int Bytes>
using Simd [[gnu::vector_size(Bytes)]] = T;

template <class V>
[[gnu::always_inline]] inline V load(const double* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <class V>
[[gnu::always_inline]] inline void store(double* to, const V& v) {
  __builtin_memcpy(to, &v, sizeof v);
}

template <class To, class From>
[[gnu::always_inline]] inline To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

/// Of normal numbers above 0. x = 2^e m with m from sqrt(1/2) to sqrt(2); log m = 2 artanh(s) with
/// s = (m - 1) / (m + 1), |s| < 0.1716, by its series to s^21, whose rest is below 2^-55.
template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> log_of(const Simd<double, Bytes>& x) {
  using V = Simd<double, Bytes>;
  using I = Simd<unsigned long long, Bytes>;
  constexpr unsigned long long root_half = 0x3fe6a09e667f3bcdull, one = 0x3ff0000000000000ull;
  constexpr double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
  // Counted from sqrt(1/2), the exponent stands in the upper bits; 2^52 + e has e in its lower ones.
  const I offset = same_bits<I>(x) - root_half + one;
  const V e = same_bits<V>((offset >> 52) | 0x4330000000000000ull) - (0x1p52 + 1023.0);
  const V m = same_bits<V>((offset & 0x000fffffffffffffull) + root_half);
  const V s = (m - 1.0) / (m + 1.0), square = s * s;
  V series = V{} + 1.0 / 21;
#pragma GCC unroll 9
  for (int k = 19; k >= 3; k -= 2) series = series * square + 1.0 / k;
  const V rest = s * (square * series);
  return e * ln2_high + (2.0 * s + (2.0 * rest + e * ln2_low));
}

constexpr Index chunk =
    128;  // counts at once: their topics stay in the first cache from the first use to the second
constexpr Index panel = 6;  // vectors of topics at once: twice as many and what they meet fit in 16 registers

/// Calls `work(first, std::integral_constant<int, vectors>)` for panels of topics, about equally wide.
template <int Bytes, class Work>
[[gnu::always_inline]] inline void for_each_panel(Index width, const Work& work) {
  constexpr Index lanes = Bytes / 8;
  Index left = width / lanes;
  for (Index panels = (left + panel - 1) / panel, first = 0; panels > 0; --panels) {
    const Index vectors = (left + panels - 1) / panels;
    switch (vectors) {
      case 1:
        work(first, std::integral_constant<int, 1>{});
        break;
      case 2:
        work(first, std::integral_constant<int, 2>{});
        break;
      case 3:
        work(first, std::integral_constant<int, 3>{});
        break;
      case 4:
        work(first, std::integral_constant<int, 4>{});
        break;
      case 5:
        work(first, std::integral_constant<int, 5>{});
        break;
      default:
        work(first, std::integral_constant<int, 6>{});
        break;
    }
    first += vectors * lanes;
    left -= vectors;
  }
}

template <int Bytes>
[[gnu::always_inline]] inline double lane_sum(const Simd<double, Bytes>& v) {
  static_assert(Bytes == 32);
  return (v[0] + v[2]) + (v[1] + v[3]);
}

/// p_j += theta . phi_j over one panel.
template <int Bytes, int Vectors>
[[gnu::always_inline]] inline void add_products(const RowStep& step, Index begin, Index count, Index first,
                                                double* p) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  V theta[Vectors];
#pragma GCC unroll 6
  for (int v = 0; v < Vectors; ++v) theta[v] = load<V>(step.mixture + first + v * lanes);
  for (Index j = 0; j < count; ++j) {
    const double* phi = step.topics + step.columns[begin + j] * step.width + first;
    V sum = theta[0] * load<V>(phi);
#pragma GCC unroll 6
    for (int v = 1; v < Vectors; ++v) sum += theta[v] * load<V>(phi + v * lanes);
    p[j] += lane_sum<Bytes>(sum);
  }
}

/// p_j becomes r_j; returns sum_j scale a_j log p_j.
template <int Bytes>
[[gnu::always_inline]] inline double to_ratios(const RowStep& step, Index begin, Index count, double* p) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  alignas(32) double share[chunk];
  const Index padded = (count + lanes - 1) / lanes * lanes;
  for (Index j = 0; j < count; ++j) share[j] = step.values[begin + j] * step.scale;
  for (Index j = count; j < padded; ++j) share[j] = 0, p[j] = 1;
  V total{};
  for (Index j = 0; j < padded; j += lanes) {
    const V found = load<V>(p + j), a = load<V>(share + j), least = V{} + least_probability;
    const auto known = found >= least;
    const V probability = known ? found : least;
    total += a * log_of<Bytes>(probability);
    store(p + j, known ? V(a / probability) : V{});
  }
  return lane_sum<Bytes>(total);
}

/// gains += r_j phi_j and, if they are wanted, sums_j += weight r_j theta, over one panel.
template <int Bytes, int Vectors, bool Sums>
[[gnu::always_inline]] inline void spread(const RowStep& step, Index begin, Index count, Index first,
                                          const double* r) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  V theta[Vectors], gains[Vectors];
#pragma GCC unroll 6
  for (int v = 0; v < Vectors; ++v) {
    theta[v] = load<V>(step.mixture + first + v * lanes) * step.weight;
    gains[v] = load<V>(step.gains + first + v * lanes);
  }
  for (Index j = 0; j < count; ++j) {
    const Index at = step.columns[begin + j] * step.width + first;
    const V ratio = V{} + r[j];
#pragma GCC unroll 6
    for (int v = 0; v < Vectors; ++v) {
      gains[v] += ratio * load<V>(step.topics + at + v * lanes);
      if constexpr (Sums) {
        double* sum = step.sums + at + v * lanes;
        store(sum, V(load<V>(sum) + ratio * theta[v]));
      }
    }
  }
#pragma GCC unroll 6
  for (int v = 0; v < Vectors; ++v) store(step.gains + first + v * lanes, gains[v]);
}

template <int Bytes, bool Sums>
[[gnu::always_inline]] inline double em_row_body(const RowStep& step) {
  alignas(32) double p[chunk];
  std::fill_n(step.gains, step.width, 0.0);
  double total = 0;
  for (Index begin = 0; begin < step.count; begin += chunk) {
    const Index count = std::min(chunk, step.count - begin);
    std::fill_n(p, count, 0.0);
    for_each_panel<Bytes>(
        step.width, [&](Index first, auto vectors) __attribute__((always_inline)) {
          add_products<Bytes, vectors()>(step, begin, count, first, p);
        });
    total += to_ratios<Bytes>(step, begin, count, p);
    for_each_panel<Bytes>(
        step.width, [&](Index first, auto vectors) __attribute__((always_inline)) {
          spread<Bytes, vectors(), Sums>(step, begin, count, first, p);
        });
  }
  return total;
}

}  // namespace
}  // namespace bellwether::topic_kernels
