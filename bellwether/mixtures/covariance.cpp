#include <bellwether/mixtures/covariance.h>

#include <Eigen/Cholesky>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;

Index packed_size(Covariance kind, Index features) {
  if (is_whole(kind)) return features * (features + 1) / 2;
  return kind == Covariance::diagonal ? features : 1;
}

Index packed_rows(Covariance kind, Index clusters) {
  return kind == Covariance::shared ? 1 : clusters;
}

/// Calls visit(p, q, at) for every place of a lower half, row by row.
template <class Visit>
void for_each_pair(Index features, const Visit& visit) {
  Index at = 0;
  for (Index p = 0; p < features; ++p)
    for (Index q = 0; q <= p; ++q) visit(p, q, at++);
}

/// The symmetric matrix of a row.
Dense whole(const Matrix& packed, Index row, Index features) {
  Dense matrix(features, features);
  for_each_pair(features, [&](Index p, Index q, Index at) { matrix(p, q) = matrix(q, p) = packed(row, at); });
  return matrix;
}

void pack(const Dense& matrix, Matrix& packed, Index row) {
  for_each_pair(matrix.rows(), [&](Index p, Index q, Index at) { packed(row, at) = matrix(p, q); });
}

bool is_above(Dense matrix, double floor) {
  matrix.diagonal().array() -= floor;
  return Eigen::LLT<Dense>(matrix).info() == Eigen::Success;
}

Dense raised(const Dense& matrix, double floor) {
  const SymmetricEigen eigen(matrix);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(floor).asDiagonal() *
         eigen.eigenvectors().transpose();
}

/// L of a packed root, its diagonal as it is.
Dense lower_of(const Matrix& roots, Index row, Index features) {
  Dense lower = Dense::Zero(features, features);
  for_each_pair(features, [&](Index p, Index q, Index at) {
    lower(p, q) = p == q ? 1 / roots(row, at) : roots(row, at);
  });
  return lower;
}

/// tr Sigma^-1 = ||L^-1||^2.
double inverse_trace(Covariance kind, const Matrix& roots, Index row, Index features) {
  if (!is_whole(kind))
    return roots.row(row).squaredNorm() * static_cast<double>(features) / static_cast<double>(roots.cols());
  const Dense lower = lower_of(roots, row, features);
  return lower.triangularView<Eigen::Lower>().solve(Dense::Identity(features, features)).squaredNorm();
}

}  // namespace

double free_covariances(Covariance kind, Index clusters, Index features) {
  return static_cast<double>(packed_rows(kind, clusters) * packed_size(kind, features));
}

Matrix unit_covariances(Covariance kind, Index clusters, Index features) {
  Matrix unit = Matrix::Ones(packed_rows(kind, clusters), packed_size(kind, features));
  if (is_whole(kind))
    for_each_pair(features,
                  [&](Index p, Index q, Index at) { unit.col(at).setConstant(p == q ? 1.0 : 0.0); });
  return unit;
}

Matrix rescaled(Covariance kind, Matrix covariances, const Vector& scales) {
  if (kind == Covariance::round) return covariances * (scales[0] * scales[0]);
  if (kind == Covariance::diagonal) return covariances * scales.cwiseAbs2().asDiagonal();
  for_each_pair(scales.size(),
                [&](Index p, Index q, Index at) { covariances.col(at) *= scales[p] * scales[q]; });
  return covariances;
}

Matrix unpacked_covariances(Covariance kind, const Matrix& covariances, Index features) {
  if (!is_whole(kind)) return covariances;
  Matrix table(covariances.rows() * features, features);
  for (Index k = 0; k < covariances.rows(); ++k)
    table.middleRows(k * features, features) = whole(covariances, k, features);
  return table;
}

Matrix packed_covariances(Covariance kind, const Matrix& table, Index features) {
  if (!is_whole(kind)) return table;
  Matrix packed(table.rows() / features, packed_size(kind, features));
  for (Index k = 0; k < packed.rows(); ++k) {
    const auto matrix = table.middleRows(k * features, features);
    require(matrix == matrix.transpose(), "the covariance of cluster {} is not symmetric", k);
    pack(matrix, packed, k);
  }
  return packed;
}

void raise_to_floor(Covariance kind, Matrix& covariances, Index features, double floor) {
  if (!is_whole(kind)) {
    covariances = covariances.cwiseMax(floor);
    return;
  }
  for (Index k = 0; k < covariances.rows(); ++k) {
    const Dense matrix = whole(covariances, k, features);
    if (!is_above(matrix, floor)) pack(raised(matrix, floor), covariances, k);
  }
}

CovarianceFactors factors_of(Covariance kind, const Matrix& covariances, Index features) {
  const Index rows = covariances.rows();
  CovarianceFactors factors{covariances, Vector::Zero(rows)};
  const auto require_positive = [](bool positive, Index k) {
    require(positive, "the covariance of cluster {} is not positive definite", k);
  };
  for (Index k = 0; k < rows; ++k) {
    if (is_whole(kind)) {
      const Eigen::LLT<Dense> cholesky(whole(covariances, k, features));
      require_positive(cholesky.info() == Eigen::Success, k);
      Dense lower = cholesky.matrixL();
      lower.diagonal() = lower.diagonal().cwiseInverse();
      pack(lower, factors.roots, k);
      factors.log_determinants[k] = -2 * lower.diagonal().array().log().sum();
    } else {
      require_positive(covariances.row(k).minCoeff() > 0, k);
      factors.roots.row(k) = covariances.row(k).cwiseSqrt().cwiseInverse();
      factors.log_determinants[k] = covariances.row(k).array().log().sum() * static_cast<double>(features) /
                                    static_cast<double>(covariances.cols());
    }
  }
  return factors;
}

double log_prior(Covariance kind, const CovarianceFactors& factors, Index features) {
  double total = 0;
  for (Index k = 0; k < factors.roots.rows(); ++k)
    total -= 0.5 * (factors.log_determinants[k] + inverse_trace(kind, factors.roots, k, features) -
                    static_cast<double>(features));
  return total;
}

}  // namespace bellwether
