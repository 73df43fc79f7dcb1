#pragma once
// Exponentials, several at a time.

#include <bellwether/mixtures/kernels/simd.h>

namespace bellwether::kernels {
namespace {

// e^x = 2^n e^r with n = round(x / ln 2), |r| <= ln(2) / 2, and e^r by its Taylor series to r^13,
// whose rest is below 2^-57.

constexpr double inverse_factorials[] = {
    1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
    1.0 / 720,        1.0 / 120,       1.0 / 24,       1.0 / 6,       0.5,          1.0,         1.0};

template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> exp_of(const Simd<double, Bytes>& x) {
  using V = Simd<double, Bytes>;
  using I = Simd<long long, Bytes>;
  // Adding 1.5 * 2^52 rounds to a whole number and leaves it in the low bits.
  constexpr double round = 0x1.8p52, ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
  const V shifted = x * 0x1.71547652b82fep0 + round;
  const V n = shifted - round;
  const V r = (x - n * ln2_high) - n * ln2_low;
  V series = V{} + inverse_factorials[0];
#pragma GCC unroll 13
  for (int k = 1; k < 14; ++k) series = series * r + inverse_factorials[k];
  I bits;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  const I exponent = (bits + 1023) << 52;  // the low bits of `shifted` are n
  V power;
  __builtin_memcpy(&power, &exponent, sizeof power);
  return x > -708.0 ? V(series * power) : V{};
}

/// values_k = exp(values_k), any number of them; the last by twos: to fill a part of a wide register costs
/// more than its work. A value goes through the same arithmetic wherever it stands.
template <int Bytes>
[[gnu::always_inline]] inline void exp_each_body(double* values, Index count) {
  using V = Simd<double, Bytes>;
  using Two = Simd<double, 16>;
  constexpr int lanes = Bytes / 8;
  Index k = 0;
  for (; k + lanes <= count; k += lanes) store(values + k, exp_of<Bytes>(load<V>(values + k)));
  for (; k + 2 <= count; k += 2) store(values + k, exp_of<16>(load<Two>(values + k)));
  if (k < count) values[k] = exp_of<16>(Two{values[k], 0.0})[0];
}

/// The rows lie one behind the other, so that short ones fill vectors, too; each is summed as exp_shifted()
/// does.
template <int Bytes>
[[gnu::always_inline]] inline void exp_rows_body(double* values, const double* shifts, Index rows,
                                                 Index columns, double* sums) {
  for (Index i = 0; i < rows; ++i)
    for (Index k = 0; k < columns; ++k) values[i * columns + k] -= shifts[i];
  exp_each_body<Bytes>(values, rows * columns);
  for (Index i = 0; i < rows; ++i, values += columns) {
    double lane[group] = {};
    Index k = 0;
    for (; k + group <= columns; k += group)
      for (Index j = 0; j < group; ++j) lane[j] += values[k + j];
    sums[i] = 0;
    for (const double sum : lane) sums[i] += sum;
    for (; k < columns; ++k) sums[i] += values[k];
  }
}

template <int Bytes>
[[gnu::always_inline]] inline double exp_shifted_body(double* values, double shift, Index count) {
  using V = Simd<double, Bytes>;
  constexpr int lanes = Bytes / 8, vectors = static_cast<int>(group) / lanes;
  V sum[vectors] = {};
  Index k = 0;
  for (; k + group <= count; k += group)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      const V result = exp_of<Bytes>(load<V>(values + k + v * lanes) - shift);
      store(values + k + v * lanes, result);
      sum[v] += result;
    }
  double total = 0;
  for (int v = 0; v < vectors; ++v)
    for (int lane = 0; lane < lanes; ++lane) total += sum[v][lane];
  for (Index rest = k; rest < count; ++rest) values[rest] -= shift;
  exp_each_body<Bytes>(values + k, count - k);
  for (; k < count; ++k) total += values[k];
  return total;
}

}  // namespace
}  // namespace bellwether::kernels
