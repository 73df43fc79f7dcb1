#include <bellwether/tuning/least_squares.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/data/matrix.h>

namespace bellwether {
namespace {

/// K alone is singular as soon as two errors are equal.
constexpr double least_lambda = 1e-9;

void check(const std::vector<double>& values, const std::vector<double>& errors,
           const LeastSquaresOptions& options) {
  require(!values.empty(), "there are no values to choose from");
  require(values.size() == errors.size(), "{} values came with {} errors: there must be one for each",
          values.size(), errors.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    require(std::isfinite(values[i]) && std::isfinite(errors[i]),
            "value {} (counted from 0) is {} and its error {}: both must be numbers", i, values[i],
            errors[i]);
  require<InvalidOption>(options.sigma > 0 && std::isfinite(options.sigma), "sigma is {}: it must be above 0",
                         options.sigma);
  require<InvalidOption>(options.unit > 0 && std::isfinite(options.unit), "unit is {}: it must be above 0",
                         options.unit);
  require<InvalidOption>(
      options.lambda >= least_lambda && std::isfinite(options.lambda),
      "lambda is {}: it must be at least {}, or values with equal errors have no one answer", options.lambda,
      least_lambda);
}

/// Solves A x = b by Cholesky's A = L L', for a symmetric A whose eigenvalues are above 0.
std::vector<double> solve(Matrix a, std::vector<double> b) {
  const Index n = a.rows();
  const auto at = [&](Index i) -> double& { return b[static_cast<std::size_t>(i)]; };
  for (Index j = 0; j < n; ++j) {
    for (Index i = j; i < n; ++i) {
      for (Index k = 0; k < j; ++k) a(i, j) -= a(i, k) * a(j, k);
      a(i, j) = i == j ? std::sqrt(a(i, j)) : a(i, j) / a(j, j);
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < i; ++k) at(i) -= a(i, k) * at(k);
    at(i) /= a(i, i);
  }
  for (Index i = n - 1; i >= 0; --i) {
    for (Index k = i + 1; k < n; ++k) at(i) -= a(k, i) * at(k);
    at(i) /= a(i, i);
  }
  return b;
}

Matrix kernel_of(const std::vector<double>& errors, const LeastSquaresOptions& options) {
  const auto n = static_cast<Index>(errors.size());
  Matrix kernel(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double between = options.unit *
                             (errors[static_cast<std::size_t>(i)] - errors[static_cast<std::size_t>(j)]) /
                             options.sigma;
      kernel(i, j) = std::exp(-between * between);
    }
  return kernel;
}

/// K x with x = (K + lambda I)^-1 p.
std::vector<double> smoothed(const Matrix& kernel, const std::vector<double>& p, double lambda) {
  Matrix damped = kernel;
  for (Index i = 0; i < damped.rows(); ++i) damped(i, i) += lambda;
  const std::vector<double> x = solve(std::move(damped), p);
  std::vector<double> product(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      product[i] += kernel(static_cast<Index>(i), static_cast<Index>(j)) * x[j];
  return product;
}

/// (p - min(0, smallest)) / sum. The sum is above 0, since p . p^ is.
void make_distribution(std::vector<double>& p) {
  const double shift = std::min(0.0, *std::ranges::min_element(p));
  for (double& share : p) share -= shift;
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& share : p) share /= sum;
}

}  // namespace

LeastSquaresEstimate estimate_value(const std::vector<double>& values, const std::vector<double>& errors,
                                    const LeastSquaresOptions& options) {
  check(values, errors, options);
  const double least = *std::ranges::min_element(errors);
  const auto equals = static_cast<double>(std::ranges::count(errors, least));
  std::vector<double> p;
  for (const double error : errors) p.push_back(error == least ? 1 / equals : 0);

  LeastSquaresEstimate estimate;
  estimate.probabilities = smoothed(kernel_of(errors, options), p, options.lambda);
  make_distribution(estimate.probabilities);
  for (std::size_t i = 0; i < values.size(); ++i) estimate.value += estimate.probabilities[i] * values[i];
  return estimate;
}

}  // namespace bellwether
