#include <bellwether/mixtures/soft.h>

#include <cmath>
#include <limits>

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {

namespace {

/// The item's cluster is known: the others have no chance.
void observe(Matrix& scores, Index i, const SoftLabels& noted, Vector& largest) {
  const int cluster = noted.held[i];
  largest[i] = scores(i, cluster);
  scores.row(i).setConstant(-std::numeric_limits<double>::infinity());
  scores(i, cluster) = largest[i];
  noted.labels[i] = cluster;
}

}  // namespace

void merge(SoftStatistics& into, const SoftStatistics& from) {
  into.sums += from.sums;
  into.counts += from.counts;
  into.sizes += from.sizes;
  into.scatter += from.scatter;
  if (into.moments.size() > 0) into.moments += from.moments;
  into.objective += from.objective;
}

bool is_wanted(double count) {
  return count > std::numeric_limits<double>::min();
}

Vector mixing_weights(const Vector& counts, bool equal) {
  const double items = counts.sum();
  Vector weights = counts.unaryExpr([&](double count) { return is_wanted(count) ? count / items : 0.0; });
  if (equal) weights.setConstant(1.0 / static_cast<double>(counts.size()));
  weights /= weights.sum();
  return weights;
}

double bic(double log_likelihood, double parameters, Index items) {
  return -2 * log_likelihood + parameters * std::log(static_cast<double>(items));
}

double responsibilities(Matrix& scores, const SoftLabels& noted) {
  const Index items = scores.rows(), clusters = scores.cols();
  Vector largest(items), sums(items);
  for (Index i = 0; i < items; ++i) {
    Index best = 0;
    largest[i] = scores.row(i).maxCoeff(&best);
    noted.labels[i] = static_cast<int>(best);
    if (!noted.held.empty() && noted.held[i] != unlabelled) observe(scores, i, noted, largest);
  }
  kernels::exp_rows(scores.data(), largest.data(), items, clusters, sums.data());
  double total = 0;
  for (Index i = 0; i < items; ++i) {
    scores.row(i) *= 1 / sums[i];
    noted.probabilities[i] = scores(i, noted.labels[i]);
    total += largest[i] + std::log(sums[i]);
  }
  return total;
}

void add_products(const SparseRows& rows, const Matrix& by_feature, Eigen::Ref<Matrix> scores) {
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    for (std::size_t j = 0; j < row.values.size(); ++j)
      kernels::add_scaled(scores.row(i).data(), row.values[j], by_feature.row(row.columns[j]).data(),
                          scores.cols());
  }
}

void add_weighted(const SparseRows& rows, std::span<const double> scales, const Eigen::Ref<const Matrix>& r,
                  Matrix& sums) {
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    const double scale = scales.empty() ? 1.0 : scales[i];
    for (std::size_t j = 0; j < row.values.size(); ++j)
      kernels::add_scaled(sums.row(row.columns[j]).data(), scale * row.values[j], r.row(i).data(),
                          sums.cols());
  }
}

}  // namespace bellwether
