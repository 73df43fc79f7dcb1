#include <bellwether/features/svd/orthonormal.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <cmath>
#include <vector>

namespace bellwether::svd {
namespace {

constexpr double harmless = 0.5, hopeless = 1e-3;

/// block -= basis coefficients
void subtract(View block, const ConstView& basis, const Matrix& coefficients) {
  for_each_piece(block.rows(), [&](int, Index begin, Index count) {
    block.middleRows(begin, count).noalias() -= basis.middleRows(begin, count) * coefficients;
  });
}

/// Block = Q L' by the Cholesky factor of its columns' inner products. Returns the least share of its length
/// that a column keeps when those before it are taken out. The digits of Q are those of the square of that;
/// below `hopeless` nothing is changed.
double cholesky_step(View block, const Matrix& products) {
  const Vector lengths = products.diagonal().cwiseSqrt();
  if (!(lengths.minCoeff() > 0) || !lengths.allFinite()) return 0;
  const Vector scale = lengths.cwiseInverse();
  const Matrix scaled = scale.asDiagonal() * products * scale.asDiagonal();
  const Eigen::LLT<Matrix> factor(scaled);
  if (factor.info() != Eigen::Success) return 0;
  const double least = Vector(factor.matrixLLT().diagonal()).minCoeff();
  if (!(least >= hopeless)) return 0;
  const Matrix identity = Matrix::Identity(block.cols(), block.cols());
  multiply(block, scale.asDiagonal() * Matrix(factor.matrixU().solve(identity)));
  return least;
}

/// One column after the other, each as often as it still loses half of its length (twice is enough unless
/// nothing is left), and from a random one if it is gone.
void one_by_one(View block, const ConstView& basis, Random& random) {
  for (Index column = 0; column < block.cols(); ++column) {
    Matrix v = block.col(column);
    for (int attempt = 1;; ++attempt) {
      const double before = v.norm();
      if (!(before > 0) || !std::isfinite(before) || attempt % 5 == 0) {
        fill_randomly(v, random);
        continue;
      }
      v /= before;
      if (basis.cols() > 0) subtract(v, basis, inner(basis, v));
      if (column > 0) subtract(v, block.leftCols(column), inner(block.leftCols(column), v));
      const double after = v.norm();
      if (after <= 0.5) continue;
      block.col(column) = v / after;
      break;
    }
  }
}

}  // namespace

void multiply(View block, const Matrix& right) {
  for_each_piece(block.rows(), [&](int, Index begin, Index count) {
    const Matrix before = block.middleRows(begin, count);
    block.middleRows(begin, count).noalias() = before * right;
  });
}

Matrix inner(const ConstView& left, const ConstView& right) {
  std::vector<Matrix> of_piece(static_cast<std::size_t>(piece_count(left.rows())));
  for_each_piece(left.rows(), [&](int piece, Index begin, Index count) {
    of_piece[piece].resize(left.cols(), right.cols());
    of_piece[piece].noalias() = left.middleRows(begin, count).transpose() * right.middleRows(begin, count);
  });
  Matrix sum = Matrix::Zero(left.cols(), right.cols());
  for (const Matrix& piece : of_piece) sum += piece;
  return sum;
}

Matrix orthonormalise(View block, const ConstView& basis, Random& random) {
  Matrix coefficients(basis.cols(), block.cols());
  if (basis.cols() > 0) {
    coefficients = inner(basis, block);
    subtract(block, basis, coefficients);
  }
  Matrix products = inner(block, block);
  const auto kept = products.diagonal().transpose().array();
  const auto taken = coefficients.colwise().squaredNorm().array();
  const bool lost = basis.cols() > 0 && (kept < 0.01 * (kept + taken)).any();
  if (lost) {
    subtract(block, basis, inner(basis, block));
    products = inner(block, block);
  }
  const double least = cholesky_step(block, products);
  if (least >= harmless) return coefficients;
  if (least < hopeless || cholesky_step(block, inner(block, block)) < harmless)
    one_by_one(block, basis, random);
  return coefficients;
}

void fill_randomly(View block, Random& random) {
  for (Index i = 0; i < block.rows(); ++i)
    for (Index j = 0; j < block.cols(); ++j) block(i, j) = random.normal();
}

Matrix triangle_of(const ConstView& block) {
  const Index k = block.cols();
  const Index pieces = piece_count(block.rows());
  Matrix stacked = Matrix::Zero(pieces * k, k);
  const auto triangle = [k](const auto& rows, auto into) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> factors(rows);
    const Index height = std::min(k, Index{rows.rows()});
    into.topRows(height) = factors.matrixQR().topRows(height).template triangularView<Eigen::Upper>();
  };
  for_each_piece(block.rows(), [&](int piece, Index begin, Index count) {
    triangle(block.middleRows(begin, count), stacked.middleRows(piece * k, k));
  });
  if (pieces == 1) return stacked;
  Matrix result = Matrix::Zero(k, k);
  triangle(stacked, result.topRows(k));
  return result;
}

}  // namespace bellwether::svd
