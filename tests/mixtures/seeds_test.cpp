// Seeded and constrained forms of the four searches.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/mixtures/vm.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::reveal_first_of_each;
using testing_support::three_blobs;
using testing_support::to_sparse;

/// Every item's seed with the given chance, otherwise unlabelled.
std::vector<int> random_seeds(Index items, int clusters, double share, std::uint64_t random_seed) {
  Random random(random_seed);
  std::vector<int> seeds(static_cast<std::size_t>(items), unlabelled);
  for (auto& seed : seeds)
    if (random.uniform() < share) seed = static_cast<int>(random.below(clusters));
  return seeds;
}

/// Constrained k-means as on the slides, slowly: 1. means of the seeds; 2a. seeds stay, others go to the
/// nearest mean; 2b. means; until nothing moves. Every cluster has a seed.
std::vector<int> constrained_by_hand(const Matrix& items, const std::vector<int>& seeds, int clusters,
                                     bool hold) {
  const auto means_of_labels = [&](const std::vector<int>& labels) {
    Matrix means = Matrix::Zero(clusters, items.cols());
    Vector counts = Vector::Zero(clusters);
    for (Index i = 0; i < items.rows(); ++i)
      if (labels[i] != unlabelled) {
        means.row(labels[i]) += items.row(i);
        counts[labels[i]] += 1;
      }
    for (int k = 0; k < clusters; ++k) means.row(k) /= counts[k];
    return means;
  };
  std::vector<int> labels = seeds;
  for (int round = 0; round < 100; ++round) {
    const Matrix means = means_of_labels(labels);
    for (Index i = 0; i < items.rows(); ++i) {
      if (hold && seeds[i] != unlabelled) continue;
      Index nearest = 0;
      (means.rowwise() - items.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
      labels[i] = static_cast<int>(nearest);
    }
  }
  return labels;
}

TEST(SeededStart, IsTheMeanOfEachClustersSeeds) {
  const Matrix items{{0, 0}, {2, 0}, {9, 9}, {5, 5}, {7, 1}};
  const std::vector<int> seeds{1, 1, 0, unlabelled, unlabelled};
  const Matrix start = seeded_start(items, seeds, 2, Start::plus_plus, Random(1), {});
  EXPECT_EQ(start, (Matrix{{9, 9}, {1, 0}}));
}

TEST(SeededStart, AMissingCentreIsDrawnAwayFromTheSeededOnes) {
  const auto [items, truth] = three_blobs({.per_blob = 40, .spread = 0.01});
  std::vector<int> seeds(truth.size(), unlabelled);
  seeds[0] = 2;  // blob 0 is called cluster 2, blob 1 cluster 0; cluster 1 has no seed
  seeds[1] = 0;
  for (std::uint64_t random_seed = 0; random_seed < 30; ++random_seed) {
    const Matrix start = seeded_start(items, seeds, 3, Start::plus_plus, Random(random_seed), {});
    EXPECT_EQ(start.row(2), items.row(0));
    EXPECT_EQ(start.row(0), items.row(1));
    // 0.01 squared against 100: another blob than the third would be a chance of one in a million.
    EXPECT_NEAR(start(1, 0), 5, 0.1);
    EXPECT_NEAR(start(1, 1), 8.66, 0.1);
  }
}

TEST(SeededStart, WithoutAnySeedIsTheUsualStart) {
  const Matrix items = random_matrix(50, 3, 1);
  const std::vector<int> none(50, unlabelled);
  EXPECT_EQ(seeded_start(items, none, 4, Start::plus_plus, Random(3), {}),
            plus_plus_start(items, 4, Random(3), {}));
}

TEST(SeededStart, DirectionsHaveLengthOne) {
  const Matrix items = random_counts(40, 6, 0.5, 1);
  const auto inverse = inverse_lengths(items, {});
  for (const Start start : {Start::plus_plus, Start::random}) {
    const Matrix made = seeded_start(items, random_seeds(40, 2, 0.3, 1), 5, start, Random(1), {}, inverse);
    for (Index k = 0; k < 5; ++k) EXPECT_NEAR(made.row(k).norm(), 1, 1e-12);
  }
}

TEST(SeededKMeans, OneSeedInEachBlobFindsTheBlobsAndTheirNumbers) {
  const auto [items, truth] = three_blobs({.per_blob = 50, .spread = 0.1});
  const auto seeds = reveal_first_of_each(truth);
  for (const bool hold : {false, true}) {
    EXPECT_EQ(kmeans(items, {.clusters = 3}, {}, {seeds, hold}).labels, truth);
    EXPECT_EQ(gm(items, {.clusters = 3}, {}, {seeds, hold}).labels, truth);
    Matrix shifted = items;
    shifted.rowwise() += Eigen::RowVector2d(-5, -3);  // so that the blobs differ in direction
    EXPECT_EQ(spherical_kmeans(shifted, {.clusters = 3}, {}, {seeds, hold}).labels, truth);
    EXPECT_EQ(vm(shifted, {.clusters = 3}, {}, {seeds, hold}).labels, truth);
  }
}

TEST(SeededKMeans, ASeedMayMoveAndAHeldOneMayNot) {
  // Item 3 is seeded with the far cluster: seeded k-means lets it go home, constrained k-means does not.
  const Matrix items{{0}, {1}, {10}, {0.5}};
  const std::vector<int> seeds{0, unlabelled, 1, 1};
  EXPECT_THAT(kmeans(items, {.clusters = 2}, {}, {seeds, false}).labels, ElementsAre(0, 0, 1, 0));
  const auto held = kmeans(items, {.clusters = 2}, {}, {seeds, true});
  EXPECT_THAT(held.labels, ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(held.means, (Matrix{{0.5}, {5.25}}));
  EXPECT_NEAR(held.objective.value, 0.25 + 0.25 + 2 * 4.75 * 4.75, 1e-12);
}

RC_GTEST_PROP(SeededKMeans, BothFormsAreThoseOfTheSlides, ()) {
  const auto random_seed = *rc::gen::arbitrary<std::uint64_t>();
  const Matrix items = random_matrix(60, 3, random_seed);
  auto seeds = random_seeds(60, 4, 0.3, random_seed);
  for (int k = 0; k < 4; ++k) seeds[k] = k;
  for (const bool hold : {false, true})
    for (const KMeansSearch search : {KMeansSearch::bounded, KMeansSearch::lloyd}) {
      const KMeansOptions options{.clusters = 4, .search = search, .tolerance = 0};
      const auto found = kmeans(items, options, {}, {seeds, hold});
      if (found.refills == 0) RC_ASSERT(found.labels == constrained_by_hand(items, seeds, 4, hold));
    }
}

RC_GTEST_PROP(SeededKMeans, HeldSeedsStayAndTheObjectiveGoesItsWay, ()) {
  const auto random_seed = *rc::gen::arbitrary<std::uint64_t>();
  const Matrix items = random_counts(80, 5, 0.6, random_seed);
  const SparseMatrix sparse = to_sparse(items);
  const auto seeds = random_seeds(80, 3, 0.4, random_seed + 1);  // cluster 3 never has one
  const auto check = [&](const Clustering& found) {
    for (std::size_t i = 0; i < seeds.size(); ++i)
      RC_ASSERT(seeds[i] == unlabelled || found.labels[i] == seeds[i]);
    const double sign = found.objective.goal == Goal::minimise ? 1 : -1;
    const auto& trace = found.objective.trace;
    for (std::size_t t = 1; t < trace.size(); ++t)
      RC_ASSERT(sign * trace[t] <= sign * trace[t - 1] + 1e-11 * std::abs(trace[t - 1]));
    for (const double p : found.probabilities) RC_ASSERT(p > 0);
  };
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    check(kmeans(rows, {.clusters = 4, .restarts = 2, .tolerance = 0}, {}, {seeds, true}));
    check(spherical_kmeans(rows, {.clusters = 4, .restarts = 2, .tolerance = 0}, {}, {seeds, true}));
    check(gm(rows, {.clusters = 4, .restarts = 2}, {}, {seeds, true}));
    check(vm(rows, {.clusters = 4, .restarts = 2}, {}, {seeds, true}));
  }
}

/// log w_z N(x | mu_z, v I) for a known cluster, log sum_k otherwise: from the definition.
TEST(ConstrainedGm, TheLikelihoodCountsAKnownClusterAsObserved) {
  const Matrix items = random_matrix(30, 2, 5);
  const auto seeds = random_seeds(30, 3, 0.4, 5);
  const auto found = gm(items, {.clusters = 3, .restarts = 1}, {}, {seeds, true});
  double expected = 0;
  for (Index i = 0; i < 30; ++i) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      if (seeds[i] != unlabelled && seeds[i] != k) continue;
      const double distance = (items.row(i) - found.model.means.row(k)).squaredNorm();
      sum += found.model.weights[k] * std::exp(-distance / (2 * found.model.variance)) /
             (2 * std::numbers::pi * found.model.variance);
    }
    expected += std::log(sum);
  }
  EXPECT_NEAR(found.objective.value, expected, 1e-9 * std::abs(expected));
}

