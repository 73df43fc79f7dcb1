#include <bellwether/bottleneck/csiszar.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bellwether::bottleneck {
namespace {

/// log(1 + deviation), where exp(direct) is 1 + deviation: whichever has lost fewer digits.
double log_of_sum(double deviation, double direct) {
  return std::abs(deviation) < 0.5 ? std::log1p(deviation) : direct;
}

/// Solves the symmetric positive definite system in place, by Cholesky's decomposition.
void solve(std::vector<double>& matrix, std::vector<double>& right) {
  const std::size_t n = right.size();
  const auto at = [&](std::size_t i, std::size_t j) -> double& { return matrix[i * n + j]; };
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k) at(j, j) -= at(j, k) * at(j, k);
    at(j, j) = std::sqrt(at(j, j));
    for (std::size_t i = j + 1; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) at(i, j) -= at(i, k) * at(j, k);
      at(i, j) /= at(j, j);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= at(i, k) * right[k];
    right[i] /= at(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) right[i] -= at(k, i) * right[k];
    right[i] /= at(i, i);
  }
}

}  // namespace

struct CsiszarDual::Point {
  double value = 0;                    ///< e G
  double gap = 0;                      ///< e times how far the bounds are apart
  std::vector<double> slope = {};      ///< e dG/du
  std::vector<double> ratios = {};     ///< log(P(z) / m_z)
  std::vector<double> curvature = {};  ///< of -e G, plus m m^T / a: so it has an inverse, with the same steps
};

CsiszarDual::CsiszarDual(const ClusterSums& sums, double alpha) : alpha_(alpha) {
  const double n = sums.total();
  for (const double size : sums.sizes) weights_.push_back(size / n);
  const Index clusters = sums.clusters();
  for (Index x = 0; x < sums.features; ++x) {
    const double* const row = sums.values + x * sums.stride;
    const double sum = std::accumulate(row, row + clusters, 0.0);
    if (!(sum > 0)) continue;
    double base = 0;
    for (Index z = 0; z < clusters; ++z) {
      if (!(row[z] > 0)) {
        shares_.push_back(0);
        continue;
      }
      const double share = row[z] / sum;
      const double excess = std::expm1((alpha - 1) * std::log(share / weights_[z]));
      base += share * excess;
      shares_.push_back(share + share * excess);
    }
    mass_.push_back(sum / n);
    base_.push_back(base);
  }
}

/// P_z(x)^a / M_x^a P(z) = S^a n_z^(1-a) S_x^-a with S_x the sum over z.
CsiszarDual::CsiszarDual(const ClusterSums& sums, std::span<const double> powers, double alpha)
    : alpha_(alpha) {
  const double n = sums.total();
  const Index clusters = sums.clusters();
  std::vector<double> scales;
  for (const double size : sums.sizes) {
    weights_.push_back(size / n);
    scales.push_back(std::pow(size / n, 1 - alpha));
  }
  for (Index x = 0; x < sums.features; ++x) {
    const double* const row = sums.values + x * sums.stride;
    const double sum = std::accumulate(row, row + clusters, 0.0);
    if (!(sum > 0)) continue;
    const double scale = std::pow(sum, -alpha);
    double all = 0;
    for (Index z = 0; z < clusters; ++z) {
      shares_.push_back(powers[x * sums.stride + z] * scales[z] * scale);
      all += shares_.back();
    }
    mass_.push_back(sum / n);
    base_.push_back(all - 1);
  }
}

