#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/topics/plsa.h>
#include <tests/support/data.h>
#include <tests/topics/plain.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

/// Items of `clusters` kinds, each with words of its own and some that all have; item i is of kind i mod
/// clusters.
Matrix worded(Index items, Index clusters, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix counts = Matrix::Zero(items, 10 * (clusters + 1));
  for (Index i = 0; i < items; ++i)
    for (int word = 0; word < 60; ++word) {
      const Index of = random.uniform() < 0.7 ? i % clusters : clusters;
      counts(i, 10 * of + random.below(10)) += 1;
    }
  return counts;
}

std::vector<int> kinds(Index items, int clusters) {
  std::vector<int> found;
  for (Index i = 0; i < items; ++i) found.push_back(static_cast<int>(i % clusters));
  return found;
}

bool same_partition(const std::vector<int>& a, const std::vector<int>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((a[i] == a[j]) != (b[i] == b[j])) return false;
  return true;
}

void expect_monotone(const std::vector<double>& trace) {
  for (std::size_t t = 1; t < trace.size(); ++t)
    EXPECT_GE(trace[t], trace[t - 1] - 1e-13 * std::abs(trace[t - 1])) << "round " << t;
}

TEST(Plsa, FindsItemsThatShareWords) {
  const auto found = plsa(worded(60, 3, 1), {.clusters = 3});
  EXPECT_TRUE(same_partition(found.labels, kinds(60, 3)));
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.objective.name, "log-likelihood");
  EXPECT_EQ(found.objective.goal, Goal::maximise);
  EXPECT_EQ(found.tags.size(), 0);
}

TEST(Plsa, OneTopicIsTheMeanOfTheItems) {
  const Matrix items = random_counts(9, 12, 0.5, 4);
  const auto found = plsa(items, {.clusters = 1, .restarts = 1});
  EXPECT_TRUE(found.topics.isApprox(plain::scaled_rows(items).colwise().mean(), 1e-14));
  EXPECT_EQ(found.labels, std::vector<int>(9, 0));
  EXPECT_TRUE(found.mixtures.isApproxToConstant(1, 1e-15));
}

RC_GTEST_PROP(Plsa, ItsLogLikelihoodNeverFallsAndIsThatOfWhatItReturns, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto clusters = *rc::gen::inRange(1, 7);
  const Matrix items = random_counts(*rc::gen::inRange(8, 40), *rc::gen::inRange(10, 50), 0.3, seed);
  const auto found =
      plsa(to_sparse(items), {.clusters = clusters, .restarts = 1, .iterations = 40, .random_seed = seed});
  const auto& trace = found.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t)
    RC_ASSERT(trace[t] >= trace[t - 1] - 1e-13 * std::abs(trace[t]));
  RC_ASSERT(found.objective.value == trace.back());
  RC_ASSERT(static_cast<int>(trace.size()) == found.iterations + 1);
  const double again = plain::likelihood(items, found.mixtures, found.topics);
  RC_ASSERT(std::abs(found.objective.value - again) <= 1e-12 * std::abs(again));
  RC_ASSERT(found.objective.value <= plain::likelihood_bound(items));  // Gibbs' inequality
  for (std::size_t i = 0; i < found.labels.size(); ++i) {
    const Index row = static_cast<Index>(i);
    RC_ASSERT(found.probabilities[i] == found.mixtures.row(row).maxCoeff());
    for (int z = 0; z < found.labels[i]; ++z) RC_ASSERT(found.mixtures(row, z) < found.probabilities[i]);
  }
}

