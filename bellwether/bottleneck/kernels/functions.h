#pragma once
// Logarithms and exponentials of several numbers at a time, to a unit in the last place or so. For
// kernels.cpp alone, which instantiates them once for each instruction set.

#include <bellwether/mixtures/kernels/simd.h>

namespace bellwether::bottleneck::kernels {
namespace {

using bellwether::kernels::load;
using bellwether::kernels::Simd;
using bellwether::kernels::store;

/// The polynomial with these coefficients, the highest power first.
template <class V, int N>
[[gnu::always_inline]] inline V polynomial(const V& x, const double (&coefficients)[N]) {
  V sum = V{} + coefficients[0];
#pragma GCC unroll 16
  for (int k = 1; k < N; ++k) sum = sum * x + coefficients[k];
  return sum;
}

// With s = (m - 1) / (m + 1) and m within a factor of sqrt 2 around 1, log m = 2 s + s^3 R(s^2): R
// interpolated at Chebyshev's points, 5e-18 of the result away at most.
constexpr double log_series[] = {0x1.2b5c83d5b846cp-3, 0x1.39fe08e699b2ap-3, 0x1.7462b74d3b7f0p-3,
                                 0x1.c71c62dc3ef85p-3, 0x1.2492492df88b0p-2, 0x1.99999999952a0p-2,
                                 0x1.5555555555558p-1};

/// log t for t > 0; what is below the smallest normal number counts as that.
template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> log_of(const Simd<double, Bytes>& value) {
  using V = Simd<double, Bytes>;
  using I = Simd<long long, Bytes>;
  constexpr long long root_half = 0x3fe6a09e667f3bcd, fraction = 0x000fffffffffffff;
  constexpr double smallest = 0x1p-1022;
  const V t = value < smallest ? V{} + smallest : value;
  I bits;
  __builtin_memcpy(&bits, &t, sizeof bits);
  const I shifted = bits - root_half + 0x3ff0000000000000;
  // The exponent as a double: 2^52 + it, less 2^52. No shift that keeps the sign: AVX2 has none, and none is
  // needed.
  using U = Simd<unsigned long long, Bytes>;
  U unsigned_bits;
  __builtin_memcpy(&unsigned_bits, &shifted, sizeof unsigned_bits);
  const U exponent_bits = (unsigned_bits >> 52) | 0x4330000000000000u;
  V exponent, m;
  __builtin_memcpy(&exponent, &exponent_bits, sizeof exponent);
  exponent -= 4503599627370496.0 + 1023;
  const I mantissa = (shifted & fraction) + root_half;
  __builtin_memcpy(&m, &mantissa, sizeof m);
  const V s = (m - 1) / (m + 1);
  const V q = s * s;
  return exponent * 0x1.62e42fefa39efp-1 + (2 * s + s * (q * polynomial(q, log_series)));
}

/// log(1 + x) for x > -1. What rounding took from 1 + x is given back to first order.
template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> log1p_of(const Simd<double, Bytes>& x) {
  using V = Simd<double, Bytes>;
  const V t = 1 + x;
  return log_of<Bytes>(t) + (x - (t - 1)) / t;
}

// e^r - 1 = r + r^2 C(r) for |r| <= log(2) / 2, C interpolated likewise, 2e-17 away at most.
constexpr double exp_series[] = {0x1.af38d53857513p-26, 0x1.2891a8c1d838dp-22, 0x1.71de0d9c145d0p-19,
                                 0x1.a019b8ef67c6cp-16, 0x1.a01a01a7c8d47p-13, 0x1.6c16c17893833p-10,
                                 0x1.11111111109adp-7,  0x1.5555555553d4fp-5,  0x1.5555555555556p-3,
                                 0x1.0000000000001p-1};

/// e^x = power (1 + more): for |x| < 700, beyond which x counts as that.
template <int Bytes>
struct Exponential {
  Simd<double, Bytes> power, more;
};
template <int Bytes>
[[gnu::always_inline]] inline Exponential<Bytes> exponential(const Simd<double, Bytes>& value) {
  using V = Simd<double, Bytes>;
  using I = Simd<long long, Bytes>;
  constexpr double round = 0x1.8p52, ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
  const V above = value < -700.0 ? V{} - 700.0 : value;
  const V x = above > 700.0 ? V{} + 700.0 : above;
  const V shifted = x * 0x1.71547652b82fep0 + round;
  const V n = shifted - round;
  const V r = (x - n * ln2_high) - n * ln2_low;
  I bits;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  const I exponent = (bits + 1023) << 52;  // the low bits of `shifted` are n
  Exponential<Bytes> result;
  __builtin_memcpy(&result.power, &exponent, sizeof result.power);
  result.more = r + r * r * polynomial(r, exp_series);
  return result;
}
template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> exp_of(const Simd<double, Bytes>& x) {
  const auto [power, more] = exponential<Bytes>(x);
  return power + power * more;
}
template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> expm1_of(const Simd<double, Bytes>& x) {
  const auto [power, more] = exponential<Bytes>(x);
  return power * more + (power - 1);
}

}  // namespace
}  // namespace bellwether::bottleneck::kernels
