#pragma once
// Singular values and right singular vectors of a dense matrix, in one place: LAPACK is quick to call and to
// compile.

#include <bellwether/data/matrix.h>

namespace bellwether {

class SingularValues {
 public:
  explicit SingularValues(Eigen::MatrixXd matrix);

  const Vector& values() const { return values_; }  ///< falling; as many as the smaller side
  const Eigen::MatrixXd& right() const {
    return right_;
  }  ///< V: a column for each, as many rows as `matrix`
     ///< has columns

 private:
  Vector values_ = {};
  Eigen::MatrixXd right_ = {};
};

}  // namespace bellwether
