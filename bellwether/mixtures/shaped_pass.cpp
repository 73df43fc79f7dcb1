#include <bellwether/mixtures/shaped_pass.h>

namespace bellwether {
namespace {

constexpr Index strip_of_products = 192;  ///< how many products of features are summed at once

/// L of a packed root, its diagonal as it is.
Matrix whole_root(const Matrix& roots, Index features) {
  Matrix lower = Matrix::Zero(features, features);
  const double* at = roots.data();
  for (Index p = 0; p < features; ++p)
    for (Index q = 0; q <= p; ++q, ++at) lower(p, q) = p == q ? 1 / *at : *at;
  return lower;
}

}  // namespace

ShapedPass::ShapedPass(const ShapedModel& model)
    : model_(model),
      offsets_(model.weights.array().log()),
      distances_(model.means.rows(), soft_block),
      room_(static_cast<std::size_t>(model.means.cols() * kernels::strip)) {
  for (Index k = 0; k < offsets_.size(); ++k)
    offsets_[k] -= 0.5 * model.factors.log_determinants[model.shape_of(k)];
  if (model.kind == Covariance::round) scales_ = model.factors.roots.replicate(1, model.means.cols());
  if (model.kind == Covariance::diagonal) scales_ = model.factors.roots;
  if (model.kind == Covariance::shared) whiten_means();
}

/// With one covariance for all, items and means are whitened once, and distances are plain ones.
void ShapedPass::whiten_means() {
  root_ = whole_root(model_.factors.roots, model_.means.cols());
  whitened_means_ = root_.triangularView<Eigen::Lower>().solve(model_.means.transpose()).transpose();
  scales_ = Matrix::Ones(model_.means.rows(), model_.means.cols());
}

void ShapedPass::measure() {
  const bool shared = model_.kind == Covariance::shared;
  if (shared) whitened_ = root_.triangularView<Eigen::Lower>().solve(columns_.padded());
  const Matrix& block = shared ? whitened_ : columns_.padded();
  const Matrix& means = shared ? whitened_means_ : model_.means;
  for (Index k = 0; k < means.rows(); ++k) {
    const double* mean = means.row(k).data();
    double* out = distances_.row(k).data();
    if (model_.kind == Covariance::full)
      kernels::whitened_distances(block.data(), ItemColumns::stride, block.rows(), columns_.items(), mean,
                                  model_.factors.roots.row(k).data(), room_.data(), out);
    else
      kernels::scaled_distances(block.data(), ItemColumns::stride, block.rows(), columns_.items(), mean,
                                scales_.row(k).data(), out);
  }
}

void ShapedPass::add_block(SoftStatistics& s) {
  const auto x = columns_.values();
  s.sums.noalias() += x * scores_;
  if (model_.kind == Covariance::shared) return;  // what all items give together does not change
  if (s.moments.size() == 0) s.moments = Matrix::Zero(model_.covariances.cols(), scores_.cols());
  if (model_.kind == Covariance::round) add_distances(s.moments);
  if (model_.kind == Covariance::diagonal) s.moments.noalias() += x.cwiseAbs2() * scores_;
  if (model_.kind == Covariance::full) add_products(s.moments);
}

void ShapedPass::add_distances(Matrix& moments) const {
  for (Index k = 0; k < scores_.cols(); ++k)
    moments(0, k) +=
        model_.covariances(k, 0) * distances_.row(k).head(scores_.rows()).dot(scores_.col(k).transpose());
}

/// The products of features make a tall matrix, and one product of matrices the sums of all clusters.
void ShapedPass::add_products(Matrix& moments) {
  const auto x = columns_.values();
  Index begin = 0, count = 0;
  products_.resize(strip_of_products, x.cols());
  const auto flush = [&] {
    moments.middleRows(begin, count).noalias() += products_.topRows(count) * scores_;
    begin += count;
    count = 0;
  };
  for (Index p = 0; p < x.rows(); ++p)
    for (Index q = 0; q <= p; ++q) {
      products_.row(count++) = x.row(p).cwiseProduct(x.row(q));
      if (count == strip_of_products) flush();
    }
  flush();
}

}  // namespace bellwether