TEST(Plsa, ReachesTheEntropyWhereTheTopicsCanBeExact) {
  // Two kinds of items, and mixtures of them: the shares have rank 2.
  const Matrix topics{{0.5, 0.5, 0, 0}, {0, 0, 0.25, 0.75}};
  Matrix items(7, 4);
  for (Index i = 0; i < 7; ++i)
    items.row(i) =
        static_cast<double>(i) / 6 * topics.row(0) + (1 - static_cast<double>(i) / 6) * topics.row(1);
  const auto found = plsa(items, {.clusters = 2, .iterations = 20'000, .tolerance = 0});
  const double bound = plain::likelihood_bound(items);
  EXPECT_NEAR(found.objective.value, bound, 1e-7 * std::abs(bound));
  EXPECT_LE(found.objective.value, bound + 1e-14 * std::abs(bound));
}

TEST(Plsa, IsAFixedPointOfMultiplicativeUpdatesForTheDivergence) {
  // L differs from - sum KL(a || theta phi) by a constant, so that the stationary points of KL-NMF are these.
  const Matrix items = worded(24, 2, 3), shares = plain::scaled_rows(items);
  const auto found = plsa(items, {.clusters = 2, .restarts = 2, .iterations = 3000, .tolerance = 0});
  const Matrix ratio = shares.array() / (found.mixtures * found.topics).array();
  const Matrix mixtures = found.mixtures.array() * (ratio * found.topics.transpose()).array();
  EXPECT_LT((mixtures - found.mixtures).cwiseAbs().maxCoeff(), 1e-6);
  const Matrix topics = found.topics.array() * (found.mixtures.transpose() * ratio).array();
  const Vector sums = found.mixtures.colwise().sum();
  EXPECT_LT((topics - sums.asDiagonal() * found.topics).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(Plsa, NoDirectionLeadsUpwardsFromWhereItConverged) {
  const Matrix items = worded(20, 2, 5);
  const auto found = plsa(items, {.clusters = 2, .restarts = 1, .iterations = 5000, .tolerance = 0});
  const auto slope = [&](Matrix mixtures, Matrix topics) {  // of L on the way there, by a finite difference
    constexpr double h = 1e-6;
    const Matrix m = (1 - h) * found.mixtures + h * mixtures, t = (1 - h) * found.topics + h * topics;
    return (plain::likelihood(items, m, t) - found.objective.value) / h;
  };
  for (Index i = 0; i < items.rows(); ++i)
    for (Index z = 0; z < 2; ++z) {
      Matrix corner = found.mixtures;
      corner.row(i) = Matrix::Identity(2, 2).row(z);
      EXPECT_LT(slope(corner, found.topics), 1e-4);
    }
  for (Index z = 0; z < 2; ++z)
    for (Index j = 0; j < items.cols(); ++j) {
      Matrix corner = found.topics;
      corner.row(z).setZero();
      corner(z, j) = 1;
      EXPECT_LT(slope(found.mixtures, corner), 1e-2);  // curved: 1 / phi is large where phi is small
    }
}

TEST(Plsa, PermutedItemsAndFeaturesGiveThePermutedResult) {
  const Matrix items = random_counts(20, 15, 0.5, 8);
  const std::vector<int> start = kinds(20, 3);
  std::vector<int> row_order(20), column_order(15);
  std::iota(row_order.begin(), row_order.end(), 0);
  std::iota(column_order.begin(), column_order.end(), 0);
  Random random(1);
  random.shuffle(row_order);
  random.shuffle(column_order);
  Matrix shuffled(20, 15);
  std::vector<int> shuffled_start;
  for (Index i = 0; i < 20; ++i) {
    for (Index j = 0; j < 15; ++j) shuffled(i, j) = items(row_order[i], column_order[j]);
    shuffled_start.push_back(start[row_order[i]]);
  }
  const PlsaOptions options{.clusters = 3, .iterations = 30, .tolerance = 0};
  const auto one = plsa_from(items, start, options), other = plsa_from(shuffled, shuffled_start, options);
  for (Index i = 0; i < 20; ++i)
    EXPECT_TRUE(other.mixtures.row(i).isApprox(one.mixtures.row(row_order[i]), 1e-9));
  for (Index j = 0; j < 15; ++j)
    EXPECT_LT((other.topics.col(j) - one.topics.col(column_order[j])).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Plsa, ScalingAnItemChangesNothing) {
  Matrix items = random_counts(12, 10, 0.5, 2);
  const auto before = plsa(items, {.clusters = 3, .restarts = 2});
  items.row(4) *= 1024;  // exact
  items.row(5) *= 0x1p-500;
  const auto after = plsa(items, {.clusters = 3, .restarts = 2});
  EXPECT_EQ(before.mixtures, after.mixtures);
  EXPECT_EQ(before.topics, after.topics);
}

TEST(Plsa, ItemsAndFeaturesWithoutCountsDoNoHarm) {
  Matrix items = worded(12, 2, 6);
  items.row(3).setZero();
  items.col(5).setZero();
  const auto found = plsa(to_sparse(items), {.clusters = 2, .restarts = 3});
  EXPECT_TRUE(found.mixtures.rowwise().sum().isApproxToConstant(1, 1e-14));
  EXPECT_TRUE(found.topics.col(5).isZero(0));
  const auto from = plsa_from(items, kinds(12, 2), {.clusters = 2});
  EXPECT_EQ(from.mixtures(3, 1), 0.75);  // as it began
  expect_monotone(from.objective.trace);
}

TEST(Plsa, DenseAndSparseItemsGiveTheSame) {
  const Matrix items = random_counts(30, 200, 0.1, 7);
  const auto dense = plsa(items, {.clusters = 4, .restarts = 2}),
             sparse = plsa(to_sparse(items), {.clusters = 4, .restarts = 2});
  EXPECT_EQ(dense.topics.rows(), 4);
  EXPECT_NEAR(dense.objective.value, sparse.objective.value, 1e-9 * std::abs(sparse.objective.value));
  EXPECT_EQ(dense.labels, sparse.labels);
}

TEST(Plsa, TheNumberOfThreadsDoesNotShow) {
  const SparseMatrix items = to_sparse(random_counts(3000, 40, 0.3, 9));
  for (const double temper : {1.0, 0.8}) {
    const PlsaOptions options{.clusters = 5, .temper = temper, .restarts = 2, .iterations = 15};
    const auto one = plsa(items, options, {.threads = 1}), three = plsa(items, options, {.threads = 3});
    EXPECT_EQ(one.topics, three.topics);
    EXPECT_EQ(one.mixtures, three.mixtures);
    EXPECT_EQ(one.objective.trace, three.objective.trace);
  }
}

TEST(Plsa, TheSameSeedGivesTheSameResultAndAnotherAnother) {
  const Matrix items = random_counts(30, 20, 0.4, 3);
  const auto a = plsa(items, {.clusters = 3, .random_seed = 5}),
             b = plsa(items, {.clusters = 3, .random_seed = 5});
  EXPECT_EQ(a.mixtures, b.mixtures);
  EXPECT_NE(a.mixtures, plsa(items, {.clusters = 3, .random_seed = 6}).mixtures);
}

TEST(Plsa, ATemperedStartEndsInPlainEm) {
  const Matrix items = worded(60, 3, 11);
  const auto found = plsa(items, {.clusters = 3, .temper = 0.7, .restarts = 5});
  expect_monotone(found.objective.trace);
  EXPECT_NEAR(found.objective.value, plain::likelihood(items, found.mixtures, found.topics), 1e-10);
  EXPECT_EQ(found.objective.trace.size(), static_cast<std::size_t>(found.iterations) + 1);
  EXPECT_TRUE(same_partition(found.labels, kinds(60, 3)));
}

TEST(Plsa, StoppedEarlyItKeepsWhatItHas) {
  std::stop_source source;
  int rounds = 0;
  const auto watch = [&](const Progress&) {
    if (++rounds == 3) source.request_stop();
  };
  const Matrix items = random_counts(30, 20, 0.4, 3);
  const auto found = plsa(items, {.clusters = 3, .tolerance = 0},
                          {.threads = 1, .on_progress = watch, .stop = source.get_token()});
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(found.iterations, 2);
  EXPECT_EQ(found.labels.size(), 30u);
  EXPECT_NEAR(found.objective.value, plain::likelihood(items, found.mixtures, found.topics), 1e-10);
}

TEST(PlsaFrom, KeepsClustersThatAreRight) {
  const auto truth = kinds(30, 3);
  const auto found = plsa_from(worded(30, 3, 2), truth, {.clusters = 3});
  EXPECT_EQ(found.labels, truth);
  expect_monotone(found.objective.trace);
}

TEST(PlsaFrom, TakesAFewKnownItems) {
  const auto truth = kinds(30, 3);
  const auto found =
      plsa_from(worded(30, 3, 2), testing_support::reveal_first_of_each(truth), {.clusters = 3});
  EXPECT_EQ(found.labels, truth);
}

TEST(FoldIn, PlacesTheItemsThatTheTopicsCameFrom) {
  const Matrix items = worded(20, 2, 5);
  const auto found = plsa(items, {.clusters = 2, .restarts = 1, .iterations = 20'000, .tolerance = 0});
  EXPECT_LT((fold_in(items, found.topics) - found.mixtures).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(FoldIn, FindsTheMixtureWorkedByHand) {
  // With topics that share nothing, the mixture is each topic's share of the counts.
  const Matrix topics{{0.5, 0.5, 0, 0}, {0, 0, 0.9, 0.1}};
  const Matrix items{{1, 2, 1, 0}, {0, 0, 0, 7}, {0, 0, 0, 0}};
  EXPECT_TRUE(fold_in(items, topics).isApprox(Matrix{{0.75, 0.25}, {0, 1}, {0.5, 0.5}}, 1e-14));
}

TEST(FoldIn, ItemsOfUnknownFeaturesAreEvenMixtures) {
  const Matrix topics{{1, 0, 0}, {0, 1, 0}};
  const Matrix items{{0, 0, 4}, {3, 0, 4}};
  EXPECT_TRUE(fold_in(items, topics).isApprox(Matrix{{0.5, 0.5}, {1, 0}}, 1e-14));
  EXPECT_EQ(fold_in(to_sparse(items), topics), fold_in(items, topics));
}

TEST(FoldIn, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_counts(1500, 10, 0.4, 1),
               topics = plain::scaled_rows(random_counts(3, 10, 0.9, 2));
  EXPECT_EQ(fold_in(items, topics, {.threads = 1}), fold_in(items, topics, {.threads = 3}));
}

TEST(PlsaErrors, SayWhatIsWrongAndTheWayOut) {
  const auto expect_refused = [](const Matrix& items, const PlsaOptions& options, const char* words) {
    EXPECT_THAT([&] { plsa(items, options); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
    EXPECT_THAT([&] { plsa(to_sparse(items), options); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  expect_refused(Matrix{{1, 2}, {3, -4}}, {.clusters = 2},
                 "row 2, column 2 (counted from 1) of the items is -4");
  expect_refused(Matrix{{1, 2}, {3, NAN}}, {.clusters = 2}, "row 2, column 2");
  expect_refused(Matrix{{1, 2}, {3, 4}}, {.clusters = 3}, "there are only 2 items: ask for fewer");
  expect_refused(Matrix{{1, 2}, {1, 2}}, {.clusters = 2}, "fewer of the 2 items are different");
  expect_refused(Matrix::Zero(3, 2), {.clusters = 1}, "all values of the items are 0");
  expect_refused(Matrix{{1, 2}, {1e308, 1e308}}, {.clusters = 2}, "cannot be scaled to 1");
  const Matrix fine{{1, 2}, {3, 4}};
  EXPECT_THAT([&] { plsa(fine, {.clusters = 0}); }, ThrowsMessage<InvalidOption>(HasSubstr("clusters")));
  EXPECT_THAT([&] { plsa(fine, {.temper = 2}); }, ThrowsMessage<InvalidOption>(HasSubstr("temper")));
  EXPECT_THAT([&] { plsa_from(fine, std::vector{0}, {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("clusters of 1 items, but there are 2")));
  EXPECT_THAT(
      [&] {
        plsa_from(fine, std::vector{0, 2}, {});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("starts in cluster 2")));
  EXPECT_THAT([&] { fold_in(fine, Matrix::Ones(2, 3)); },
              ThrowsMessage<InvalidInput>(HasSubstr("2 features, but the topics 3")));
  EXPECT_THAT([&] { fold_in(fine, -Matrix::Ones(2, 2)); }, ThrowsMessage<InvalidInput>(HasSubstr("topic 1")));
}

}  // namespace
}  // namespace bellwether
