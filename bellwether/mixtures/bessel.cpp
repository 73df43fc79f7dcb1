#include <bellwether/mixtures/bessel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace bellwether {
namespace {

/// From this order on, Debye's expansion with `debye_terms` terms is as good as double precision.
constexpr double debye_order = 60;
constexpr int debye_terms = 12;
constexpr int debye_degree = 3 * debye_terms;

using Polynomial = std::array<double, debye_degree + 1>;

/// u_0 = 1,  u_{k+1}(t) = 1/2 t^2 (1 - t^2) u_k'(t) + 1/8 integral_0^t (1 - 5 s^2) u_k(s) ds.
///   DLMF 10.41.9.
constexpr std::array<Polynomial, debye_terms + 1> debye_polynomials() {
  std::array<Polynomial, debye_terms + 1> u{};
  u[0][0] = 1;
  for (int k = 0; k < debye_terms; ++k) {
    for (int d = 0; d <= 3 * k; ++d) {
      const double c = u[k][d];
      u[k + 1][d + 1] += c * (0.5 * d + 0.125 / (d + 1));
      u[k + 1][d + 3] -= c * (0.5 * d + 0.625 / (d + 3));
    }
  }
  return u;
}

/// v_0 = 1,  v_{k+1}(t) = u_{k+1}(t) - 1/2 t (1 - t^2) u_k(t) - t^2 (1 - t^2) u_k'(t): the same for the
/// derivative. DLMF 10.41.11.
constexpr std::array<Polynomial, debye_terms + 1> debye_derivative_polynomials() {
  const auto u = debye_polynomials();
  auto v = u;
  for (int k = 0; k < debye_terms; ++k) {
    for (int d = 0; d <= 3 * k; ++d) {
      const double c = u[k][d] * (0.5 + d);
      v[k + 1][d + 1] -= c;
      v[k + 1][d + 3] += c;
    }
  }
  return v;
}

/// sum_k p_k(t) / order^k.
double debye_sum(const std::array<Polynomial, debye_terms + 1>& p, double t, double order) {
  double sum = 0;
  for (int k = debye_terms; k >= 0; --k) {
    double value = 0;
    for (int d = 3 * k; d >= 0; --d) value = value * t + p[k][d];
    sum = sum / order + value;
  }
  return sum;
}

/// Debye's uniform expansion, DLMF 10.41.3, for a large order:
///   I_nu(nu z) ~ e^{nu eta} / (sqrt(2 pi nu) (1 + z^2)^{1/4}) sum_k u_k(t) / nu^k,   t = (1 + z^2)^{-1/2}.
double log_bessel_debye(double order, double x) {
  static constexpr auto u = debye_polynomials();
  const double root = std::hypot(order, x);  // order sqrt(1 + z^2)
  return root + order * std::log(x / (order + root)) - 0.5 * std::log(2 * std::numbers::pi * root) +
         std::log(debye_sum(u, order / root, order));
}

/// The power series, DLMF 10.25.2, for a small order and x: every term is positive, nothing cancels.
double log_bessel_series(double order, double x) {
  double term = 1, sum = 1;
  for (double k = 1; term > 1e-17 * sum; k += 1) {
    term *= 0.25 * x * x / (k * (order + k));
    sum += term;
  }
  return order * std::log(0.5 * x) - std::log(std::tgamma(order + 1)) + std::log(sum);
}

/// I_{nu+1} / I_nu = I_nu' / I_nu - nu / x by the same expansion: for x well above the order, where the
/// difference loses nothing.
double ratio_debye(double order, double x) {
  static constexpr auto u = debye_polynomials();
  static constexpr auto v = debye_derivative_polynomials();
  const double root = std::hypot(order, x);
  const double t = order / root;
  return root / x * (debye_sum(v, t, order) / debye_sum(u, t, order)) - order / x;
}

/// Gauss' continued fraction 1 / (2(nu+1)/x + 1 / (2(nu+2)/x + ...)) by Lentz' method: for x not much above
/// the order, where it converges fast.
double ratio_fraction(double order, double x) {
  double b = 2 * (order + 1) / x;
  double c = b, d = 0, fraction = b;
  for (double nu = order + 2;; nu += 1) {
    b = 2 * nu / x;
    d = 1 / (b + d);
    c = b + 1 / c;
    fraction *= c * d;
    if (std::abs(c * d - 1) < 1e-16) return 1 / fraction;
  }
}

}  // namespace

double bessel_ratio(double order, double x) {
  if (x == 0) return 0;
  const double steps = std::max(0.0, std::ceil(debye_order - order));
  if (x < 3 * (order + steps)) return ratio_fraction(order, x);
  // Downwards, r_nu = 1 / (2 (nu + 1) / x + r_{nu+1}) only makes errors smaller.
  double ratio = ratio_debye(order + steps, x);
  for (double nu = order + steps - 1; nu >= order; nu -= 1) ratio = 1 / (2 * (nu + 1) / x + ratio);
  return ratio;
}

double log_bessel_i(double order, double x) {
  if (order < debye_order && x < 20) return log_bessel_series(order, x);
  // Up to a large order, expand there, and come down again: log I_nu = log I_{nu+m} - sum_j log r_{nu+j}.
  const double steps = std::max(0.0, std::ceil(debye_order - order));
  double value = log_bessel_debye(order + steps, x);
  double ratio = bessel_ratio(order + steps, x);
  for (double nu = order + steps - 1; nu >= order; nu -= 1) {
    ratio = 1 / (2 * (nu + 1) / x + ratio);
    value -= std::log(ratio);
  }
  return value;
}

double concentration(double length, int dimensions) {
  const double p = dimensions;
  const double r = std::clamp(length, 0.0, 1 - 1e-12);
  if (r == 0) return 0;
  // Newton with A' = 1 - A^2 - (P - 1) A / kappa, kept between the bounds r (P - 2) / (1 - r^2) and
  // r P / (1 - r^2) (Tanabe, Fukumizu, Oba, Takenouchi, Ishii, 2007).
  double low = std::max(0.0, r * (p - 2) / (1 - r * r)), high = r * p / (1 - r * r);
  double kappa = std::clamp(r * (p - r * r) / (1 - r * r), low, high);
  for (int round = 0; round < 100; ++round) {
    const double a = bessel_ratio(p / 2 - 1, kappa);
    (a < r ? low : high) = kappa;
    const double slope = 1 - a * a - (p - 1) * a / kappa;
    double next = kappa - (a - r) / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - kappa) <= 1e-15 * kappa) return next;
    kappa = next;
  }
  return kappa;
}

double log_sphere_constant(double kappa, int dimensions) {
  const double half = 0.5 * dimensions;
  return (half - 1) * std::log(kappa) - half * std::log(2 * std::numbers::pi) - log_bessel_i(half - 1, kappa);
}

}  // namespace bellwether