CsiszarDual::Point CsiszarDual::at(std::span<const double> tilts) const {
  const std::size_t clusters = weights_.size(), features = mass_.size();
  std::vector<double> raised(clusters), tops(features), posterior(clusters), means(clusters, 0.0);
  for (std::size_t z = 0; z < clusters; ++z) raised[z] = std::expm1(tilts[z]);

  // log(A_x / M_x^a) / a for each feature, and the logarithm of the sum of M_x times its exponentials.
  double highest = -std::numeric_limits<double>::infinity(), deviation = 0, direct = 0;
  for (std::size_t x = 0; x < features; ++x) {
    double more = base_[x];
    for (std::size_t z = 0; z < clusters; ++z) more += shares_[x * clusters + z] * raised[z];
    tops[x] = std::log1p(more) / alpha_;
    highest = std::max(highest, tops[x]);
  }
  for (std::size_t x = 0; x < features; ++x) {
    deviation += mass_[x] * std::expm1(tops[x]);
    direct += mass_[x] * std::exp(tops[x] - highest);
  }
  const double log_sum = log_of_sum(deviation, highest + std::log(direct));

  Point point;
  point.curvature.assign(clusters * clusters, 0);
  for (std::size_t x = 0; x < features; ++x) {
    const double q = mass_[x] * std::exp(tops[x] - log_sum), scale = std::exp(-alpha_ * tops[x]);
    for (std::size_t z = 0; z < clusters; ++z) {
      posterior[z] = shares_[x * clusters + z] * (1 + raised[z]) * scale;
      means[z] += q * posterior[z];
    }
    for (std::size_t z = 0; z < clusters; ++z) {
      if (posterior[z] == 0) continue;
      const double factor = q * posterior[z] * (1 / alpha_ - 1);
      for (std::size_t y = 0; y <= z; ++y) point.curvature[z * clusters + y] += factor * posterior[y];
    }
  }
  point.value = -alpha_ * log_sum;
  for (std::size_t z = 0; z < clusters; ++z) {
    point.curvature[z * clusters + z] += weights_[z] > 0 ? means[z] : 1;
    if (!(weights_[z] > 0)) {
      point.slope.push_back(0);
      point.ratios.push_back(0);
      continue;
    }
    const double away = (means[z] - weights_[z]) / weights_[z];
    const double ratio =
        std::abs(away) < 0.5 ? -std::log1p(away) : std::log(weights_[z] / std::max(means[z], 1e-300));
    point.value += weights_[z] * tilts[z];
    // The m sum to 1, as the weights do: what is added here to the logarithm is 0 in all, and keeps the
    // digits.
    point.gap += weights_[z] * (away + ratio);
    point.ratios.push_back(ratio);
    point.slope.push_back(weights_[z] - means[z]);
  }
  return point;
}

/// Newton's step where it does what its slope promises. Far away it may not: there u_z += s log(P(z) / m_z),
/// which for s = a gains at least a times the gap (Jensen), and for larger s often much more.
double CsiszarDual::maximum(std::vector<double>& tilts, double tolerance) const {
  const double e = 1 - alpha_;
  tilts.resize(weights_.size(), 0.0);
  std::vector<double> next(tilts);
  Point here = at(tilts);
  const auto beyond = [&](const std::vector<double>& step, double share) {
    for (std::size_t z = 0; z < step.size(); ++z) next[z] = tilts[z] + share * step[z];
    return at(next);
  };
  double share = 1;
  for (int round = 0; round < 1000 && here.gap > tolerance * e; ++round) {
    std::vector<double> step = here.slope;
    solve(here.curvature, step);
    double rise = 0;
    for (std::size_t z = 0; z < step.size(); ++z) rise += step[z] * here.slope[z];
    Point there = beyond(step, 1);
    // So near that values are rounding alone, the gap tells.
    const bool near = here.gap < 1e-8 * e;
    if (near ? !(there.gap < here.gap) : !(there.value >= here.value + 0.25 * rise)) {
      if (near) break;
      for (share = std::min(1.0, 4 * share);; share = std::max(alpha_, share / 2)) {
        there = beyond(here.ratios, share);
        if (share == alpha_ || there.value >= here.value + 0.5 * share * here.gap) break;
      }
    }
    tilts = next;
    here = std::move(there);
  }
  return here.value / e;
}

}  // namespace bellwether::bottleneck
