#include <bellwether/engine/symmetric_eigen.h>

#include <vector>

#include <bellwether/data/error.h>

extern "C" void dsyevd_(const char* job, const char* half, const int* rows, double* matrix, const int* stride,
                        double* values, double* work, const int* work_size, int* whole_work,
                        const int* whole_work_size, int* info);

namespace bellwether {

SymmetricEigen::SymmetricEigen(const Eigen::MatrixXd& matrix, Want want) {
  const auto rows = static_cast<int>(matrix.rows());
  values_ = Vector::Zero(rows);
  vectors_ = matrix;
  if (rows == 0) return;
  require(matrix.allFinite(), "a matrix of {} rows has values that are not finite", rows);
  const char* job = want == Want::both ? "V" : "N";
  double size = 0;
  int whole_size = 0, info = 0;
  const int ask = -1;
  const auto call = [&](double* work, const int* work_size, int* whole, const int* whole_work_size) {
    dsyevd_(job, "L", &rows, vectors_.data(), &rows, values_.data(), work, work_size, whole, whole_work_size,
            &info);
  };
  call(&size, &ask, &whole_size, &ask);
  std::vector<double> work(static_cast<std::size_t>(size));
  std::vector<int> whole(static_cast<std::size_t>(whole_size));
  const auto work_size = static_cast<int>(work.size());
  call(work.data(), &work_size, whole.data(), &whole_size);
  require(info == 0, "the eigenvalues of a matrix of {} rows did not converge", rows);
  if (want == Want::values) vectors_.resize(0, 0);
}

Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& matrix) {
  const SymmetricEigen eigen(matrix);
  const Eigen::MatrixXd root = eigen.eigenvectors() *
                               eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
                               eigen.eigenvectors().transpose();
  return 0.5 * (root + root.transpose());
}

}  // namespace bellwether
