// The searches as users call them.

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include <bellwether/coclustering/feature_clustering.h>
#include <bellwether/coclustering/objective.h>
#include <bellwether/coclustering/stc.h>
#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

/// Items of three kinds that use different thirds of the features, with noise. Item i is of kind i mod 3.
Matrix three_kinds(Index items, Index features, std::uint64_t random_seed, double topical = 0.6) {
  Random random(random_seed);
  Matrix counts = Matrix::Zero(items, features);
  for (Index i = 0; i < items; ++i)
    for (int word = 0; word < 40; ++word) {
      const bool own = random.uniform() < topical;
      counts(i, own ? features / 3 * (i % 3) + random.below(features / 3) : random.below(features)) += 1;
    }
  return counts;
}

void expect_kinds(const std::vector<int>& labels) {
  for (std::size_t i = 3; i < labels.size(); ++i) EXPECT_EQ(labels[i], labels[i % 3]) << i;
  EXPECT_TRUE(labels[0] != labels[1] && labels[1] != labels[2] && labels[0] != labels[2]);
}

void expect_same(const CoClustering& a, const CoClustering& b) {
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.auxiliary, b.auxiliary);
  EXPECT_EQ(a.table, b.table);
  EXPECT_EQ(a.objective.trace, b.objective.trace);
  EXPECT_EQ(a.restart, b.restart);
}

void expect_consistent(const Matrix& items, const CoClustering& found) {
  EXPECT_EQ(found.objective.value, found.objective.trace.back());
  EXPECT_EQ(static_cast<int>(found.objective.trace.size()), found.iterations + 1);
  EXPECT_NEAR(found.objective.value, information_loss(items, found.labels, found.features), 1e-12);
  EXPECT_NEAR(found.table.sum(), 1, 1e-13);
}

TEST(Itcc, FindsKindsOfItemsAndTheFeaturesThatTheyUse) {
  const Matrix items = three_kinds(90, 12, 1);
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const auto found = itcc(items, {.clusters = 3, .feature_clusters = 3, .search = search});
    expect_kinds(found.labels);
    for (std::size_t j = 0; j < 12; ++j) EXPECT_EQ(found.features[j], found.features[j / 4 * 4]) << j;
    EXPECT_TRUE(found.converged);
    EXPECT_FALSE(found.stopped);
    expect_consistent(items, found);
  }
}

TEST(FeatureClustering, FindsThemToo) {
  const Matrix items = three_kinds(90, 12, 1);
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const auto found = feature_clustering(items, {.clusters = 3, .feature_clusters = 3, .search = search});
    expect_kinds(found.labels);
    EXPECT_TRUE(found.converged);
    expect_consistent(items, found);
    std::vector<int> start(90);
    for (std::size_t i = 0; i < 90; ++i) start[i] = static_cast<int>(i / 30);
    const auto from =
        feature_clustering_from(items, start, {.clusters = 3, .feature_clusters = 3, .search = search});
    expect_consistent(items, from);
  }
}

/// The least J of all partitions into at most 2 clusters of items and 2 of features.
double brute_force(const Matrix& items) {
  double least = std::numeric_limits<double>::infinity();
  const int rows = static_cast<int>(items.rows()), columns = static_cast<int>(items.cols());
  for (int r = 0; r < 1 << (rows - 1); ++r)
    for (int c = 0; c < 1 << (columns - 1); ++c) {
      std::vector<int> labels, features;
      for (int i = 0; i < rows; ++i) labels.push_back(r >> i & 1);
      for (int j = 0; j < columns; ++j) features.push_back(c >> j & 1);
      least = std::min(least, information_loss(items, labels, features));
    }
  return least;
}

TEST(Itcc, IsNeverBetterThanTheBestOfAllPartitionsAndMostlyAsGood) {
  int reached = 0, reached_by_batch = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix items = random_counts(6, 5, 0.6, seed);
    const double best = brute_force(items);
    const auto found = itcc(items, {.clusters = 2, .feature_clusters = 2});
    const auto batch = itcc(items, {.clusters = 2, .feature_clusters = 2, .search = CoSearch::batch});
    EXPECT_GE(found.objective.value, best - 1e-12);
    EXPECT_GE(batch.objective.value, best - 1e-12);
    reached += found.objective.value < best + 1e-9 ? 1 : 0;
    reached_by_batch += batch.objective.value < best + 1e-9 ? 1 : 0;
  }
  EXPECT_GE(reached, 17);
  EXPECT_GE(reached_by_batch, 10);
}

