#include <bellwether/transforms/xing/solvers.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Eigenvalues>

#include <tests/support/data.h>

namespace bellwether::xing_detail {
namespace {

using Dense = Eigen::MatrixXd;
using testing_support::random_matrix;

double objective(const Matrix& e, const Dense& b) {
  return b.trace() - std::log(spread_of(e, b, false).sum);
}
double objective(const Matrix& q, const Vector& b) {
  return b.sum() - std::log((q * b).cwiseSqrt().sum());
}

Dense random_positive(Index size, std::uint64_t seed) {
  const Matrix m = random_matrix(size, size, seed);
  return m * m.transpose() / static_cast<double>(size);
}

TEST(XingSolvers, TheGradientAgreesWithFiniteDifferences) {
  const Matrix e = random_matrix(20, 4, 1);
  const Dense b = random_positive(4, 2);
  const Dense gradient = Dense::Identity(4, 4) - spread_of(e, b, true).g;
  const double h = 1e-5;  // central: the error is of order h^2
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) {
      Dense more = b, less = b;
      more(i, j) += h;
      less(i, j) -= h;
      EXPECT_NEAR(gradient(i, j), (objective(e, more) - objective(e, less)) / (2 * h), 1e-8);
    }
}

TEST(XingSolvers, SumsOverManyPairsInPieces) {
  const Matrix e = random_matrix(5000, 3, 1);
  const Dense b = random_positive(3, 2);
  double sum = 0;
  for (Index i = 0; i < e.rows(); ++i) sum += std::sqrt(e.row(i).dot(e.row(i) * b));
  EXPECT_NEAR(spread_of(e, b, false).sum, sum, 1e-12 * sum);
}

/// Zero of (I - G) B, and G <= I: the conditions of Karush, Kuhn and Tucker.
RC_GTEST_PROP(XingSolvers, TheFullOptimumKeepsTheConditionsOfOptimality, ()) {
  const Index size = *rc::gen::inRange<Index>(1, 7), pairs = *rc::gen::inRange<Index>(1, 40);
  const Matrix e = random_matrix(pairs, size, *rc::gen::arbitrary<std::uint64_t>());
  const auto found = solve_full(e, {.iterations = 20'000, .tolerance = 1e-7});
  RC_ASSERT(found.converged);
  RC_ASSERT(std::abs(found.value.trace() - 0.5) < 1e-14);
  RC_ASSERT(found.certificate < 1e-12);
  const Dense g = spread_of(e, found.value, true).g;
  RC_ASSERT(Eigen::SelfAdjointEigenSolver<Dense>(g).eigenvalues().maxCoeff() <= 1 + 1.1e-7);
  RC_ASSERT(Eigen::SelfAdjointEigenSolver<Dense>(found.value).eigenvalues().minCoeff() >= -1e-15);
  RC_ASSERT(std::abs((found.value - g * found.value).trace()) < 1e-12);
  RC_ASSERT(found.trace.size() == static_cast<std::size_t>(found.iterations) + 1);
  for (std::size_t t = 1; t < found.trace.size(); ++t) RC_ASSERT(found.trace[t] <= found.trace[t - 1]);
}

RC_GTEST_PROP(XingSolvers, TheDiagonalOptimumKeepsTheConditionsOfOptimality, ()) {
  // Many or few features for the pairs, and some pairs that differ in one feature alone.
  const Index size = *rc::gen::inRange<Index>(1, 30), pairs = *rc::gen::inRange<Index>(1, 30);
  Matrix q = random_matrix(pairs, size, *rc::gen::arbitrary<std::uint64_t>()).cwiseAbs2();
  const Index only = *rc::gen::inRange<Index>(0, size);
  const double kept = q(0, only);
  q.row(0).setZero();
  q(0, only) = kept;
  const auto found = solve_diagonal(q, {.iterations = 2000, .tolerance = 1e-7});
  RC_ASSERT(found.converged);
  RC_ASSERT(found.certificate < 1e-12);
  RC_ASSERT(found.value.minCoeff() > 0);
  const Vector r = (q * found.value).cwiseSqrt();
  const Vector g = q.transpose() * r.cwiseInverse() / (2 * r.sum());
  RC_ASSERT(g.maxCoeff() <= 1 + 1.1e-7);
  RC_ASSERT(std::abs(found.value.dot(Vector::Ones(size) - g)) < 1e-12);
  for (std::size_t t = 1; t < found.trace.size(); ++t) RC_ASSERT(found.trace[t] <= found.trace[t - 1]);
}

TEST(XingSolvers, TheFullOptimumIsThatOfManySmallPlainSteps) {
  const Matrix e = random_matrix(30, 3, 8) * Vector(Vector::LinSpaced(3, 0.5, 2)).asDiagonal();
  Dense b = Dense::Identity(3, 3) / 6;
  for (int step = 0; step < 20'000; ++step) {
    const Dense moved = b - 1e-3 * (Dense::Identity(3, 3) - spread_of(e, b, true).g);
    const Eigen::SelfAdjointEigenSolver<Dense> eigen(moved);
    b = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
        eigen.eigenvectors().transpose();
  }
  EXPECT_NEAR(objective(e, solve_full(e, {.tolerance = 1e-8}).value), objective(e, b), 1e-8);
}

TEST(XingSolvers, TheDiagonalOptimumIsTheBestPointOfAGrid) {
  const Matrix q = random_matrix(15, 2, 3).cwiseAbs2();
  const auto found = solve_diagonal(q, {.tolerance = 1e-8});
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 1000; ++i) {
    const Vector b{{0.0005 * i, 0.5 - 0.0005 * i}};
    best = std::min(best, objective(q, b));
  }
  EXPECT_LE(objective(q, found.value), best + 1e-8);
  EXPECT_NEAR(objective(q, found.value), best, 1e-5);  // the grid is 0.0005 wide, the objective flat there
}

TEST(XingSolvers, FullIsDiagonalWhenEveryPairDiffersInOneFeature) {
  Matrix e = Matrix::Zero(30, 3);
  for (Index i = 0; i < 30; ++i) e(i, i % 3) = random_matrix(30, 1, 4)(i, 0);
  const auto full = solve_full(e, {.iterations = 50'000, .tolerance = 1e-8});
  const auto diagonal = solve_diagonal(e.cwiseAbs2(), {.tolerance = 1e-8});
  // The optimum is flat: an objective within 1e-8 fixes the place to its root.
  EXPECT_TRUE(full.value.isApprox(Dense(diagonal.value.asDiagonal()), 1e-3));
  EXPECT_NEAR(objective(e, full.value), objective(Matrix(e.cwiseAbs2()), diagonal.value), 2e-8);
}

TEST(XingSolvers, StopWhenAsked) {
  const Matrix e = random_matrix(30, 5, 8);
  const auto once = [](int iteration, double) { return iteration < 2; };
  const auto full = solve_full(e, {.tolerance = 1e-8, .go_on = once});
  EXPECT_TRUE(full.stopped);
  EXPECT_EQ(full.iterations, 2);
  EXPECT_TRUE(solve_diagonal(e.cwiseAbs2(), {.tolerance = 1e-8, .go_on = once}).stopped);
}

}  // namespace
}  // namespace bellwether::xing_detail
