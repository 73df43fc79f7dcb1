#include <bellwether/mixtures/spherical.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_sparse;

TEST(SphericalKMeans, FindsAnAnswerKnownByHand) {
  // Two items along each axis, of any length: the directions are the axes and every cosine is 1.
  const Matrix items{{1, 0}, {7, 0}, {0, 2}, {0, 0.1}};
  const auto result = spherical_kmeans_from(items, Matrix{{2, 1}, {1, 2}}, {.clusters = 2, .tolerance = 0});
  EXPECT_THAT(result.labels, ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(result.directions, (Matrix{{1, 0}, {0, 1}}));
  EXPECT_EQ(result.objective.value, 4);
}

/// The same, slow and obvious.
double sum_of_cosines(const Matrix& items, const std::vector<int>& labels, const Matrix& directions) {
  double sum = 0;
  for (Index i = 0; i < items.rows(); ++i) sum += items.row(i).normalized().dot(directions.row(labels[i]));
  return sum;
}

RC_GTEST_PROP(SphericalKMeans, TheObjectiveNeverFallsAndEveryLabelIsTheBest, ()) {
  const Matrix items = random_matrix(400, *rc::gen::inRange(2, 30), *rc::gen::arbitrary<std::uint32_t>());
  const int clusters = *rc::gen::inRange(1, 15);
  const auto result = spherical_kmeans(items, {.clusters = clusters,
                                               .restarts = 1,
                                               .tolerance = 0,
                                               .random_seed = *rc::gen::arbitrary<std::uint32_t>()});
  const double slack = 400 * 30 * 0x1p-53;
  const auto& trace = result.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - slack);
  RC_ASSERT(std::abs(sum_of_cosines(items, result.labels, result.directions) - trace.back()) <= slack);
  const Matrix scores = items * result.directions.transpose();
  for (Index i = 0; i < items.rows(); ++i) {
    const double own = scores(i, result.labels[i]);
    RC_ASSERT(own >= scores.row(i).maxCoeff() - 1e-14 * items.row(i).norm());
  }
  for (Index k = 0; k < clusters; ++k) RC_ASSERT(std::abs(result.directions.row(k).norm() - 1) <= 1e-14);
}

RC_GTEST_PROP(SphericalKMeans, LengthsDoNotMatter, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = random_matrix(300, 6, seed);
  Random random(seed);
  Matrix stretched = items;
  for (Index i = 0; i < items.rows(); ++i)
    stretched.row(i) *= std::ldexp(1.0, static_cast<int>(random.below(40)) - 20);
  const auto a = spherical_kmeans_from(items, items.topRows(4), {.clusters = 4});
  const auto b = spherical_kmeans_from(stretched, items.topRows(4), {.clusters = 4});
  RC_ASSERT(a.labels == b.labels);
}

TEST(SphericalKMeans, SparseEqualsDenseAndThreadsDoNotShow) {
  const Matrix items = random_counts(4000, 50, 0.1, 4);
  const SparseMatrix sparse = to_sparse(items);
  const Matrix start = random_matrix(6, 50, 5);
  const auto dense = spherical_kmeans_from(items, start, {.clusters = 6, .iterations = 5}, {.threads = 1});
  const auto thin = spherical_kmeans_from(sparse, start, {.clusters = 6, .iterations = 5}, {.threads = 1});
  EXPECT_EQ(dense.labels, thin.labels);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    const auto one = spherical_kmeans(rows, {.clusters = 6, .restarts = 2}, {.threads = 1});
    const auto four = spherical_kmeans(rows, {.clusters = 6, .restarts = 2}, {.threads = 4});
    EXPECT_EQ(one.directions, four.directions);
    EXPECT_EQ(one.objective.trace, four.objective.trace);
  }
}

TEST(SphericalKMeans, AnEmptyClusterIsRefilledAndCounted) {
  // All are nearest to (1, 1), and (1, -0.1) the least: it starts the second cluster and draws (1, 0.1) along.
  const Matrix items{{1, 0.1}, {1, -0.1}, {0, 1}};
  const auto result = spherical_kmeans_from(items, Matrix{{1, 1}, {-1, -1}}, {.clusters = 2, .tolerance = 0});
  EXPECT_THAT(result.labels, ElementsAre(1, 1, 0));
  EXPECT_EQ(result.refills, 1);
}

TEST(SphericalKMeans, PlacesItsOwnItemsWhereTheyAre) {
  const Matrix items = random_matrix(500, 5, 6);
  const auto result = spherical_kmeans(items, {.clusters = 4});
  const auto placed = place_by_directions(items, result.directions);
  EXPECT_EQ(placed.labels, result.labels);
  EXPECT_EQ(placed.objective, result.objective.value);
}

TEST(SphericalKMeans, SaysWhatToDoAboutItemsWithoutOrWithTooFewDirections) {
  EXPECT_THAT(
      [&] {
        spherical_kmeans(Matrix{{1, 1}, {0, 0}}, {.clusters = 1});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("item 1 is all zeros")));
  EXPECT_THAT(
      [&] {
        spherical_kmeans(Matrix{{1}, {2}, {3}}, {.clusters = 2});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("fewer different directions")));
}

}  // namespace
}  // namespace bellwether
