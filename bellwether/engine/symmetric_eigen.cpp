#include <bellwether/engine/symmetric_eigen.h>

#include <Eigen/Eigenvalues>

namespace bellwether {

SymmetricEigen::SymmetricEigen(const Eigen::MatrixXd& matrix, Want want) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      matrix, want == Want::both ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  values_ = solver.eigenvalues();
  if (want == Want::both) vectors_ = solver.eigenvectors();
}

}  // namespace bellwether