RC_GTEST_PROP(Itcc, IsConsistentOnAnyCounts, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  Matrix items = random_counts(15, 11, 0.2, seed);
  const bool whole = *rc::gen::arbitrary<bool>();
  Random random(seed);
  if (!whole)
    for (Index at = 0; at < items.size(); ++at) items.data()[at] *= random.uniform() + 0.1;
  const auto search = *rc::gen::element(CoSearch::moves, CoSearch::batch);
  const auto found = itcc(items, {.clusters = *rc::gen::inRange(1, 5),
                                  .feature_clusters = *rc::gen::inRange(1, 20),
                                  .search = search,
                                  .restarts = 2,
                                  .random_seed = seed});
  const auto& trace = found.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] <= trace[t - 1] + 1e-15);
  RC_ASSERT(std::abs(trace.back() - information_loss(items, found.labels, found.features)) < 1e-12);
  for (const auto size : cluster_sizes(found.labels, found.clusters)) RC_ASSERT(size > 0);
}

TEST(Itcc, PlacesTheItemsItWasFoundWithWhereTheyAre) {
  const Matrix items = three_kinds(120, 12, 5, 0.3);
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const auto found = itcc(items, {.clusters = 4, .feature_clusters = 5, .search = search});
    ASSERT_TRUE(found.converged);
    EXPECT_EQ(place_by_profiles(items, found.features, found.table), found.labels);
    EXPECT_EQ(place_by_profiles(to_sparse(items), found.features, found.table, {.threads = 2}), found.labels);
  }
}

TEST(Placement, PrefersTheProfileThatHasWhatTheItemHas) {
  const Matrix table{{0.4, 0.1, 0}, {0, 0, 0.5}, {0, 0, 0}};
  const std::vector<int> features{0, 1, 2, 2};
  const Matrix items{{3, 1, 0, 0}, {0, 0, 1, 1}, {1, 0, 0, 3}, {5, 0, 3, 0}, {0, 0, 0, 0}};
  EXPECT_EQ(place_by_profiles(items, features, table), (std::vector<int>{0, 1, 1, 0, 0}));
  EXPECT_THAT([&] { place_by_profiles(Matrix(2, 3), features, table); },
              ThrowsMessage<InvalidInput>(HasSubstr("the items have 3 features, but the clusters are of 4")));
  EXPECT_THAT(
      [&] {
        place_by_profiles(Matrix{{1, -1, 0, 0}}, features, table);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("row 1, column 2 (counted from 1) of the items is -1")));
}

TEST(Itcc, IsTheSameForSparseItemsDenseOnesAndEveryNumberOfThreads) {
  const Matrix items = three_kinds(200, 30, 2, 0.2);
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const ItccOptions options{.clusters = 4, .feature_clusters = 6, .search = search, .restarts = 4};
    const auto one = itcc(items, options, {.threads = 1});
    expect_same(one, itcc(items, options, {.threads = 2}));
    expect_same(one, itcc(to_sparse(items), options, {.threads = 4}));
    const FeatureClusteringOptions others{
        .clusters = 4, .feature_clusters = 6, .search = search, .restarts = 3};
    expect_same(feature_clustering(items, others, {.threads = 1}),
                feature_clustering(items, others, {.threads = 2}));
  }
}

TEST(Itcc, LetsStartsRaceWhereThereAreManyCounts) {
  // More counts than every start is followed for, and a larger sum than there are tabled logarithms.
  Matrix items = random_counts(2000, 200, 1, 9);
  for (Index i = 0; i < 2000; ++i)
    for (Index j = 0; j < 60; ++j) items(i, j) += j / 20 == i % 3 ? 2 : 0;
  for (const double unit : {1.0, 0.3}) {
    const Matrix scaled = items * unit;
    const ItccOptions options{.clusters = 3, .feature_clusters = 5, .restarts = 4};
    const auto one = itcc(scaled, options, {.threads = 1});
    expect_same(one, itcc(scaled, options, {.threads = 3}));
    expect_kinds(one.labels);
    expect_consistent(scaled, one);
    EXPECT_EQ(place_by_profiles(scaled, one.features, one.table), one.labels);
  }
}

TEST(Itcc, DoesNotSeeAConstantFactor) {
  const Matrix items = three_kinds(100, 15, 3, 0.2);
  const ItccOptions options{.clusters = 4, .feature_clusters = 5, .restarts = 3};
  const auto found = itcc(items, options);
  expect_same(found, itcc(Matrix(items * 4), options));
  expect_same(found, itcc(Matrix(items * 0.25), options));
  // Not even where the counts are no longer whole: their sums then round, and J with them.
  const auto tenth = itcc(Matrix(items * 0.1), options);
  EXPECT_EQ(tenth.labels, found.labels);
  EXPECT_NEAR(tenth.objective.value, found.objective.value, 1e-12);
}

