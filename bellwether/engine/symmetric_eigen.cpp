#include <bellwether/engine/symmetric_eigen.h>

#include <Eigen/Eigenvalues>

namespace bellwether {

SymmetricEigen::SymmetricEigen(const Eigen::MatrixXd& matrix, Want want) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      matrix, want == Want::both ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  values_ = solver.eigenvalues();
  if (want == Want::both) vectors_ = solver.eigenvectors();
}

Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& matrix) {
  const SymmetricEigen eigen(matrix);
  const Eigen::MatrixXd root = eigen.eigenvectors() *
                               eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
                               eigen.eigenvectors().transpose();
  return 0.5 * (root + root.transpose());
}

}  // namespace bellwether
