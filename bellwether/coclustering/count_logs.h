#pragma once
// f(t) = t log t, f(0) = 0: what all scores of moves are sums of.

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace bellwether::coclustering {

/// f of whole numbers, from a table as far as it goes.
class CountLogs {
 public:
  /// For numbers up to `largest`; no more than 8 MB of them are kept.
  explicit CountLogs(double largest);

  double operator()(double count) const {
    return count < size_ ? table_[static_cast<std::size_t>(static_cast<std::int32_t>(count))]
                         : count * std::log(count);
  }

 private:
  std::vector<double> table_;
  double size_ = 0;
};

/// log t for normal t > 0, without a branch or a call, so that compilers make vectors of it. t = 2^e m with m
/// around 1, and log m = 2 (s + s^3/3 + s^5/5 + ...) with s = (m - 1) / (m + 1), |s| < 0.1716: good to two
/// units in the last place or so of the larger of e log 2 and log m.
inline double branchless_log(double t) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcdu;  // the bits of sqrt(1/2)
  constexpr std::uint64_t fraction = 0x000fffffffffffffu;
  const std::uint64_t shifted = std::bit_cast<std::uint64_t>(t) - root_half + 0x3ff0000000000000u;
  // The exponent as a double: 2^52 + e, less 2^52.
  const double e = std::bit_cast<double>((shifted >> 52) | 0x4330000000000000u) - (4503599627370496.0 + 1023);
  const double m = std::bit_cast<double>((shifted & fraction) + root_half);
  const double s = (m - 1) / (m + 1);
  const double q = s * s;
  double series = 1.0 / 23;
  for (const double term :
       {1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3})
    series = series * q + term;
  return e * 0.69314718055994530942 + (2 * s + 2 * s * q * series);
}

/// f of any number that is not below 0. What is left of a cell after everything was taken out again may be a
/// little below: it counts as 0.
inline double real_log(double t) {
  constexpr double least = 1e-300;
  return t > least ? t * branchless_log(t) : 0.0;
}

}  // namespace bellwether::coclustering
