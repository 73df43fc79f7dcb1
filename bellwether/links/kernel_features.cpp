#include <bellwether/links/kernel_features.h>

#include <algorithm>
#include <cmath>

#include <bellwether/engine/overloaded.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/mixtures/soft.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

/// Eigenvalues below this share of the largest are rounding.
constexpr double least_share = 1e-8;

/// ||x - l||^2 from x . l and both squared lengths, never below 0.
void to_squared_distances(Matrix& products, const Vector& rows, const Vector& landmarks) {
  products *= -2;
  products.colwise() += rows;
  products.rowwise() += landmarks.transpose();
  products = products.cwiseMax(0.0);
}

Vector squared_lengths(const SparseRows& rows) {
  Vector lengths(rows.rows);
  for (Index i = 0; i < rows.rows; ++i) {
    lengths[i] = 0;
    for (const double value : rows.row(i).values) lengths[i] += value * value;
  }
  return lengths;
}

/// Of landmarks that differ; 1 if all are alike.
double median_squared_distance(const Matrix& landmarks) {
  std::vector<double> distances;
  for (Index a = 0; a < landmarks.rows(); ++a)
    for (Index b = 0; b < a; ++b) {
      const double distance = (landmarks.row(a) - landmarks.row(b)).squaredNorm();
      if (distance > 0) distances.push_back(distance);
    }
  if (distances.empty()) return 1;
  const auto middle = distances.begin() + std::ssize(distances) / 2;
  std::ranges::nth_element(distances, middle);
  return *middle;
}

}  // namespace

Kernel kernel_at(const Rows& items, const std::vector<Index>& landmarks, double width) {
  Kernel kernel{Matrix(static_cast<Index>(landmarks.size()), items.columns())};
  for (Index l = 0; l < kernel.landmarks.rows(); ++l)
    kernel.landmarks.row(l) = dense_row(items, landmarks[static_cast<std::size_t>(l)]).transpose();
  kernel.width = width * median_squared_distance(kernel.landmarks);
  return kernel;
}

KernelPass::KernelPass(const Kernel& kernel)
    : width_(kernel.width),
      centre_(kernel.landmarks.colwise().mean().transpose()),
      centred_((kernel.landmarks.rowwise() - centre_.transpose()).transpose()),
      as_is_(kernel.landmarks.transpose()),
      norms_(centred_.colwise().squaredNorm().transpose()),
      norms_as_is_(as_is_.colwise().squaredNorm().transpose()) {}

Matrix KernelPass::operator()(const Rows& items) const {
  Matrix kernels;
  items.visit(Overloaded{[&](const DenseRows& rows) {
                           const Matrix centred = rows.matrix().rowwise() - centre_.transpose();
                           kernels.noalias() = centred * centred_;
                           to_squared_distances(kernels, centred.rowwise().squaredNorm(), norms_);
                         },
                         [&](const SparseRows& rows) {
                           kernels = Matrix::Zero(rows.rows, as_is_.cols());
                           add_products(rows, as_is_, kernels);
                           to_squared_distances(kernels, squared_lengths(rows), norms_as_is_);
                         }});
  return (kernels.array() / -width_).exp();
}

Matrix kernel_root(const Kernel& kernel) {
  const Matrix between = KernelPass(kernel)(kernel.landmarks);
  const SymmetricEigen eigen(between);
  const Vector& values = eigen.eigenvalues();
  const double least = least_share * values[values.size() - 1];
  const Index rank = static_cast<Index>(std::ranges::count_if(values, [&](double v) { return v > least; }));
  return eigen.eigenvectors().rightCols(rank) * values.tail(rank).array().rsqrt().matrix().asDiagonal();
}

}  // namespace bellwether
