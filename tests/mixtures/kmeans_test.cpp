#include <bellwether/mixtures/kmeans.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>
#include <tests/mixtures/brute_force.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_sparse;

TEST(KMeans, FindsAnAnswerKnownByHand) {
  // 0 1 | 10 12: means 0.5 and 11, J = 2 * 0.25 + 2 * 1 = 2.5.
  const Matrix items{{0}, {1}, {10}, {12}};
  const auto result = kmeans_from(items, Matrix{{0}, {1}}, {.clusters = 2, .tolerance = 0});
  EXPECT_THAT(result.labels, ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(result.means(0, 0), 0.5);
  EXPECT_EQ(result.means(1, 0), 11.0);
  EXPECT_EQ(result.objective.value, 2.5);
  EXPECT_TRUE(result.converged);
}

TEST(KMeans, FindsThreeBlobs) {
  const auto [items, truth] = three_blobs({.per_blob = 200, .spread = 1.0});
  auto labels = kmeans(items, {.clusters = 3}).labels;
  std::vector<int> name(3, -1);
  for (int i = 0; i < 3; ++i) name[labels[i]] = truth[i];
  for (auto& label : labels) label = name[label];
  EXPECT_EQ(labels, truth);
}

/// Random items: overlapping normals, or a small grid on which distances tie.
Matrix some_items(Index rows, Index columns, bool grid, std::uint64_t random_seed) {
  Matrix items = random_matrix(rows, columns, random_seed);
  if (grid) items = (2 * items).array().round();
  return items;
}

RC_GTEST_PROP(KMeans, EveryRoundGivesTheLabelsOfPlainLloyd, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const bool grid = *rc::gen::arbitrary<bool>();
  const int clusters = *rc::gen::inRange(1, 12), rounds = *rc::gen::inRange(1, 15);
  const Matrix items = some_items(*rc::gen::inRange(300, 600), *rc::gen::inRange(1, 9), grid, seed);
  const Matrix start = items.topRows(clusters) + 1e-3 * random_matrix(clusters, items.cols(), seed + 1);

  const KMeansOptions options{.clusters = clusters, .iterations = rounds, .tolerance = 0};
  auto lloyd_options = options;
  lloyd_options.search = KMeansSearch::lloyd;
  const auto bounded = kmeans_from(items, start, options);
  const auto plain = kmeans_from(items, start, lloyd_options);
  RC_ASSERT(bounded.labels == plain.labels);
  RC_ASSERT(bounded.means == plain.means);
  RC_ASSERT(bounded.objective.trace == plain.objective.trace);
  if (bounded.refills > 0) return;
  const auto slow = brute_force::lloyd(items, start, bounded.iterations);
  RC_ASSERT(bounded.labels == slow.labels);
}

RC_GTEST_PROP(KMeans, TheObjectiveNeverRisesAndIsThatOfTheLabels, ()) {
  const Matrix items = some_items(500, 4, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<std::uint32_t>());
  const auto result = kmeans(items, {.clusters = *rc::gen::inRange(1, 20),
                                     .start = *rc::gen::element(Start::plus_plus, Start::random),
                                     .restarts = 1,
                                     .tolerance = 0,
                                     .random_seed = *rc::gen::arbitrary<std::uint32_t>()});
  const auto& trace = result.objective.trace;
  const double slack = 500 * 0x1p-52 * trace.front();  // one rounding for each item
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] <= trace[t - 1] + slack);
  RC_ASSERT(std::abs(brute_force::squared_error(items, result.labels, result.means) - trace.back()) <= slack);
  RC_ASSERT(result.labels == brute_force::nearest(items, result.means));
}

TEST(KMeans, TheNumberOfThreadsDoesNotShow) {
  const auto [items, truth] = three_blobs({.per_blob = 4000, .spread = 3.0});
  const auto one = kmeans(items, {.clusters = 5, .restarts = 2}, {.threads = 1});
  for (const int threads : {2, 4}) {
    const auto many = kmeans(items, {.clusters = 5, .restarts = 2}, {.threads = threads});
    EXPECT_EQ(one.means, many.means);  // equal, not merely close
    EXPECT_EQ(one.labels, many.labels);
    EXPECT_EQ(one.objective.trace, many.objective.trace);
  }
}

RC_GTEST_PROP(KMeans, SparseItemsGetTheLabelsOfDenseOnes, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = random_counts(300, 40, 0.1, seed);
  const Matrix start = items.topRows(5) + 0.01 * random_matrix(5, 40, seed + 1);  // no exact ties
  const auto dense = kmeans_from(items, start, {.clusters = 5, .iterations = 4, .tolerance = 0});
  const auto sparse = kmeans_from(to_sparse(items), start, {.clusters = 5, .iterations = 4, .tolerance = 0});
  RC_PRE(dense.refills == 0);
  RC_ASSERT(dense.labels == sparse.labels);
  RC_ASSERT(std::abs(dense.objective.value - sparse.objective.value) <= 1e-12 * dense.objective.value);
}

RC_GTEST_PROP(KMeans, ShuffledItemsGetShuffledLabels, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = random_matrix(400, 3, seed);
  std::vector<Index> order(400);
  std::iota(order.begin(), order.end(), Index{0});
  Random(seed).shuffle(order);
  Matrix shuffled(400, 3);
  for (Index i = 0; i < 400; ++i) shuffled.row(i) = items.row(order[i]);
  const auto a = kmeans_from(items, items.topRows(6), {.clusters = 6});
  const auto b = kmeans_from(shuffled, items.topRows(6), {.clusters = 6});
  for (Index i = 0; i < 400; ++i) RC_ASSERT(b.labels[i] == a.labels[order[i]]);
}

