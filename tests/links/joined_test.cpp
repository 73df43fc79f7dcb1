#include <bellwether/links/joined.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_dense;
using testing_support::to_sparse;

Matrix dense_points(const JoinedItems& joined) {
  Matrix points;
  joined.points().visit([&](const auto& rows) {
    points = Matrix::Zero(rows.rows, rows.columns);
    for (Index g = 0; g < rows.rows; ++g) {
      const auto row = rows.row(g);
      if constexpr (requires { row.columns; })
        for (std::size_t j = 0; j < row.values.size(); ++j) points(g, row.columns[j]) = row.values[j];
      else
        for (Index j = 0; j < rows.columns; ++j) points(g, j) = row[j];
    }
  });
  return points;
}

TEST(JoinedItems, AGroupIsItsMeanItsSizeAndItsScatter) {
  // 0 and 4 are joined: mean 2, scatter 4 + 4; 7 is alone.
  const Matrix items{{0}, {7}, {4}};
  const Groups groups = close_links({.must_link = {{0, 2}}}, 3, 2);
  const JoinedItems joined(items, groups);
  EXPECT_EQ(dense_points(joined), (Matrix{{2}, {7}}));
  EXPECT_THAT(joined.weights(), ElementsAre(2, 1));
  EXPECT_THAT(joined.scatters(), ElementsAre(8, 0));
  EXPECT_EQ(joined.scatter(), 8);
}

TEST(JoinedItems, WhereNothingIsJoinedThePointsAreTheItemsThemselves) {
  const Matrix items = random_matrix(5, 2, 1);
  const JoinedItems joined(items, close_links({.cannot_link = {{0, 1}}}, 5, 2));
  joined.points().visit(
      [&](const auto& rows) { EXPECT_EQ(static_cast<const void*>(rows.values), items.data()); });
  EXPECT_TRUE(joined.weights().empty());
  EXPECT_EQ(joined.weight(3), 1);
  EXPECT_EQ(joined.scatter(), 0);
}

Knowledge random_must_links(Index items, int links, std::uint64_t random_seed) {
  Random random(random_seed);
  Knowledge knowledge;
  for (int l = 0; l < links; ++l) knowledge.must_link.emplace_back(random.below(items), random.below(items));
  return knowledge;
}

RC_GTEST_PROP(JoinedItems, DistancesOfTheItemsAreThoseOfThePointsAndTheScatter, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const double shift = *rc::gen::element(0.0, 1e6);
  const Matrix items = random_matrix(60, 4, seed).array() + shift;
  const Groups groups = close_links(random_must_links(60, *rc::gen::inRange(1, 80), seed), 60, 1);
  const JoinedItems joined(items, groups);
  const Matrix points = dense_points(joined);
  const Matrix mean = random_matrix(1, 4, seed + 1).array() + shift;
  for (int g = 0; g < groups.count; ++g) {
    long double sum = 0;
    for (Index i = 0; i < 60; ++i)
      if (groups.of[i] == g) sum += (items.row(i) - mean.row(0)).squaredNorm();
    const double found = joined.weight(g) * (points.row(g) - mean.row(0)).squaredNorm() +
                         (joined.scatters().empty() ? 0 : joined.scatters()[g]);
    // The mean of a group is rounded where the items are: 60 roundings of `shift`.
    const double slack = 1e-12 * static_cast<double>(sum) + 60 * 60 * 0x1p-52 * shift;
    RC_ASSERT(std::abs(found - static_cast<double>(sum)) <= slack);
  }
}

RC_GTEST_PROP(JoinedItems, SparseItemsGiveThePointsOfDenseOnesAndStaySparse, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = random_counts(50, 30, 0.1, seed);
  const SparseMatrix sparse = to_sparse(items);
  const Groups groups = close_links(random_must_links(50, *rc::gen::inRange(1, 60), seed), 50, 1);
  const JoinedItems from_dense(items, groups), from_sparse(sparse, groups);
  RC_ASSERT(from_sparse.points().sparse());
  RC_ASSERT(from_sparse.points().stored() <= sparse.rows() * sparse.columns);
  RC_ASSERT((dense_points(from_dense) - dense_points(from_sparse)).cwiseAbs().maxCoeff() <= 1e-14);
  RC_ASSERT(std::abs(from_dense.scatter() - from_sparse.scatter()) <= 1e-12 * (1 + from_dense.scatter()));
  from_sparse.points().visit([&](const auto& rows) {
    if constexpr (requires { rows.starts; })
      for (Index g = 0; g < rows.rows; ++g)
        RC_ASSERT(std::ranges::is_sorted(rows.row(g).columns, std::ranges::less_equal{}));
  });
}

TEST(JoinedItems, AChainOfAMillionItemsIsOneGroup) {
  constexpr Index count = 1'000'000;
  Knowledge chain;
  for (Index i = 1; i < count; ++i) chain.must_link.emplace_back(i - 1, i);
  const Groups groups = close_links(chain, count, 1);
  ASSERT_EQ(groups.count, 1);
  Matrix items(count, 1);
  for (Index i = 0; i < count; ++i) items(i, 0) = static_cast<double>(i % 2);
  const SparseMatrix sparse = to_sparse(items);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    const JoinedItems joined(rows, groups);
    EXPECT_EQ(joined.weight(0), 1e6);
    EXPECT_EQ(dense_points(joined)(0, 0), 0.5);
    EXPECT_EQ(joined.scatter(), 250'000);
  }
}

}  // namespace
}  // namespace bellwether
