#include <bellwether/bottleneck/information.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <bellwether/bottleneck/cluster_sums.h>
#include <bellwether/bottleneck/csiszar.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// log sum_i p_i e^(c_i) of a distribution p: from sum p_i (e^(c_i) - 1) where that is small, which keeps the
/// digits of a sum near 1; otherwise from the largest.
class LogMean {
 public:
  void add(double p, double exponent) {
    if (exponent == -infinity) {
      deviation_ -= p;
      return;
    }
    deviation_ += p * std::expm1(exponent);
    const double log = std::log(p) + exponent;
    if (log > highest_) {
      sum_ = sum_ * std::exp(highest_ - log) + 1;
      highest_ = log;
    } else {
      sum_ += std::exp(log - highest_);
    }
  }
  double log() const {
    if (highest_ == -infinity) return -infinity;
    return std::abs(deviation_) < 0.5 ? std::log1p(deviation_) : highest_ + std::log(sum_);
  }

 private:
  double deviation_ = 0;
  double highest_ = -infinity;
  double sum_ = 0;
};

void require_positive_order(double alpha) {
  require<InvalidOption>(alpha > 0, "the order alpha is {}: it must be above 0", alpha);
}

void require_distribution(std::span<const double> p, const char* what) {
  double sum = 0;
  for (const double value : p) {
    require(value >= 0, "{} holds {}: no probability is below 0", what, value);
    sum += value;
  }
  require(std::abs(sum - 1) < 1e-6, "{} sums to {}, not to 1: divide by that", what, sum);
}

/// The rows times their weights, turned: what P(x, z) is.
struct Joint {
  Joint(const Matrix& distributions, std::span<const double> weights_of) : weights(weights_of) {
    require(static_cast<Index>(weights.size()) == distributions.rows(),
            "there are {} weights for {} distributions: one each is needed", weights.size(),
            distributions.rows());
    require_distribution(weights, "the vector of weights");
    const Index rows = distributions.rows(), columns = distributions.cols();
    values.resize(static_cast<std::size_t>(rows * columns));
    for (Index z = 0; z < rows; ++z) {
      require_distribution({distributions.data() + z * columns, static_cast<std::size_t>(columns)},
                           "a distribution");
      for (Index x = 0; x < columns; ++x) values[x * rows + z] = weights[z] * distributions(z, x);
    }
  }
  bottleneck::ClusterSums sums() const {
    const auto clusters = static_cast<Index>(weights.size());
    return {values.data(), static_cast<Index>(values.size()) / clusters, clusters, weights};
  }

  std::span<const double> weights;
  std::vector<double> values;
};

/// H_a(P) = log sum p e^((a - 1) log p) / (1 - a), and at a = 1 -sum p log p; a value p for each call of
/// `each`.
template <class Each>
double entropy_of(double alpha, const Each& each) {
  if (alpha == 1) {
    double sum = 0;
    each([&](double p) { sum -= p > 0 ? p * std::log(p) : 0; });
    return sum;
  }
  LogMean mean;
  each([&](double p) {
    if (p > 0) mean.add(p, (alpha - 1) * std::log(p));
  });
  return mean.log() / (1 - alpha);
}

double sum_over(const double* row, Index count) {
  return std::accumulate(row, row + count, 0.0);
}

/// sum P(x,z) log P(x|z) / P(x): no large parts cancel.
double shannon_of(const bottleneck::ClusterSums& sums) {
  const double n = sums.total();
  double total = 0;
  for (Index x = 0; x < sums.features; ++x) {
    const double* const row = sums.values + x * sums.stride;
    const double all = sum_over(row, sums.clusters());
    double part = 0;
    for (Index z = 0; z < sums.clusters(); ++z)
      if (row[z] > 0) part += row[z] * std::log(row[z] / sums.sizes[z] * (n / all));
    total += part;
  }
  return std::max(total / n, 0.0);
}

double jensen_renyi_of(const bottleneck::ClusterSums& sums, double alpha) {
  const double n = sums.total();
  double value = entropy_of(alpha, [&](const auto& add) {
    for (Index x = 0; x < sums.features; ++x)
      add(sum_over(sums.values + x * sums.stride, sums.clusters()) / n);
  });
  for (Index z = 0; z < sums.clusters(); ++z) {
    if (!(sums.sizes[z] > 0)) continue;
    value -= sums.sizes[z] / n * entropy_of(alpha, [&](const auto& add) {
               for (Index x = 0; x < sums.features; ++x)
                 add(sums.values[x * sums.stride + z] / sums.sizes[z]);
             });
  }
  return std::max(value, 0.0);
}

