#include <bellwether/links/logistic.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/links/logistic_choice.h>
#include <bellwether/methods/method.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/agreement.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::LabelledItems;
using testing_support::random_matrix;
using testing_support::reveal_first_of_each;
using testing_support::three_blobs;

/// Round blobs of different sizes around centres by chance; item i is from blob `truth[i]`.
LabelledItems planted(int blobs, Index items, Index features, double spread, std::uint64_t random_seed) {
  Random random(random_seed);
  const Matrix centres = random_matrix(blobs, features, random_seed + 1000);
  LabelledItems made{Matrix(items, features), {}};
  for (Index i = 0; i < items; ++i) {
    made.truth.push_back(static_cast<int>(std::min(random.below(blobs), random.below(blobs))));
    for (Index j = 0; j < features; ++j)
      made.items(i, j) = centres(made.truth.back(), j) + spread * random.normal();
  }
  return made;
}

/// Two classes that differ in the first feature; the others scatter ten times as much.
LabelledItems stretched(Index items, std::uint64_t random_seed) {
  Random random(random_seed);
  LabelledItems made{Matrix(items, 3), {}};
  for (Index i = 0; i < items; ++i) {
    made.truth.push_back(static_cast<int>(i % 2));
    made.items.row(i) << static_cast<double>(i % 2) + 0.15 * random.normal(), 5 * random.normal(),
        5 * random.normal();
  }
  return made;
}

/// The labels of the first `most` items of each class below `classes`.
std::vector<int> reveal(const std::vector<int>& truth, int classes, int most) {
  std::vector<int> seeds(truth.size(), unlabelled), seen(100, 0);
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (truth[i] < classes && seen[truth[i]]++ < most) seeds[i] = truth[i];
  return seeds;
}

double agreement(const std::vector<int>& found, const std::vector<int>& truth) {
  return adjusted_rand_index(cross_tabulate(found, truth));
}

TEST(Logistic, ASeedInEachBlobFindsTheBlobsAndTheirNumbers) {
  const auto [items, truth] = three_blobs({.per_blob = 50, .spread = 0.1});
  const auto found = logistic(items, reveal_first_of_each(truth), {.clusters = 3});
  EXPECT_EQ(found.labels, truth);
  EXPECT_EQ(found.model.penalty, LogisticSettings{}.penalty);  // nothing can be held out
}

TEST(Logistic, LearnsWhatTellsTheSeedsApartAndNotWhatScattersMost) {
  const auto [items, truth] = stretched(400, 1);
  const auto seeds = reveal(truth, 2, 20);
  EXPECT_GT(agreement(logistic(items, seeds, {.clusters = 2}).labels, truth), 0.9);
  EXPECT_LT(agreement(kmeans(items, {.clusters = 2}, {}, {seeds, true}).labels, truth), 0.2);
}

TEST(Logistic, SeedsStayEvenWhereTheyAreWrong) {
  const auto [items, truth] = three_blobs({.per_blob = 30, .spread = 0.1});
  auto seeds = reveal(truth, 3, 10);
  seeds[0] = 2;
  const auto found = logistic(items, seeds, {.clusters = 3});
  EXPECT_EQ(found.labels[0], 2);
  EXPECT_EQ(found.probabilities[0], 1);
  for (std::size_t i = 1; i < truth.size(); ++i) EXPECT_EQ(found.labels[i], truth[i]) << i;
}

TEST(Logistic, ManySeedsOfOneClassDoNotFoolIt) {
  // Two classes that overlap: 60 seeds of one, 4 of the other, and as many items of each.
  Random random(1);
  Matrix items(2000, 1);
  std::vector<int> truth, seeds;
  for (Index i = 0; i < 2000; ++i) {
    truth.push_back(static_cast<int>(i % 2));
    items(i, 0) = 1.5 * truth.back() + random.normal();
    seeds.push_back(i < 120 && (truth.back() == 0 || i < 8) ? truth.back() : unlabelled);
  }
  const auto share_of_second = [&](bool balanced) {
    const auto found = logistic(items, seeds, {.clusters = 2, .penalty = 0.1, .balanced = balanced});
    return static_cast<double>(std::ranges::count(found.labels, 1)) / 2000;
  };
  EXPECT_NEAR(share_of_second(true), 0.5, 0.2);  // four seeds say little about where the border is
  EXPECT_LT(share_of_second(false), 0.15);
}

