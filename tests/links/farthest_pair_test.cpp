#include <bellwether/links/farthest_pair.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_matrix;
using testing_support::random_sparse;
using testing_support::to_dense;
using testing_support::to_sparse;

double weighted(const Matrix& items, Index i, Index j, const Vector& weights) {
  const Vector d = items.row(i) - items.row(j);
  return weights.size() == 0 ? d.squaredNorm() : d.cwiseAbs2().dot(weights);
}

double farthest(const Matrix& items, const Vector& weights) {
  double best = 0;
  for (Index i = 0; i < items.rows(); ++i)
    for (Index j = 0; j < i; ++j) best = std::max(best, weighted(items, i, j, weights));
  return best;
}

void expect_farthest(const Matrix& items, const Vector& weights, const FarPair& found) {
  const double best = farthest(items, weights);
  // Sparse rows are measured from the origin, and lose a few digits when they lie far from it.
  const double slack = 1e-11 * best + 1e-14 * items.squaredNorm();
  EXPECT_NEAR(found.squared, best, slack);
  EXPECT_NEAR(weighted(items, found.first, found.second, weights), found.squared, slack);
  EXPECT_LE(found.first, found.second);
}

TEST(FarthestPair, IsTheDiagonalOfASquare) {
  const Matrix square{{0, 0}, {1, 0}, {1, 1}, {0.5, 0.9}};
  const FarPair found = farthest_pair(square);
  EXPECT_EQ(found.first, 0);
  EXPECT_EQ(found.second, 2);
  EXPECT_DOUBLE_EQ(found.squared, 2);
}

TEST(FarthestPair, WeightsDecideWhichDirectionCounts) {
  const Matrix cross{{-3, 0}, {3, 0}, {0, -2}, {0, 2}};
  EXPECT_EQ(farthest_pair(cross).second, 1);
  const FarPair found = farthest_pair(cross, Vector{{0.01, 1}});
  EXPECT_EQ(found.first, 2);
  EXPECT_EQ(found.second, 3);
  EXPECT_DOUBLE_EQ(found.squared, 16);
}

RC_GTEST_PROP(FarthestPair, AgreesWithAllPairs, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 150);
  const auto columns = *rc::gen::inRange<Index>(1, 9);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  Matrix items = random_matrix(rows, columns, seed);
  if (*rc::gen::arbitrary<bool>()) items.rowwise().normalize();  // a sphere: bounds rule nothing out
  if (*rc::gen::arbitrary<bool>()) items.array() += 100;
  const Vector weights =
      *rc::gen::arbitrary<bool>() ? Vector() : Vector(random_matrix(columns, 1, seed + 1).cwiseAbs2());
  expect_farthest(items, weights, farthest_pair(items, weights));
  expect_farthest(items, weights, farthest_pair(items, weights, {0, rows - 1}));
  expect_farthest(items, weights, farthest_pair(to_sparse(items), weights));
}

TEST(FarthestPair, ManyItemsAreSearchedInBlocks) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Matrix items = random_matrix(1500, 6, seed);
    expect_farthest(items, {}, farthest_pair(items));
    expect_farthest(items, {}, farthest_pair(to_sparse(items)));
  }
}

TEST(FarthestPair, SparseCountsAgreeWithDenseOnes) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const SparseMatrix counts = random_sparse(120, 40, 0.1, seed);
    const Matrix dense = to_dense(counts);
    const Vector weights = random_matrix(40, 1, seed).cwiseAbs2();
    expect_farthest(dense, weights, farthest_pair(counts, weights));
    expect_farthest(dense, {}, farthest_pair(counts));
  }
}

TEST(FarthestPair, OfOneItemOrOfEqualItemsIsAtDistanceZero) {
  EXPECT_EQ(farthest_pair(Matrix(Matrix::Ones(1, 3))).squared, 0);
  EXPECT_EQ(farthest_pair(Matrix(Matrix::Ones(7, 3))).squared, 0);
  EXPECT_EQ(farthest_pair(to_sparse(Matrix::Ones(7, 3))).squared, 0);
}

TEST(FarPair, IsNotFartherThanTheFarthestAndNotNearerThanTheGuess) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix items = random_matrix(200, 5, seed);
    const double best = farthest(items, {});
    EXPECT_LE(far_pair(items).squared, best * (1 + 1e-12));
    EXPECT_GE(far_pair(items).squared, 0.25 * best);  // the outermost item is half of it away from some other
    EXPECT_GE(far_pair(items, {}, {3, 4}).squared, weighted(items, 3, 4, {}));
  }
}

}  // namespace
}  // namespace bellwether
