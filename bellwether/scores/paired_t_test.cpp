#include <bellwether/scores/paired_t_test.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Gamma(a + 1/2) / Gamma(a), without the cancellation of two large log-gammas. By its asymptotic series,
/// after Gamma(x + 1) = x Gamma(x) has raised a to where the first term left out, 869/(2^22 a^6), is below
/// machine precision.
double half_step_of_gamma(double a) {
  double factor = 1;
  for (; a < 150; a += 1) factor *= a / (a + 0.5);
  const double r = 1 / a;
  const double series =
      1 + r * (-1.0 / 8 + r * (1.0 / 128 + r * (5.0 / 1024 + r * (-21.0 / 32768 + r * (-399.0 / 262144)))));
  return factor * std::sqrt(a) * series;
}

double away_from_zero(double x) {
  return std::abs(x) < std::numeric_limits<double>::min() ? std::numeric_limits<double>::min() : x;
}

/// b_0 + a_1/(b_1 + a_2/(b_2 + ...)), by Lentz, with y = 1 - x and
///   a_m = (a + m - 1)(a + b + m - 1) m (b - m) x^2 / (a + 2m - 1)^2,
///   b_m = m + m (b - m) x / (a + 2m - 1) + (a + m)(a y - b x + 1 + m (1 + y)) / (a + 2m + 1):
/// every second step of the classical fraction of the incomplete beta function, in a form that keeps its
/// digits when x is within a hair of 1. It needs about sqrt(max(a, b)) terms where a y > b x.
double beta_fraction(double a, double b, double x, double y) {
  const auto denominator = [&](double m) {
    return m + m * (b - m) * x / (a + 2 * m - 1) +
           (a + m) * (a * y - b * x + 1 + m * (1 + y)) / (a + 2 * m + 1);
  };
  double c = away_from_zero(a * (a * y - b * x + 1) / (a + 1));
  double d = 0;
  double value = c;
  for (double m = 1; m < 1e6; m += 1) {
    const double step = x / (a + 2 * m - 1);
    const double numerator = (a + m - 1) * step * (a + b + m - 1) * step * m * (b - m);
    d = 1 / away_from_zero(denominator(m) + numerator * d);
    c = away_from_zero(denominator(m) + numerator / c);
    value *= c * d;
    if (std::abs(c * d - 1) <= epsilon) break;
  }
  return value;
}

void check(std::span<const double> first, std::span<const double> second) {
  require(first.size() == second.size(),
          "a paired t-test compares pairs, but there are {} values on one side and {} on the other",
          first.size(), second.size());
  require(first.size() >= 2, "a paired t-test needs at least 2 pairs, but there is {}", first.size());
  for (std::size_t i = 0; i < first.size(); ++i)
    require(std::isfinite(first[i] - second[i]), "pair {} is {} and {}: leave out values that are not finite",
            i, first[i], second[i]);
}

}  // namespace

/// P = I_x(a, 1/2), the regularised incomplete beta function, at x = f/(f + t^2) and a = f/2:
///   I_x(a, b) = x^a y^b / B(a, b) / fraction(a, b, x, y),   I_x(a, b) = 1 - I_y(b, a),   y = 1 - x.
double student_two_sided(double t, double degrees_of_freedom) {
  require(degrees_of_freedom >= 1, "Student's t needs at least 1 degree of freedom, not {}",
          degrees_of_freedom);
  require(!std::isnan(t), "Student's t is not a number: the values that it comes from have no spread");
  if (t == 0) return 1;
  if (std::isinf(t)) return 0;
  const double a = degrees_of_freedom / 2;
  const double ratio = t * t / degrees_of_freedom;  // y / x
  const double x = 1 / (1 + ratio);
  const double y = 1 / (1 + 1 / ratio);  // 1 - x would lose its digits
  // x^a y^(1/2) / B(a, 1/2), where B(a, 1/2) = sqrt(pi) Gamma(a) / Gamma(a + 1/2)
  const double front =
      std::exp(-a * std::log1p(ratio)) * std::sqrt(y) * half_step_of_gamma(a) / std::sqrt(std::numbers::pi);
  if (a * y > 0.5 * x) return front / beta_fraction(a, 0.5, x, y);
  return 1 - front / beta_fraction(0.5, a, y, x);
}

PairedTTest paired_t_test(std::span<const double> first, std::span<const double> second) {
  check(first, second);
  const auto n = static_cast<double>(first.size());
  // Measured from the first difference: equal differences then have a variance of exactly 0.
  const double origin = first[0] - second[0];
  double sum = 0;
  for (std::size_t i = 0; i < first.size(); ++i) sum += first[i] - second[i] - origin;
  const double shift = sum / n;
  double squares = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double deviation = first[i] - second[i] - origin - shift;
    squares += deviation * deviation;
  }

  PairedTTest test;
  test.mean_difference = origin + shift;
  test.degrees_of_freedom = static_cast<std::int64_t>(first.size()) - 1;
  const double standard_error = std::sqrt(squares / (n - 1) / n);
  test.t = test.mean_difference == 0 ? 0 : test.mean_difference / standard_error;
  test.p = student_two_sided(test.t, n - 1);
  return test;
}

}  // namespace bellwether