TEST(Logistic, ClustersWithoutASeedAreFoundAsWellAsByConstrainedKMeans) {
  double with = 0, by_means = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto [items, truth] = planted(6, 600, 5, 0.4, seed);
    const auto seeds = reveal(truth, 3, 15);
    const auto found = logistic(items, seeds, {.clusters = 6}).labels;
    const auto means = kmeans(items, {.clusters = 6}, {}, {seeds, true}).labels;
    std::vector<int> unseen, of_logistic, of_means;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      if (truth[i] < 3) continue;
      unseen.push_back(truth[i]);
      of_logistic.push_back(found[i]);
      of_means.push_back(means[i]);
    }
    with += agreement(of_logistic, unseen) / 20;
    by_means += agreement(of_means, unseen) / 20;
  }
  EXPECT_GE(with, by_means - 0.01) << by_means;
  EXPECT_GT(with, 0.7);
}

TEST(Logistic, NoClusterWithoutASeedIsSwallowed) {
  const auto [items, truth] = three_blobs({.per_blob = 40, .spread = 0.3});
  const auto found = logistic(items, reveal(truth, 2, 20), {.clusters = 3});
  EXPECT_EQ(found.labels, truth);
}

TEST(Logistic, WithoutSeedsItIsKMeans) {
  const Matrix items = random_matrix(300, 4, 1);
  const auto plain = kmeans(items, {.clusters = 5, .random_seed = 3});
  const std::vector<int> none(300, unlabelled);
  for (const std::span<const int> seeds : {std::span<const int>{}, std::span<const int>(none)}) {
    const auto found = logistic(items, seeds, {.clusters = 5, .random_seed = 3});
    EXPECT_EQ(found.labels, plain.labels);
    // And places nearly where k-means does: borders are linear for both.
    EXPECT_GT(agreement(place_by_logistic(items, found.model).labels, plain.labels), 0.9);
  }
}

TEST(Logistic, UnitsDoNotMatter) {
  const auto [items, truth] = planted(4, 300, 5, 0.6, 1);
  const auto seeds = reveal(truth, 4, 10);
  const auto found = logistic(items, seeds, {.clusters = 4});
  for (const double unit : {0x1p-300, 0x1p20, 0x1p300}) {
    const Matrix scaled = unit * items;
    const auto again = logistic(scaled, seeds, {.clusters = 4});
    EXPECT_EQ(again.labels, found.labels) << unit;
    EXPECT_EQ(again.model.penalty, found.model.penalty) << unit;
  }
}

TEST(Logistic, ANewItemIsPlacedByItsProbabilities) {
  const auto [items, truth] = three_blobs({.per_blob = 30, .spread = 0.5});
  const auto found = logistic(items, reveal(truth, 3, 5), {.clusters = 3});
  const auto placed = place_by_logistic(Matrix{{0, 1}, {9, 1}, {5, 4}}, found.model);
  EXPECT_EQ(placed.labels[0], 0);
  EXPECT_EQ(placed.labels[1], 1);
  EXPECT_GT(placed.probabilities[0], placed.probabilities[2]);
  double log_likelihood = 0;
  for (const double p : placed.probabilities) log_likelihood += std::log(p);
  EXPECT_NEAR(placed.objective, log_likelihood - penalty_of(found.model), 1e-12);
}

TEST(Logistic, ExamplesOfAClusterWithoutSeedsWeighWhatSeedsDo) {
  // By hand: J at the blank model is the total weight times -log K. 6 seeds in each of two clusters, `others`
  // times as much for their other items; the third weighs 6, too.
  const auto [items, truth] = three_blobs({.per_blob = 40, .spread = 0.1});
  const auto seeds = reveal(truth, 2, 6);
  for (const double others : {0.0, 0.5, 2.0}) {
    const auto found = logistic(items, seeds, {.clusters = 3, .others = others});
    EXPECT_NEAR(found.objective.trace.front(), -(18 + 12 * others) * std::log(3.0), 1e-12);
  }
}