TEST(ConstrainedGm, WithEveryItemHeldTheModelIsThatOfTheClasses) {
  const auto [items, truth] = three_blobs({.per_blob = 30, .spread = 4});
  const auto found = gm(items, {.clusters = 3}, {}, {truth, true});
  EXPECT_EQ(found.labels, truth);
  EXPECT_TRUE(found.model.means.isApprox(means_of(items, truth, 3), 1e-12));
}

TEST(SeededKMeans, TheNumberOfThreadsDoesNotShow) {
  const auto [items, truth] = three_blobs({.per_blob = 2000, .spread = 4});
  const auto seeds = random_seeds(6000, 3, 0.1, 9);
  for (const bool hold : {false, true}) {
    const auto one = kmeans(items, {.clusters = 5}, {.threads = 1}, {seeds, hold});
    const auto four = kmeans(items, {.clusters = 5}, {.threads = 4}, {seeds, hold});
    EXPECT_EQ(one.means, four.means);
    EXPECT_EQ(one.labels, four.labels);
  }
}

TEST(SeededKMeans, EveryItemHeldLeavesAnUnseededClusterEmpty) {
  const auto [items, truth] = three_blobs({.per_blob = 5});
  const auto found = kmeans(items, {.clusters = 4}, {}, {truth, true});
  EXPECT_EQ(found.labels, truth);
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(spherical_kmeans(Matrix(items.array() + 1), {.clusters = 4}, {}, {truth, true}).labels, truth);
}

