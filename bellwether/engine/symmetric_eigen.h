#pragma once
// Eigenvalues and eigenvectors of a symmetric matrix, of which the lower half is looked at; by LAPACK, which
// is quick to call and to compile.

#include <bellwether/data/matrix.h>

namespace bellwether {

class SymmetricEigen {
 public:
  enum class Want { both, values };
  explicit SymmetricEigen(const Eigen::MatrixXd& matrix, Want want = Want::both);

  const Vector& eigenvalues() const { return values_; }             ///< rising
  const Eigen::MatrixXd& eigenvectors() const { return vectors_; }  ///< a column for each

 private:
  Vector values_ = {};
  Eigen::MatrixXd vectors_ = {};
};

/// The symmetric matrix whose square is `matrix`; negative eigenvalues, which rounding gives, count as 0.
Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& matrix);

}  // namespace bellwether