TEST(LogisticExamples, OthersAreTakenEvenlyAndWeighNoMoreThanASeed) {
  const Matrix items = random_matrix(1001, 1, 1);
  std::vector<int> seeds(1001, unlabelled), found(1001, 0);
  seeds[0] = 0;
  for (std::size_t i = 1; i < 3; ++i) found[i] = 1;
  const auto set = examples_of(items, SeededClusters(seeds, 2), found, 5, true);
  ASSERT_EQ(set.classes.size(), 1u + 2 + most_others);
  EXPECT_EQ(set.weights[0], 1);
  EXPECT_EQ(set.weights[1], 0.5);
  EXPECT_NEAR(set.weights[3], 5.0 / most_others, 1e-15);
  EXPECT_EQ(examples_of(items, SeededClusters(seeds, 2), found, 500, true).weights[3], 1);
  EXPECT_EQ(examples_of(items, SeededClusters(seeds, 2), {}, 5, true).classes.size(), 1u);
}

/// What is chosen for these seeds, where k-means would say `found`.
LogisticSettings chosen(const Matrix& items, std::span<const int> seeds, int clusters,
                        const std::vector<int>& found) {
  const auto find = [&](std::span<const int>, const Run&) { return found; };
  return chosen_settings(items, SeededClusters(seeds, clusters), {}, {}, true,
                         blank_model(clusters, Vector::Zero(items.cols()), std::sqrt(50.0), 1), {}, find, {});
}

TEST(LogisticChoice, BelievesKMeansWhereItIsRightAboutHeldOutSeeds) {
  const auto [items, truth] = stretched(200, 1);
  const auto seeds = reveal(truth, 2, 10);
  std::vector<int> by_length;
  for (Index i = 0; i < 200; ++i) by_length.push_back(items(i, 1) > 0 ? 1 : 0);
  EXPECT_EQ(chosen(items, seeds, 2, truth).others, 0.5);
  EXPECT_EQ(chosen(items, seeds, 2, by_length).others, 0);
}

TEST(LogisticChoice, PrefersALittlePenaltyWhereTheClassesAreClearAndALargeOneInNoise) {
  const auto [items, truth] = stretched(60, 1);
  EXPECT_LE(chosen(items, truth, 2, truth).penalty, 0.01);
  EXPECT_GE(chosen(7 * random_matrix(60, 3, 2), truth, 2, truth).penalty, 0.1);
}

TEST(LogisticChoice, WhereNothingCanBeHeldOutItIsTheUsual) {
  const Matrix items = random_matrix(5, 2, 1);
  for (const std::vector<int>& seeds : {std::vector{0, 1, 2, 3, 4}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 0}}) {
    EXPECT_EQ(chosen(items, seeds, 5, seeds).penalty, LogisticSettings{}.penalty);
    EXPECT_EQ(chosen(items, seeds, 5, seeds).others, LogisticSettings{}.others);
  }
}

TEST(Logistic, EveryItemASeedAndOneClusterAreNoTrouble) {
  const auto [items, truth] = three_blobs({.per_blob = 10, .spread = 0.5});
  EXPECT_EQ(logistic(items, truth, {.clusters = 3}).labels, truth);
  EXPECT_THAT(logistic(items, std::vector<int>(30, 0), {.clusters = 1}).labels, Each(0));
  EXPECT_THAT(logistic(items, reveal(truth, 1, 3), {.clusters = 2}).labels, Contains(1));
}

TEST(Logistic, SaysWhatToDoAboutASeedOutOfRangeAndAStart) {
  const std::vector<int> seeds{0, 1, 7, unlabelled}, start{0, 0, 1, 1};
  const Matrix items = random_matrix(4, 2, 1);
  EXPECT_THAT([&] { logistic(items, seeds, {.clusters = 2}); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 2 is seeded with cluster 7")));
  EXPECT_THAT([&] { find_method("logistic").cluster({.items = items, .start = start}, {}, {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("takes no start")));
}

}  // namespace
}  // namespace bellwether