TEST(ItccFrom, GivesShuffledItemsShuffledLabels) {
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const Matrix items = three_kinds(150, 18, 4, 0.1);
    std::vector<Index> order(150);
    std::iota(order.begin(), order.end(), Index{0});
    Random(5).shuffle(order);
    Matrix shuffled(150, 18);
    std::vector<int> start(150), shuffled_start(150);
    for (Index i = 0; i < 150; ++i) start[i] = static_cast<int>(i / 50);
    for (Index i = 0; i < 150; ++i) {
      shuffled.row(i) = items.row(order[i]);
      shuffled_start[i] = start[order[i]];
    }
    const ItccOptions options{.clusters = 3, .feature_clusters = 4, .search = search};
    const auto a = itcc_from(items, start, options), b = itcc_from(shuffled, shuffled_start, options);
    for (Index i = 0; i < 150; ++i) EXPECT_EQ(b.labels[i], a.labels[order[i]]) << i;
    EXPECT_EQ(a.features, b.features);
    EXPECT_NEAR(a.objective.value, b.objective.value, 1e-13);
  }
}

TEST(Itcc, LeavesItemsAndFeaturesWithoutCountsAlone) {
  Matrix items = Matrix::Zero(40, 14);
  items.block(4, 1, 36, 12) = three_kinds(36, 12, 6);
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const auto found = itcc(items, {.clusters = 3, .feature_clusters = 100, .search = search});
    EXPECT_EQ(found.feature_clusters, 12);
    expect_kinds({found.labels.begin() + 4, found.labels.end()});
    expect_consistent(items, found);
  }
}

TEST(Itcc, OfOneItemOrEqualItemsIsOneCluster) {
  const Matrix one{{1, 2, 3}}, equal = Matrix::Ones(5, 3);
  EXPECT_THAT(itcc(one, {.clusters = 1}).labels, Each(0));
  const auto found = itcc(equal, {.clusters = 1});
  EXPECT_THAT(found.labels, Each(0));
  EXPECT_NEAR(found.objective.value, 0, 1e-15);
}

TEST(Itcc, StopsWhenAskedAndKeepsAResult) {
  const Matrix items = three_kinds(300, 30, 7, 0.1);
  std::stop_source at_once, later;
  at_once.request_stop();
  int calls = 0;
  const auto watch = [&](const Progress& progress) {
    EXPECT_LE(progress.iteration, progress.iterations);
    EXPECT_LE(progress.restarts_done, progress.restarts);
    if (++calls == 4) later.request_stop();
  };
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch})
    for (const auto& run : {bellwether::Run{.stop = at_once.get_token()},
                            bellwether::Run{.on_progress = watch, .stop = later.get_token()}}) {
      const ItccOptions options{.clusters = 5, .search = search, .restarts = 1000};
      const auto found = itcc(items, options, run);
      EXPECT_TRUE(found.stopped);
      expect_consistent(items, found);
      EXPECT_TRUE(
          feature_clustering(items, {.clusters = 5, .search = search, .restarts = 1000}, run).stopped);
    }
}

TEST(Itcc, SaysWhatIsWrongAndWhatToDo) {
  const Matrix items = three_kinds(10, 6, 1);
  EXPECT_THAT([&] { itcc(items, {.clusters = 0}); }, ThrowsMessage<InvalidOption>(HasSubstr("at least 1")));
  EXPECT_THAT([&] { itcc(items, {.clusters = 11}); },
              ThrowsMessage<InvalidInput>(HasSubstr("only 10 items")));
  EXPECT_THAT([&] { itcc(items, {.clusters = 2, .restarts = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("restarts")));
  Matrix negative = items;
  negative(3, 4) = -2;
  EXPECT_THAT([&] { itcc(negative); }, ThrowsMessage<InvalidInput>(testing::AllOf(
                                           HasSubstr("row 4, column 5 (counted from 1) of the items is -2"),
                                           HasSubstr("choose a method"))));
  EXPECT_THAT([&] { itcc(Matrix(Matrix::Zero(4, 3)), {.clusters = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("all values are 0")));
  EXPECT_THAT([&] { itcc(Matrix(0, 3), {.clusters = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("no items")));
  EXPECT_THAT([&] { itcc(Matrix(3, 0), {.clusters = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("no features")));
  const Matrix few{{1, 2}, {1, 2}, {0, 0}, {3, 1}};
  EXPECT_NO_THROW(itcc(few, {.clusters = 2}));
  EXPECT_THAT([&] { itcc(few, {.clusters = 3}); },
              ThrowsMessage<InvalidInput>(HasSubstr("are different and have counts: ask for fewer")));
  for (const auto& bad : std::vector<std::pair<std::vector<int>, std::string>>{
           {{0, 1}, "2 labels, but there are 4 items"},
           {{0, 0, 0, 2}, "item 3 starts in cluster 2"},
           {{0, 0, 1, 0}, "cluster 1 of the start has no item with counts"}})
    EXPECT_THAT([&] { itcc_from(few, bad.first, {.clusters = 2}); },
                ThrowsMessage<InvalidInput>(HasSubstr(bad.second)));
}

}  // namespace
}  // namespace bellwether
