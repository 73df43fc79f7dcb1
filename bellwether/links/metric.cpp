#include <bellwether/links/metric.h>

#include <Eigen/Cholesky>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {
namespace {

/// A block of pairs whose differences are worked on at once. The blocks are the same however many threads
/// there are.
constexpr Index pair_block = 256;

/// visit(column, difference) for every column where one of two sparse rows has a value.
template <class Visit>
void for_each_difference(const SparseRow& a, const SparseRow& b, const Visit& visit) {
  std::size_t i = 0, j = 0;
  while (i < a.values.size() || j < b.values.size()) {
    const bool from_a = j == b.values.size() || (i < a.values.size() && a.columns[i] <= b.columns[j]);
    const bool from_b = i == a.values.size() || (j < b.values.size() && b.columns[j] <= a.columns[i]);
    const auto column = from_a ? a.columns[i] : b.columns[j];
    const double left = from_a ? a.values[i++] : 0.0;
    const double right = from_b ? b.values[j++] : 0.0;
    visit(column, left - right);
  }
}

void weighted_lengths(const DenseRows& rows, std::span<const std::pair<Index, Index>> pairs,
                      const ClusterMetrics& metrics, Eigen::Ref<Matrix> out) {
  const auto items = rows.matrix();
  Matrix differences(std::ssize(pairs), rows.columns);
  for (Index p = 0; p < differences.rows(); ++p)
    differences.row(p) = items.row(pairs[p].first) - items.row(pairs[p].second);
  if (metrics.is_full()) {
    for (Index m = 0; m < metrics.count(); ++m)
      out.col(m) = (differences * metrics.factor(m)).rowwise().squaredNorm();
  } else {
    out.noalias() = differences.cwiseAbs2() * metrics.weights().transpose();
  }
}

void weighted_lengths(const SparseRows& rows, std::span<const std::pair<Index, Index>> pairs,
                      const ClusterMetrics& metrics, Eigen::Ref<Matrix> out) {
  const Matrix by_feature = metrics.weights().transpose();
  out.setZero();
  for (Index p = 0; p < out.rows(); ++p)
    for_each_difference(rows.row(pairs[p].first), rows.row(pairs[p].second),
                        [&](Index column, double difference) {
                          kernels::add_scaled(out.row(p).data(), difference * difference,
                                              by_feature.row(column).data(), out.cols());
                        });
}

}  // namespace

ClusterMetrics ClusterMetrics::identity(Index features) {
  ClusterMetrics made;
  made.weights_ = Matrix::Ones(1, features);
  made.log_determinants_ = Vector::Zero(1);
  return made;
}

ClusterMetrics ClusterMetrics::diagonal(Matrix weights) {
  ClusterMetrics made;
  made.weights_ = std::move(weights);
  made.log_determinants_ = made.weights_.array().log().rowwise().sum();
  return made;
}

ClusterMetrics ClusterMetrics::full(Matrix matrices) {
  ClusterMetrics made;
  made.matrices_ = std::move(matrices);
  const Index features = made.matrices_.cols();
  made.log_determinants_.resize(made.matrices_.rows() / features);
  for (Index m = 0; m < made.count(); ++m) {
    const Eigen::LLT<Eigen::MatrixXd> cholesky(made.matrices_.middleRows(m * features, features));
    require(cholesky.info() == Eigen::Success, "metric {} is not positive definite", m);
    made.factors_.emplace_back(cholesky.matrixL());
    made.log_determinants_[m] = 2 * made.factors_.back().diagonal().array().log().sum();
  }
  return made;
}

double ClusterMetrics::squared_length(const Eigen::RowVectorXd& d, Index metric) const {
  return is_full() ? (d * factor(metric)).squaredNorm() : d.cwiseAbs2().dot(weights_.row(metric));
}

Matrix ClusterMetrics::squared_distances(const Rows& items,
                                         const std::vector<std::pair<Index, Index>>& pairs) const {
  Matrix lengths(std::ssize(pairs), count());
  items.visit([&](const auto& rows) {
    for (Index begin = 0; begin < lengths.rows(); begin += pair_block) {
      const Index size = std::min(pair_block, lengths.rows() - begin);
      const auto some =
          std::span(pairs).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
      weighted_lengths(rows, some, *this, lengths.middleRows(begin, size));
    }
  });
  return lengths;
}

MetricCentres::MetricCentres(const Matrix& means, const ClusterMetrics& metrics, const Vector& shift)
    : means_(means), metrics_(metrics), shift_(shift) {
  const Index clusters = means.rows();
  const bool own = metrics.count() > 1;
  if (metrics.is_full() && own) return;  // each cluster's distances are found in its own space

  Matrix around = means;
  if (shift.size() > 0) around.rowwise() -= shift.transpose();
  Matrix weighted(clusters, means.cols());
  for (Index h = 0; h < clusters; ++h)
    if (!metrics.is_full())
      weighted.row(h) = around.row(h).cwiseProduct(metrics.weights().row(metrics.of(h)));
  if (metrics.is_full()) weighted = (around * metrics.factor(0)) * metrics.factor(0).transpose();

  linear_ = -2 * weighted.transpose();
  offsets_ = weighted.cwiseProduct(around).rowwise().sum();
  for (Index h = 0; h < clusters; ++h) offsets_[h] -= metrics.log_determinant(metrics.of(h));
  if (own) quadratic_ = metrics.weights().transpose();
}

void MetricCentres::scores_by_own_factors(const DenseRows& rows, Eigen::Ref<Matrix> out) const {
  for (Index h = 0; h < means_.rows(); ++h) {
    const Matrix around = rows.matrix().rowwise() - means_.row(h);
    out.col(h) = (around * metrics_.factor(h)).rowwise().squaredNorm().array() - metrics_.log_determinant(h);
  }
}

void MetricCentres::scores(const DenseRows& rows, Eigen::Ref<Matrix> out) const {
  if (linear_.size() == 0) return scores_by_own_factors(rows, out);
  const Matrix around = rows.matrix().rowwise() - shift_.transpose();
  out.noalias() = around * linear_;
  if (quadratic_.size() > 0) out.noalias() += around.cwiseAbs2() * quadratic_;
  out.rowwise() += offsets_.transpose();
}

void MetricCentres::scores(const SparseRows& rows, Eigen::Ref<Matrix> out) const {
  for (Index i = 0; i < rows.rows; ++i) {
    double* scores = out.row(i).data();
    out.row(i) = offsets_.transpose();
    const SparseRow row = rows.row(i);
    for (std::size_t j = 0; j < row.values.size(); ++j) {
      const double x = row.values[j];
      kernels::add_scaled(scores, x, linear_.row(row.columns[j]).data(), out.cols());
      if (quadratic_.size() > 0)
        kernels::add_scaled(scores, x * x, quadratic_.row(row.columns[j]).data(), out.cols());
    }
  }
}

}  // namespace bellwether
