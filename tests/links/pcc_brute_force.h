#pragma once
// PCC from its definition, slowly.

#include <limits>
#include <map>
#include <vector>

#include <Eigen/Dense>

#include <bellwether/links/pcc.h>

namespace bellwether::brute_force {

/// Labels, means and metrics as full matrices, one for each cluster.
struct PccState {
  std::vector<int> labels;
  Matrix means;
  std::vector<Eigen::MatrixXd> metrics;
};

inline double quadratic(const Eigen::MatrixXd& metric, const Vector& d) {
  return d.dot(metric * d);
}

inline double farthest(const Matrix& items, const Eigen::MatrixXd& metric) {
  double best = 0;
  for (Index i = 0; i < items.rows(); ++i)
    for (Index j = 0; j < i; ++j) best = std::max(best, quadratic(metric, items.row(i) - items.row(j)));
  return best;
}

/// Every link with its largest weight.
inline std::map<Link, double> once(const std::vector<Link>& links, const std::vector<double>& weights) {
  std::map<Link, double> distinct;
  for (std::size_t l = 0; l < links.size(); ++l) {
    const auto [a, b] = links[l];
    if (a == b) continue;
    double& weight = distinct[{std::min(a, b), std::max(a, b)}];
    weight = std::max(weight, weights.empty() ? 1.0 : weights[l]);
  }
  return distinct;
}

/// J with the farthest squared distance of each cluster given; a broken link costs as the options say.
inline double pcc_objective(const Matrix& items, const Knowledge& knowledge, const PccOptions& options,
                            const PccState& s, const std::vector<double>& far) {
  const auto metric_of = [&](Index i) -> const Eigen::MatrixXd& { return s.metrics[s.labels[i]]; };
  const bool scaled = options.penalties == Penalties::scaled;
  double total = 0;
  for (Index i = 0; i < items.rows(); ++i) {
    total += quadratic(metric_of(i), items.row(i) - s.means.row(s.labels[i]));
    total -= std::log(metric_of(i).determinant());
  }
  for (const auto& [link, weight] : once(knowledge.must_link, knowledge.must_weights)) {
    const auto [i, j] = link;
    const Vector d = items.row(i) - items.row(j);
    if (s.labels[i] != s.labels[j])
      total += options.must_weight * weight *
               (scaled ? 0.5 * quadratic(metric_of(i), d) + 0.5 * quadratic(metric_of(j), d) : 1);
  }
  for (const auto& [link, weight] : once(knowledge.cannot_link, knowledge.cannot_weights)) {
    const auto [i, j] = link;
    const Vector d = items.row(i) - items.row(j);
    if (s.labels[i] == s.labels[j])
      total += options.cannot_weight * weight * (scaled ? far[s.labels[i]] - quadratic(metric_of(i), d) : 1);
  }
  return total;
}

inline std::vector<double> farthest_of_clusters(const Matrix& items, const PccState& s) {
  std::vector<double> far;
  for (const auto& metric : s.metrics) far.push_back(farthest(items, metric));
  return far;
}

/// The metrics of a model, one matrix for each cluster.
inline std::vector<Eigen::MatrixXd> matrices_of(const Matrix& weights, const Matrix& matrices,
                                                Index clusters) {
  std::vector<Eigen::MatrixXd> all;
  for (Index h = 0; h < clusters; ++h) {
    if (matrices.size() > 0) {
      const Index size = matrices.cols();
      all.emplace_back(matrices.middleRows(matrices.rows() == size ? 0 : h * size, size));
    } else {
      all.emplace_back(weights.row(weights.rows() == 1 ? 0 : h).asDiagonal());
    }
  }
  return all;
}

inline PccState state_of(const PccResult& result) {
  return {result.labels, result.model.means,
          matrices_of(result.model.weights, result.model.matrices, result.clusters)};
}

}  // namespace bellwether::brute_force
