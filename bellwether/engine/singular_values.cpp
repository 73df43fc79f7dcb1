#include <bellwether/engine/singular_values.h>

#include <algorithm>
#include <vector>

#include <bellwether/data/error.h>

extern "C" void dgesvd_(const char* left, const char* right, const int* rows, const int* columns,
                        double* matrix, const int* stride, double* values, double* u, const int* u_stride,
                        double* vt, const int* vt_stride, double* work, const int* work_size, int* info);

namespace bellwether {

SingularValues::SingularValues(Eigen::MatrixXd matrix) {
  const auto rows = static_cast<int>(matrix.rows()), columns = static_cast<int>(matrix.cols());
  const int smaller = std::min(rows, columns);
  values_ = Vector::Zero(smaller);
  Eigen::MatrixXd transposed = Eigen::MatrixXd::Zero(smaller, columns);
  right_ = transposed.transpose();
  if (smaller == 0) return;
  double nothing = 0, size = 0;
  const int one = 1, ask = -1;
  int info = 0;
  const auto call = [&](double* work, const int* work_size) {
    dgesvd_("N", "S", &rows, &columns, matrix.data(), &rows, values_.data(), &nothing, &one,
            transposed.data(), &smaller, work, work_size, &info);
  };
  call(&size, &ask);
  std::vector<double> work(static_cast<std::size_t>(size));
  const auto work_size = static_cast<int>(work.size());
  call(work.data(), &work_size);
  require(info == 0, "the singular values of a {} x {} matrix did not converge", rows, columns);
  right_ = transposed.transpose();
}

}  // namespace bellwether