TEST(KMeans, MovingEveryItemMovesTheMeansAndNothingElse) {
  const Matrix items = random_matrix(1000, 3, 5);
  const Matrix far = items.array() + 1e6;
  const auto near = kmeans_from(items, items.topRows(4), {.clusters = 4});
  const auto moved = kmeans_from(far, far.topRows(4), {.clusters = 4});
  EXPECT_EQ(near.labels, moved.labels);
  // Items at 1e6 carry 1e-10 of rounding each.
  EXPECT_NEAR(near.objective.value, moved.objective.value, 1e-7 * near.objective.value);
}

TEST(KMeans, ALargerUnitChangesNothingEvenAtTheEndsOfTheRange) {
  const Matrix items = random_matrix(500, 3, 8);
  const auto plain = kmeans_from(items, items.topRows(4), {.clusters = 4});
  for (const double unit : {0x1p-400, 0x1p+400}) {
    const Matrix scaled = unit * items;
    EXPECT_EQ(plain.labels, kmeans_from(scaled, scaled.topRows(4), {.clusters = 4}).labels) << unit;
  }
}

TEST(KMeans, AnEmptyClusterIsRefilledWithTheWorstItemAndCounted) {
  // No item is nearest to the second mean; 9 is the worst item once 0, 1 and 9 share the first.
  const Matrix items{{0}, {1}, {9}};
  const auto result = kmeans_from(items, Matrix{{3}, {1000}}, {.clusters = 2, .tolerance = 0});
  EXPECT_THAT(result.labels, ElementsAre(0, 0, 1));
  EXPECT_EQ(result.refills, 1);
}

TEST(KMeans, EveryClusterIsUsedWhenThereAreJustEnoughDifferentItems) {
  Matrix items(60, 1);
  for (Index i = 0; i < 60; ++i) items(i, 0) = static_cast<double>(i % 6);
  const auto result = kmeans(items, {.clusters = 6, .start = Start::random, .restarts = 1});
  EXPECT_EQ(result.objective.value, 0);
  EXPECT_THAT(cluster_sizes(result.labels, 6), ::testing::Each(10));
}

TEST(KMeans, OneItemIsOneCluster) {
  const auto result = kmeans(Matrix{{3, 4}}, {.clusters = 1});
  EXPECT_THAT(result.labels, ElementsAre(0));
  EXPECT_EQ(result.objective.value, 0);
}

TEST(KMeans, StoppingAtOnceStillGivesAValidResult) {
  std::stop_source source;
  source.request_stop();
  const Matrix items = random_matrix(5000, 3, 2);
  const auto result = kmeans(items, {.clusters = 8}, {.stop = source.get_token()});
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.labels, brute_force::nearest(items, result.means));
}

TEST(KMeans, PlacesNewItemsWithTheirNearestMean) {
  const Matrix items = random_matrix(500, 3, 3), fresh = random_matrix(200, 3, 4);
  const auto result = kmeans(items, {.clusters = 4});
  EXPECT_EQ(place_by_means(items, result.means).labels, result.labels);
  EXPECT_EQ(place_by_means(items, result.means).objective, result.objective.value);
  EXPECT_EQ(place_by_means(fresh, result.means).labels, brute_force::nearest(fresh, result.means));
}

TEST(KMeans, SaysWhatToDoAboutTooManyClusters) {
  const Matrix items{{1}, {1}, {2}};
  EXPECT_THAT([&] { kmeans(items, {.clusters = 3}); },
              ThrowsMessage<InvalidInput>(
                  HasSubstr("3 clusters were asked for, but fewer of the 3 items are different")));
  EXPECT_THAT([&] { kmeans(items, {.clusters = 4}); },
              ThrowsMessage<InvalidInput>(HasSubstr("only 3 items")));
  EXPECT_THAT([&] { kmeans(items, {.clusters = 0}); }, ThrowsMessage<InvalidOption>(HasSubstr("at least 1")));
  EXPECT_THAT(
      [&] {
        kmeans_from(items, Matrix{{1, 2}}, {.clusters = 1});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("the start is 1 x 2")));
}

TEST(KMeans, RefusesValuesWhoseSquaresVanishAndTakesThemBesideOthers) {
  Matrix items{{1e-300}, {1.1e-300}, {3e-300}, {3.1e-300}};
  EXPECT_THAT(
      [&] { kmeans(items, {.clusters = 2}); },
      ::testing::ThrowsMessage<InvalidInput>(::testing::HasSubstr("multiply them all by a common factor")));
  EXPECT_THAT(
      [&] { kmeans(testing_support::to_sparse(items), {.clusters = 2}); },
      ::testing::ThrowsMessage<InvalidInput>(::testing::HasSubstr("multiply them all by a common factor")));
  const auto labels = kmeans(Matrix(0x1p990 * items), {.clusters = 2}).labels;
  EXPECT_EQ(labels[0], labels[1]);
  EXPECT_EQ(labels[2], labels[3]);
  EXPECT_NE(labels[0], labels[2]);
  Matrix beside(4, 2);
  beside << items, Vector{{0, 1, 0, 1}};
  EXPECT_EQ(kmeans(beside, {.clusters = 2}).objective.value, 0);
}

}  // namespace
}  // namespace bellwether