double csiszar_of(const bottleneck::ClusterSums& sums, double alpha) {
  std::vector<double> tilts;
  return std::max(bottleneck::CsiszarDual(sums, alpha).maximum(tilts), 0.0);
}

}  // namespace

namespace bottleneck {

double ClusterSums::total() const {
  return std::accumulate(sizes.begin(), sizes.end(), 0.0);
}

void require_order(Information kind, double alpha) {
  require<InvalidOption>(alpha > 0 && alpha <= 1, "the order alpha is {}: it must be above 0 and at most 1",
                         alpha);
  require<InvalidOption>(
      kind != Information::shannon || alpha == 1,
      "alpha is {}, but Shannon's information is of order 1: set information to csiszar or "
      "jensen-renyi, or alpha to 1",
      alpha);
}

double information_of(Information kind, const ClusterSums& sums, double alpha) {
  require_order(kind, alpha);
  if (alpha == 1) return shannon_of(sums);
  return kind == Information::csiszar ? csiszar_of(sums, alpha) : jensen_renyi_of(sums, alpha);
}

std::vector<std::int32_t> keep_used_features(std::vector<std::int32_t>& columns, Index& features) {
  std::vector<std::int32_t> number(static_cast<std::size_t>(features), -1), used;
  for (const std::int32_t column : columns) number[static_cast<std::size_t>(column)] = 0;
  for (std::int32_t column = 0; column < features; ++column) {
    if (number[static_cast<std::size_t>(column)] < 0) continue;
    number[static_cast<std::size_t>(column)] = static_cast<std::int32_t>(used.size());
    used.push_back(column);
  }
  for (std::int32_t& column : columns) column = number[static_cast<std::size_t>(column)];
  features = static_cast<Index>(used.size());
  return used;
}

Matrix with_all_features(const Matrix& sums, std::span<const std::int32_t> used, Index features) {
  Matrix all = Matrix::Zero(sums.rows(), features);
  for (std::size_t j = 0; j < used.size(); ++j) all.col(used[j]) = sums.col(static_cast<Index>(j));
  return all;
}

Distributions distributions_of(const Rows& items) {
  require_counts(items, "the items");
  Distributions made;
  made.features = items.columns();
  const auto add = [&](Index column, double value) {
    if (value == 0) return;
    made.columns.push_back(static_cast<std::int32_t>(column));
    made.values.push_back(value);
  };
  for (Index i = 0; i < items.rows(); ++i) {
    items.visit([&](const auto& kind) {
      const auto row = kind.row(i);
      if constexpr (requires { row.columns; }) {
        for (std::size_t k = 0; k < row.values.size(); ++k) add(row.columns[k], row.values[k]);
      } else {
        for (std::size_t j = 0; j < row.size(); ++j) add(static_cast<Index>(j), row[j]);
      }
    });
    const std::size_t begin = static_cast<std::size_t>(made.starts.back());
    require(made.values.size() > begin, "item {} is all zeros, and so has no distribution: remove it", i);
    const double largest = *std::max_element(made.values.begin() + made.starts.back(), made.values.end());
    double sum = 0;
    for (std::size_t k = begin; k < made.values.size(); ++k) sum += made.values[k] /= largest;
    for (std::size_t k = begin; k < made.values.size(); ++k) made.values[k] /= sum;
    made.starts.push_back(static_cast<std::int64_t>(made.values.size()));
  }
  return made;
}

Distributions joined(const Distributions& items, const Groups& groups) {
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(groups.count));
  for (Index i = 0; i < items.size(); ++i) members[groups.of[i]].push_back(i);
  Distributions made{.features = items.features};
  std::vector<double> sums(static_cast<std::size_t>(items.features), 0.0);
  std::vector<std::int32_t> columns;
  for (const auto& group : members) {
    columns.clear();
    for (const Index i : group) {
      const SparseRow row = items.row(i);
      for (std::size_t k = 0; k < row.values.size(); ++k) {
        if (sums[row.columns[k]] == 0) columns.push_back(row.columns[k]);
        sums[row.columns[k]] += row.values[k];
      }
    }
    std::ranges::sort(columns);
    for (const std::int32_t column : columns) {
      made.columns.push_back(column);
      made.values.push_back(std::exchange(sums[column], 0.0));
    }
    made.starts.push_back(static_cast<std::int64_t>(made.values.size()));
  }
  return made;
}

