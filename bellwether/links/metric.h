#pragma once
// Metrics of clusters: squared lengths ||d||^2_A = d' A d, where A is the identity, a diagonal or a full
// matrix, one for each cluster or one for all.

#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/options.h>

namespace bellwether {

enum class Metric { none, diagonal, full };
inline const Choices<Metric> metric_names{
    {"none", Metric::none}, {"diagonal", Metric::diagonal}, {"full", Metric::full}};

enum class MetricScope { own, shared };
inline const Choices<MetricScope> metric_scope_names{{"own", MetricScope::own},
                                                     {"shared", MetricScope::shared}};

/// A table of 1 or as many metrics as there are clusters.
class ClusterMetrics {
 public:
  /// Euclid's, of every cluster.
  static ClusterMetrics identity(Index features);
  /// One row of positive weights for each metric.
  static ClusterMetrics diagonal(Matrix weights);
  /// Positive definite matrices, features x features each, one below the other.
  static ClusterMetrics full(Matrix matrices);

  Index count() const { return log_determinants_.size(); }
  Index features() const { return is_full() ? matrices_.cols() : weights_.cols(); }
  bool is_full() const { return matrices_.size() > 0; }
  /// Which metric of the table is a cluster's.
  Index of(Index cluster) const { return count() == 1 ? 0 : cluster; }
  double log_determinant(Index metric) const { return log_determinants_[metric]; }
  const Matrix& weights() const { return weights_; }
  const Matrix& matrices() const { return matrices_; }
  /// L of A = L L': ||d||_A is the plain length of the row d L.
  const Matrix& factor(Index metric) const { return factors_[static_cast<std::size_t>(metric)]; }

  double squared_length(const Eigen::RowVectorXd& d, Index metric) const;

  /// out(p, metric) = ||x_i - x_j||^2_A for each pair (i, j).
  Matrix squared_distances(const Rows& items, const std::vector<std::pair<Index, Index>>& pairs) const;

 private:
  Matrix weights_ = {}, matrices_ = {};
  std::vector<Matrix> factors_ = {};
  Vector log_determinants_ = {};
};

/// Means with metrics, laid out so that the scores of many items are a few matrix products.
class MetricCentres {
 public:
  /// `shift` is a point amid the items, or empty (sparse items): nothing is lost to cancellation when the
  /// items lie far from the origin.
  MetricCentres(const Matrix& means, const ClusterMetrics& metrics, const Vector& shift);

  /// out(i, h) = ||x_i - mu_h||^2_{A_h} - log det A_h, less something that is the same for every h.
  void scores(const DenseRows& rows, Eigen::Ref<Matrix> out) const;
  void scores(const SparseRows& rows, Eigen::Ref<Matrix> out) const;

 private:
  void scores_by_own_factors(const DenseRows& rows, Eigen::Ref<Matrix> out) const;

  const Matrix& means_;
  const ClusterMetrics& metrics_;
  const Vector& shift_;
  Matrix linear_ = {};     ///< features x clusters: -2 A_h mu_h
  Matrix quadratic_ = {};  ///< features x clusters: the weights; empty if all clusters have the same
  Vector offsets_ = {};    ///< ||mu_h||^2_{A_h} - log det A_h
};

}  // namespace bellwether
