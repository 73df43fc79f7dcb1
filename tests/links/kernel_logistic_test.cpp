#include <bellwether/links/kernel_logistic.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/links/logistic.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/agreement.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::LabelledItems;
using testing_support::random_matrix;
using testing_support::reveal_first_of_each;
using testing_support::three_blobs;
using testing_support::to_sparse;

double agreement(const std::vector<int>& found, const std::vector<int>& truth) {
  return adjusted_rand_index(cross_tabulate(found, truth));
}

/// A disc in a ring: no straight border tells them apart.
LabelledItems disc_in_ring(Index items) {
  Random random(1);
  LabelledItems made{Matrix(items, 2), {}};
  for (Index i = 0; i < items; ++i) {
    made.truth.push_back(static_cast<int>(i % 2));
    const double angle = 2 * std::numbers::pi * random.uniform();
    const double radius = i % 2 == 0 ? random.uniform() : 2 + 0.5 * random.uniform();
    made.items.row(i) << radius * std::cos(angle), radius * std::sin(angle);
  }
  return made;
}

std::vector<int> reveal(const std::vector<int>& truth, std::size_t most) {
  std::vector<int> seeds(truth.size(), unlabelled);
  for (std::size_t i = 0; i < most; ++i) seeds[i] = truth[i];
  return seeds;
}