void require_labels_fit(Index items, std::span<const int> labels, int clusters) {
  require(static_cast<Index>(labels.size()) == items, "there are {} labels for {} items: one each is needed",
          labels.size(), items);
  for (std::size_t i = 0; i < labels.size(); ++i)
    require(labels[i] >= 0 && labels[i] < clusters,
            "item {} is in cluster {}, but clusters are 0 to {}: ask for more, or renumber", i, labels[i],
            clusters - 1);
}

}  // namespace bottleneck

double renyi_entropy(std::span<const double> p, double alpha) {
  require_positive_order(alpha);
  require_distribution(p, "the distribution");
  return std::max(entropy_of(alpha,
                             [&](const auto& add) {
                               for (const double value : p) add(value);
                             }),
                  0.0);
}

double renyi_divergence(std::span<const double> p, std::span<const double> q, double alpha) {
  require_positive_order(alpha);
  require(p.size() == q.size(), "the distributions have {} and {} values: they must be of the same things",
          p.size(), q.size());
  require_distribution(p, "the first distribution");
  require_distribution(q, "the second distribution");
  LogMean mean;
  double shannon = 0;
  for (std::size_t x = 0; x < p.size(); ++x) {
    if (p[x] == 0) continue;
    if (q[x] == 0 && alpha >= 1) return infinity;
    shannon += p[x] * std::log(p[x] / q[x]);
    mean.add(p[x], (1 - alpha) * std::log(q[x] / p[x]));
  }
  return std::max(alpha == 1 ? shannon : -mean.log() / (1 - alpha), 0.0);
}

double jensen_renyi_divergence(const Matrix& distributions, std::span<const double> weights, double alpha) {
  return information(Information::jensen_renyi, distributions, weights, alpha);
}

double csiszar_information(const Matrix& distributions, std::span<const double> weights, double alpha) {
  return information(Information::csiszar, distributions, weights, alpha);
}

/// -a/(1-a) log sum_x (sum_z P(z) P_z^a)^(1/a). With M the mean of all P_z, the inner sum is M^a times the
/// mean of (P_z/M)^(a-1) over z, each weighed by P(z) P_z / M.
double sibson_information(const Matrix& distributions, std::span<const double> weights, double alpha) {
  bottleneck::require_order(Information::csiszar, alpha);
  const Joint joint(distributions, weights);
  const auto sums = joint.sums();
  if (alpha == 1) return shannon_of(sums);
  LogMean outer;
  for (Index x = 0; x < sums.features; ++x) {
    const double* const row = sums.values + x * sums.stride;
    const double mean = sum_over(row, sums.clusters());
    if (mean == 0) continue;
    LogMean inner;
    for (Index z = 0; z < sums.clusters(); ++z)
      if (row[z] > 0) inner.add(row[z] / mean, (alpha - 1) * std::log(row[z] / mean / weights[z]));
    outer.add(mean, inner.log() / alpha);
  }
  return std::max(-alpha / (1 - alpha) * outer.log(), 0.0);
}

double information(Information kind, const Matrix& distributions, std::span<const double> weights,
                   double alpha) {
  bottleneck::require_order(kind, alpha);
  const Joint joint(distributions, weights);
  return bottleneck::information_of(kind, joint.sums(), alpha);
}

double information_kept(const Rows& items, std::span<const int> labels, int clusters, Information kind,
                        double alpha) {
  bottleneck::require_order(kind, alpha);
  require(items.rows() >= 1, "there are no items");
  const auto distributions = bottleneck::distributions_of(items);
  bottleneck::require_labels_fit(distributions.size(), labels, clusters);
  std::vector<double> sums(static_cast<std::size_t>(distributions.features * clusters), 0.0);
  std::vector<double> sizes(static_cast<std::size_t>(clusters), 0.0);
  for (Index i = 0; i < distributions.size(); ++i) {
    const SparseRow row = distributions.row(i);
    for (std::size_t k = 0; k < row.values.size(); ++k)
      sums[Index{row.columns[k]} * clusters + labels[i]] += row.values[k];
    sizes[labels[i]] += 1;
  }
  return bottleneck::information_of(kind, {sums.data(), distributions.features, clusters, sizes}, alpha);
}

}  // namespace bellwether
