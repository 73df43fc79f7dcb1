#include <bellwether/transforms/bp/frame.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>

namespace bellwether::bp_detail {
namespace {

Dense power(const SymmetricEigen& eigen, const Vector& values) {
  return eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose();
}

}  // namespace

Matrix Frame::inside(const Matrix& x) const {
  return ((x.rowwise() - mean).array().rowwise() / deviation.array()).matrix() * inverse_root;
}

Matrix Frame::outside(const Matrix& u) const {
  return (((u * root).array().rowwise() * deviation.array()).rowwise() + mean.array()).matrix();
}

Dense Frame::covariance_outside(const Dense& covariance) const {
  const Dense scaled = root * covariance * root;
  return deviation.asDiagonal() * scaled * deviation.asDiagonal();
}

Matrix Frame::map_of(const Dense& sigma) const {
  const double unit = deviation.maxCoeff();  // squares of squares would overflow early
  const SymmetricEigen eigen(sigma / (unit * unit));
  Dense map = power(eigen, eigen.eigenvalues().cwiseSqrt().cwiseInverse()) / unit;
  for (const Index f : constant) {
    map.row(f).setZero();
    map.col(f).setZero();
  }
  return map;
}

Frame frame_of(const Matrix& x, double ridge) {
  Frame frame;
  frame.mean = x.colwise().mean();
  Matrix centred = x.rowwise() - frame.mean;
  const auto rows = static_cast<double>(x.rows());
  const Eigen::RowVectorXd largest = centred.cwiseAbs().colwise().maxCoeff();
  frame.deviation.resize(x.cols());
  for (Index f = 0; f < x.cols(); ++f) {  // first the largest, so that squares neither overflow nor vanish
    const bool same = largest[f] <= 0x1p-50 * std::abs(frame.mean[f]);
    if (same) frame.constant.push_back(f);
    frame.deviation[f] =
        same ? 0 : largest[f] * std::sqrt((centred.col(f) / largest[f]).squaredNorm() / rows);
  }
  const auto varying = static_cast<double>(x.cols()) - static_cast<double>(frame.constant.size());
  require(varying > 0, "all {} items are equal: there is nothing to learn from", x.rows());
  for (const Index f : frame.constant) {
    frame.deviation[f] = frame.deviation.sum() / varying;
    centred.col(f).setZero();
  }
  centred = (centred.array().rowwise() / frame.deviation.array()).matrix();
  Dense c = centred.transpose() * centred / rows;
  c.diagonal().array() += ridge;
  const SymmetricEigen eigen(c);
  frame.root = power(eigen, eigen.eigenvalues().cwiseSqrt());
  frame.inverse_root = power(eigen, eigen.eigenvalues().cwiseSqrt().cwiseInverse());
  frame.log_determinant = eigen.eigenvalues().array().log().sum() + 2 * frame.deviation.array().log().sum();
  return frame;
}

}  // namespace bellwether::bp_detail