std::vector<Index> all_of(const Matrix& items) {
  std::vector<Index> numbers(static_cast<std::size_t>(items.rows()));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

TEST(KernelFeatures, TheirProductsAreTheKernelsBetweenLandmarks) {
  const Matrix items = random_matrix(30, 4, 1);
  const Kernel kernel = kernel_at(items, all_of(items), 1.5);
  const Matrix kernels = KernelPass(kernel)(items), features = kernels * kernel_root(kernel);
  std::vector<double> distances;
  for (Index a = 0; a < 30; ++a)
    for (Index b = 0; b < a; ++b) distances.push_back((items.row(a) - items.row(b)).squaredNorm());
  std::ranges::sort(distances);
  EXPECT_EQ(kernel.width, 1.5 * distances[distances.size() / 2]);
  for (Index a = 0; a < 30; ++a)
    for (Index b = 0; b < 30; ++b) {
      const double meant = std::exp(-(items.row(a) - items.row(b)).squaredNorm() / kernel.width);
      EXPECT_NEAR(kernels(a, b), meant, 1e-14);
      EXPECT_NEAR(features.row(a).dot(features.row(b)), meant, 1e-7);  // eigenvalues below 1e-8 are left out
    }
}

TEST(KernelFeatures, SparseRowsHaveTheKernelsOfDenseOnesAndFarItemsThoseOfNearOnes) {
  const Matrix items = testing_support::random_counts(20, 6, 0.4, 1);
  const SparseMatrix sparse = to_sparse(items);
  const auto numbers = all_of(items);
  const Matrix near = KernelPass(kernel_at(items, numbers, 1))(items);
  EXPECT_LT((KernelPass(kernel_at(sparse, numbers, 1))(sparse) - near).cwiseAbs().maxCoeff(), 1e-13);
  // Counts and 2^30 add up exactly.
  const Matrix far = (items.array() + 0x1p30).matrix();
  EXPECT_LT((KernelPass(kernel_at(far, numbers, 1))(far) - near).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(KernelFeatures, LandmarksThatRepeatEachOtherAddNothing) {
  Matrix items = random_matrix(6, 2, 1);
  items.bottomRows(3) = items.topRows(3);
  EXPECT_EQ(kernel_root(kernel_at(items, all_of(items), 1)).cols(), 3);
  EXPECT_EQ(kernel_at(Matrix(Matrix::Ones(4, 2)), {0, 1, 2}, 1).width, 1);
}

TEST(KernelLogistic, ASeedInEachBlobFindsTheBlobsAndTheirNumbers) {
  const auto [items, truth] = three_blobs({.per_blob = 50, .spread = 0.1});
  EXPECT_EQ(kernel_logistic(items, reveal_first_of_each(truth), {.clusters = 3}).labels, truth);
}

TEST(KernelLogistic, FindsAClassThatSurroundsAnother) {
  const auto [items, truth] = disc_in_ring(400);
  const auto seeds = reveal(truth, 40);
  EXPECT_GT(agreement(kernel_logistic(items, seeds, {.clusters = 2}).labels, truth), 0.95);
  EXPECT_LT(agreement(logistic(items, seeds, {.clusters = 2}).labels, truth), 0.3);
  EXPECT_LT(agreement(kmeans(items, {.clusters = 2}, {}, {seeds, true}).labels, truth), 0.3);
}

TEST(KernelLogistic, BelievesWhatAgreesWithKMeansWhereSeedsAreFew) {
  // Overlapping blobs in many dimensions: two seeds of each say little about the border by themselves.
  double alone = 0, together = 0;
  for (std::uint64_t draw = 0; draw < 10; ++draw) {
    Random random(draw);
    Matrix items = random_matrix(300, 20, draw + 100);
    std::vector<int> truth;
    for (Index i = 0; i < 300; ++i) {
      truth.push_back(static_cast<int>(i % 3));
      items(i, truth.back()) += 4;
    }
    const auto seeds = reveal(truth, 6);
    alone += agreement(kernel_logistic(items, seeds, {.clusters = 3, .rounds = 0}).labels, truth) / 10;
    together += agreement(kernel_logistic(items, seeds, {.clusters = 3}).labels, truth) / 10;
  }
  EXPECT_GT(together, alone + 0.1);
}

TEST(KernelLogistic, OthersThatWeighNothingAreAsIfNothingWasAgreedOn) {
  const auto [items, truth] = disc_in_ring(100);
  const auto seeds = reveal(truth, 10);
  const auto none = kernel_logistic(items, seeds, {.clusters = 2, .rounds = 0, .tolerance = 1e-8});
  const auto nothing = kernel_logistic(items, seeds, {.clusters = 2, .others = 0, .tolerance = 1e-8});
  EXPECT_EQ(nothing.labels, none.labels);
  EXPECT_NEAR(nothing.objective.value, none.objective.value,
              1e-6);  // the second begins where the first ended
}

TEST(KernelLogistic, SeedsStayEvenWhereTheyAreWrong) {
  const auto [items, truth] = three_blobs({.per_blob = 30, .spread = 0.1});
  auto seeds = reveal(truth, 30);
  seeds[0] = 2;
  const auto found = kernel_logistic(items, seeds, {.clusters = 3});
  EXPECT_EQ(found.labels[0], 2);
  EXPECT_EQ(found.probabilities[0], 1);
}

TEST(KernelLogistic, AClusterWithoutASeedIsFound) {
  const auto [items, truth] = three_blobs({.per_blob = 40, .spread = 0.3});
  auto seeds = reveal(truth, 60);
  for (int& seed : seeds)
    if (seed == 2) seed = unlabelled;
  EXPECT_EQ(kernel_logistic(items, seeds, {.clusters = 3}).labels, truth);
}

TEST(KernelLogistic, WithoutSeedsItIsKMeansAndPlacesNearlyAsItDoes) {
  const Matrix items = random_matrix(300, 4, 1);
  const auto plain = kmeans(items, {.clusters = 5, .random_seed = 3});
  const auto found = kernel_logistic(items, {}, {.clusters = 5, .random_seed = 3});
  EXPECT_EQ(found.labels, plain.labels);
  EXPECT_GT(agreement(place_by_kernel_logistic(items, found.model).labels, plain.labels), 0.9);
}

TEST(KernelLogistic, FewLandmarksAreNearlyAsGoodAsAllItems) {
  const auto [items, truth] = disc_in_ring(400);
  const auto seeds = reveal(truth, 100);
  const auto all = kernel_logistic(items, seeds, {.clusters = 2, .landmarks = 400});
  const auto few = kernel_logistic(items, seeds, {.clusters = 2, .landmarks = 40});
  EXPECT_EQ(all.model.kernel.landmarks.rows(), 400);
  EXPECT_EQ(few.model.kernel.landmarks.rows(), 40);
  EXPECT_GT(agreement(all.labels, few.labels), 0.95);
}

TEST(KernelLogistic, UnitsDoNotMatter) {
  const auto [items, truth] = disc_in_ring(200);
  const auto seeds = reveal(truth, 20);
  const auto found = kernel_logistic(items, seeds, {.clusters = 2});
  for (const double unit : {0x1p-300, 0x1p20, 0x1p300})
    EXPECT_EQ(kernel_logistic(Matrix(unit * items), seeds, {.clusters = 2}).labels, found.labels) << unit;
}

TEST(KernelLogistic, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_matrix(5000, 5, 1);
  std::vector<int> seeds(5000, unlabelled);
  for (int i = 0; i < 60; ++i) seeds[static_cast<std::size_t>(i)] = i % 4;
  const auto one = kernel_logistic(items, seeds, {.clusters = 4}, {.threads = 1});
  const auto four = kernel_logistic(items, seeds, {.clusters = 4}, {.threads = 4});
  EXPECT_EQ(one.labels, four.labels);
  EXPECT_EQ(one.probabilities, four.probabilities);
  EXPECT_EQ(one.model.coefficients, four.model.coefficients);
}

TEST(KernelLogistic, EveryItemASeedAndOneClusterAreNoTrouble) {
  const auto [items, truth] = three_blobs({.per_blob = 10, .spread = 0.5});
  EXPECT_EQ(kernel_logistic(items, truth, {.clusters = 3}).labels, truth);
  EXPECT_THAT(kernel_logistic(items, std::vector<int>(30, 0), {.clusters = 1}).labels, Each(0));
  EXPECT_EQ(kernel_logistic(Matrix{{1, 2}, {3, 4}}, std::vector{0, 1}, {.clusters = 2}).labels,
            (std::vector{0, 1}));
}

TEST(KernelLogistic, SaysWhatToDoAboutASeedOutOfRange) {
  const std::vector<int> seeds{0, 1, 7, unlabelled};
  EXPECT_THAT([&] { kernel_logistic(random_matrix(4, 2, 1), seeds, {.clusters = 2}); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 2 is seeded with cluster 7")));
}

}  // namespace
}  // namespace bellwether
