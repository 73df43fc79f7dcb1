#include <bellwether/mixtures/starts.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/directions.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::to_sparse;

Index which_item(const Matrix& items, const Eigen::Ref<const Vector>& row) {
  for (Index i = 0; i < items.rows(); ++i)
    if (items.row(i).transpose() == row) return i;
  return -1;
}

RC_GTEST_PROP(Starts, AreDifferentItems, ()) {
  Matrix items = random_matrix(50, 2, *rc::gen::arbitrary<std::uint32_t>());
  items.bottomRows(25) = items.topRows(25);  // every item twice
  const int clusters = *rc::gen::inRange(1, 26);
  const auto start = *rc::gen::element(Start::plus_plus, Start::random);
  const Matrix means =
      start_means(start, items, clusters, Random(*rc::gen::arbitrary<std::uint32_t>()), {.threads = 1});
  std::set<Index> chosen;
  for (Index k = 0; k < clusters; ++k) {
    const Index item = which_item(items, means.row(k).transpose());
    RC_ASSERT(item >= 0);
    RC_ASSERT(chosen.insert(item).second);
  }
}

// Three items at 0, 1 and 3. By hand: the first is each with probability 1/3. After 0 the weights are 1 and
// 9, and of two draws 3 wins, which leaves a potential of 1 instead of 4: 1 follows only if it is drawn
// twice. After 1 the weights are 1 and 4, and 3 wins likewise. After 3 they are 9 and 4, both leave 1, and
// the first drawn wins.
TEST(PlusPlus, DrawsWithProbabilityProportionalToSquaredDistanceAndKeepsTheBetterOfTwo) {
  const Matrix items{{0}, {1}, {3}};
  const double expected[3][3] = {
      {0, 1 / 300.0, 99 / 300.0}, {1 / 75.0, 0, 24 / 75.0}, {9 / 39.0, 4 / 39.0, 0}};
  const int draws = 30000;
  Matrix counts = Matrix::Zero(3, 3);
  for (int d = 0; d < draws; ++d) {
    const Matrix two =
        plus_plus_start(items, 2, Random(17).split(static_cast<std::uint64_t>(d)), {.threads = 1});
    counts(which_item(items, two.row(0).transpose()), which_item(items, two.row(1).transpose())) += 1;
  }
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      const double p = expected[a][b];
      EXPECT_NEAR(counts(a, b) / draws, p, 5 * std::sqrt(p * (1 - p) / draws)) << a << " then " << b;
    }
}

TEST(PlusPlus, IsTheSameOnAnyNumberOfThreadsAndForSparseItems) {
  const Matrix items = testing_support::random_counts(5000, 20, 0.3, 3);
  const Matrix one = plus_plus_start(items, 10, Random(1), {.threads = 1});
  Matrix four;
  on_threads(4, [&] { four = plus_plus_start(items, 10, Random(1), {.threads = 4}); });
  EXPECT_EQ(one, four);
  EXPECT_EQ(one, plus_plus_start(to_sparse(items), 10, Random(1), {.threads = 1}));  // whole numbers: exact
}

TEST(PlusPlus, OnDirectionsIgnoresLengths) {
  // Two directions; the lengths differ wildly. Two starts must be one of each.
  const Matrix items{{1, 0}, {1000, 0}, {0, 1}, {0, 1e-3}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto inverse = inverse_lengths(items, {.threads = 1});
    const Matrix start = start_directions(Start::plus_plus, items, inverse, 2, Random(seed), {.threads = 1});
    EXPECT_EQ(start.row(0).dot(start.row(1)), 0.0);
    EXPECT_EQ(start.row(0).norm(), 1.0);
  }
}

TEST(MeansOf, AveragesEachGroup) {
  const Matrix items{{0, 2}, {4, 6}, {10, 10}};
  const Matrix expected{{2, 4}, {10, 10}};
  EXPECT_EQ(means_of(items, std::vector<int>{0, 0, 1}, 2), expected);
  EXPECT_EQ(means_of(to_sparse(items), std::vector<int>{0, 0, 1}, 2), expected);
}

TEST(MeansOf, SaysWhichGroupIsEmptyOrOutOfRange) {
  const Matrix items{{0}, {4}};
  EXPECT_THAT(
      [&] {
        means_of(items, std::vector<int>{0, 0}, 2);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("no item starts in cluster 1")));
  EXPECT_THAT(
      [&] {
        means_of(items, std::vector<int>{0, 2}, 2);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("item 1 starts in cluster 2, but clusters are 0 to 1")));
}

TEST(InverseLengths, SurviveTheEndsOfTheRange) {
  const Matrix items{{3e200, 4e200}, {3e-200, 4e-200}, {3, 4}};
  const auto inverse = inverse_lengths(items, {.threads = 1});
  EXPECT_NEAR(inverse[0] * 5e200, 1, 1e-15);
  EXPECT_NEAR(inverse[1] * 5e-200, 1, 1e-15);
  EXPECT_NEAR(inverse[2] * 5, 1, 1e-15);
}

TEST(InverseLengths, NamesTheItemWithoutADirection) {
  EXPECT_THAT(
      [&] {
        inverse_lengths(Matrix{{1, 2}, {0, 0}}, {.threads = 1});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("item 1 is all zeros and has no direction")));
}

}  // namespace
}  // namespace bellwether
