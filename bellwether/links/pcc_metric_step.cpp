#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/links/pcc_metric_step.h>

#include <Eigen/Cholesky>
namespace bellwether::pcc_parts {
namespace {

/// Visits the broken links as terms of S:  term(cluster, weight, i, j)  stands for  S_h += weight d d'.
template <class Term>
void for_each_term(const Evidence& e, const ClusterMetrics& metrics, const PccOptions& options,
                   const Term& term) {
  if (options.penalties == Penalties::constant) return;
  for (const std::size_t link : e.broken.links) {
    const auto [i, j] = e.graph.links[link];
    if (e.graph.must(link)) {
      const double half = 0.5 * options.must_weight * e.graph.weights[link];
      term(e.labels[i], half, i, j);
      term(e.labels[j], half, i, j);
    } else {
      const double weight = options.cannot_weight * e.graph.weights[link];
      term(e.labels[i], -weight, i, j);
      const FarPair& far = e.far[metrics.of(e.labels[i])];
      term(e.labels[i], weight, far.first, far.second);
    }
  }
}

Eigen::RowVectorXd difference(const Rows& items, Index i, Index j) {
  return (dense_row(items, i) - dense_row(items, j)).transpose();
}

/// How many items each metric has.
Vector metric_counts(const Moments& moments, bool own) {
  return own ? moments.counts : Vector::Constant(1, moments.counts.sum());
}

/// 1/a_p = max(S_p / n, floor) feature by feature.
ClusterMetrics best_weights(const Evidence& e, const ClusterMetrics& before, const PccOptions& options,
                            double floor, int refilled, int from) {
  const bool own = options.scope == MetricScope::own;
  const auto& m = e.moments;
  Matrix spread = Matrix::Zero(own ? m.counts.size() : 1, m.sums.cols());
  for (Index h = 0; h < m.counts.size(); ++h)
    if (m.counts[h] > 0)
      spread.row(own ? h : 0) += m.squares.row(h) - m.sums.row(h).cwiseAbs2() / m.counts[h];
  for_each_term(e, before, options, [&](int cluster, double weight, Index i, Index j) {
    spread.row(own ? cluster : 0) += weight * difference(e.items, i, j).cwiseAbs2();
  });

  const Vector counts = metric_counts(m, own);
  Matrix weights(spread.rows(), spread.cols());
  for (Index r = 0; r < weights.rows(); ++r)
    weights.row(r) = counts[r] > 0 ? (spread.row(r) / counts[r]).cwiseMax(floor).cwiseInverse().eval()
                                   : before.weights().row(before.of(r)).eval();
  if (own && refilled >= 0) weights.row(refilled) = weights.row(from);
  return ClusterMetrics::diagonal(std::move(weights));
}

/// The inverse of a symmetric matrix whose eigenvalues below the floor count as the floor.
Matrix clipped_inverse(const Eigen::MatrixXd& matrix, double floor) {
  const Index size = matrix.rows();
  const auto identity = Eigen::MatrixXd::Identity(size, size);
  Eigen::MatrixXd inverse;
  // Cheaper than eigenvalues by an order of magnitude: are they all above the floor?
  if (Eigen::LLT<Eigen::MatrixXd>(matrix - floor * identity).info() == Eigen::Success) {
    inverse = Eigen::LLT<Eigen::MatrixXd>(matrix).solve(identity);
  } else {
    const SymmetricEigen eigen(matrix);
    inverse = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(floor).cwiseInverse().asDiagonal() *
              eigen.eigenvectors().transpose();
  }
  return 0.5 * (inverse + inverse.transpose());
}

ClusterMetrics best_matrices(const Evidence& e, const ClusterMetrics& before, const PccOptions& options,
                             double floor, int refilled, int from) {
  const bool own = options.scope == MetricScope::own;
  const auto& m = e.moments;
  const Index features = m.sums.cols();
  Matrix spread = m.scatter;
  const auto table = [&](Matrix& all, Index cluster) {
    return all.middleRows((own ? cluster : 0) * features, features);
  };
  for (Index h = 0; h < m.counts.size(); ++h)
    if (m.counts[h] > 0)
      table(spread, h).noalias() -= m.sums.row(h).transpose() * (m.sums.row(h) / m.counts[h]);
  for_each_term(e, before, options, [&](int cluster, double weight, Index i, Index j) {
    const Eigen::RowVectorXd d = difference(e.items, i, j);
    table(spread, cluster).noalias() += d.transpose() * (weight * d);
  });

  const Vector counts = metric_counts(m, own);
  Matrix matrices = before.matrices();
  for (Index r = 0; r < counts.size(); ++r)
    if (counts[r] > 0) table(matrices, r) = clipped_inverse(table(spread, r) / counts[r], floor);
  if (own && refilled >= 0) table(matrices, refilled) = table(matrices, from).eval();
  return ClusterMetrics::full(std::move(matrices));
}

}  // namespace

ClusterMetrics best_metrics(const Evidence& evidence, const ClusterMetrics& before, const PccOptions& options,
                            double floor, int refilled, int from) {
  return options.metric == Metric::full ? best_matrices(evidence, before, options, floor, refilled, from)
                                        : best_weights(evidence, before, options, floor, refilled, from);
}

}  // namespace bellwether::pcc_parts