TEST(SeededKMeans, AnEmptiedClusterIsNotRefilledWithAHeldItem) {
  // The far item is held; refilling cluster 2 with it again and again would never end.
  const Matrix items{{0}, {1}, {2}, {100}, {3}};
  const std::vector<int> seeds{0, 0, unlabelled, 0, unlabelled};
  const auto found = kmeans_from(items, Matrix{{0}, {1e6}}, {.clusters = 2}, {}, {seeds, true});
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(std::set<int>(found.labels.begin(), found.labels.end()).size(), 2u);
}

TEST(SeededKMeans, OnlyUnseededClustersNeedRestarts) {
  const std::vector<int> all{0, 1, unlabelled}, some{0, unlabelled, unlabelled};
  EXPECT_EQ(restarts_worth_making({all}, 2, 10), 1);
  EXPECT_EQ(restarts_worth_making({some}, 2, 10), 10);
  EXPECT_EQ(restarts_worth_making({}, 2, 10), 10);
}

TEST(SeededKMeans, SaysWhatToDoAboutASeedOutOfRange) {
  const Matrix items = random_matrix(4, 2, 1);
  const std::vector<int> seeds{0, 1, 7, unlabelled}, short_seeds{0};
  EXPECT_THAT([&] { kmeans(items, {.clusters = 2}, {}, {seeds}); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 2 is seeded with cluster 7")));
  EXPECT_THAT([&] { vm(items, {.clusters = 2}, {}, {short_seeds}); },
              ThrowsMessage<InvalidInput>(HasSubstr("1 seeds for 4 items")));
}

TEST(SeededKMeans, SaysWhichSeedsHaveNoDirectionInCommon) {
  const Matrix items{{1, 0}, {-1, 0}, {0, 1}};
  const std::vector<int> seeds{0, 0, 1};
  EXPECT_THAT([&] { spherical_kmeans(items, {.clusters = 2}, {}, {seeds}); },
              ThrowsMessage<InvalidInput>(HasSubstr("the seeds of cluster 0 point in opposite directions")));
}

}  // namespace
}  // namespace bellwether
