#include <bellwether/mixtures/multinomial.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/data/checks.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

/// Three groups that use different columns, with noise; item i is from group i mod 3 and has `words` counts,
/// every second item ten times as many.
Matrix grouped(Index rows, int words, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(rows, 12);
  for (Index i = 0; i < rows; ++i)
    for (int word = 0; word < (i % 2 == 0 ? words : 10 * words); ++word)
      m(i, random.uniform() < 0.6 ? 4 * (i % 3) + random.below(4) : random.below(12)) += 1;
  return m;
}

/// log sum_k w_k prod_p theta_kp^x_ip of one item, and its responsibilities, in long double.
long double log_density(const Matrix& items, Index i, const MultinomialModel& model, Vector& r) {
  std::vector<long double> logs;
  for (Index k = 0; k < model.weights.size(); ++k) {
    long double sum = std::log(static_cast<long double>(model.weights[k]));
    for (Index j = 0; j < items.cols(); ++j)
      sum += items(i, j) * std::log(static_cast<long double>(model.profiles(k, j)));
    logs.push_back(sum);
  }
  const long double largest = *std::max_element(logs.begin(), logs.end());
  long double total = 0;
  for (const long double log : logs) total += std::exp(log - largest);
  for (std::size_t k = 0; k < logs.size(); ++k)
    r[static_cast<Index>(k)] = static_cast<double>(std::exp(logs[k] - largest) / total);
  return largest + std::log(total);
}

/// One step of EM from a model, by its definition.
MultinomialModel slow_step(const Matrix& items, const MultinomialModel& model) {
  MultinomialModel next{Matrix::Constant(model.profiles.rows(), items.cols(), model.smoothing),
                        Vector::Zero(model.weights.size()), model.smoothing};
  Vector r(model.weights.size());
  for (Index i = 0; i < items.rows(); ++i) {
    log_density(items, i, model, r);
    next.weights += r / static_cast<double>(items.rows());
    next.profiles += r * items.row(i);
  }
  for (Index k = 0; k < r.size(); ++k) next.profiles.row(k) /= next.profiles.row(k).sum();
  return next;
}

TEST(Multinomial, OfOneClusterIsTheSmoothedShareOfEachFeature) {
  const Matrix items{{2, 0}, {1, 1}};
  const auto found = multinomial(items, {.clusters = 1, .smoothing = 1});
  EXPECT_NEAR(found.model.profiles(0, 0), 4.0 / 6, 1e-15);
  EXPECT_NEAR(found.model.profiles(0, 1), 2.0 / 6, 1e-15);
  EXPECT_NEAR(found.objective.value,
              3 * std::log(4.0 / 6) + std::log(2.0 / 6) + std::log(8.0 / 6) + std::log(4.0 / 6), 1e-14);
  EXPECT_THAT(found.labels, Each(0));
  EXPECT_THAT(found.probabilities, Each(1));
}

RC_GTEST_PROP(Multinomial, EveryRoundIsAStepOfEm, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  Matrix items = random_counts(30, 6, 0.6, seed);
  items.col(0).array() += 1;  // no item without counts
  MultinomialOptions options{
      .clusters = 3, .restarts = 1, .iterations = 2, .tolerance = 0, .random_seed = seed};
  const auto before = multinomial(items, options);
  options.iterations = 3;
  for (const bool sparse : {false, true}) {
    const auto after = sparse ? multinomial(to_sparse(items), options) : multinomial(items, options);
    const MultinomialModel expected = slow_step(items, before.model);
    RC_ASSERT((after.model.profiles - expected.profiles).cwiseAbs().maxCoeff() < 1e-11);
    RC_ASSERT((after.model.weights - expected.weights).cwiseAbs().maxCoeff() < 1e-11);
  }
}

RC_GTEST_PROP(Multinomial, TheObjectiveNeverFallsAndIsThatOfTheModel, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  Matrix items = random_counts(40, 8, 0.4, seed);
  items.col(0).array() += 1;
  for (const double smoothing : {1e-3, 0.1, 1.0, 50.0}) {
    const auto found = multinomial(items, {.clusters = 4,
                                           .smoothing = smoothing,
                                           .restarts = 1,
                                           .iterations = 50,
                                           .tolerance = 0,
                                           .random_seed = seed});
    const auto& trace = found.objective.trace;
    for (std::size_t t = 1; t < trace.size(); ++t)
      RC_ASSERT(trace[t] >= trace[t - 1] - 1e-12 * std::abs(trace[t - 1]));
    long double expected = 0;
    Vector r(4);
    for (Index i = 0; i < items.rows(); ++i) expected += log_density(items, i, found.model, r);
    for (Index at = 0; at < found.model.profiles.size(); ++at)
      expected += smoothing * std::log(8 * found.model.profiles.data()[at]);
    RC_ASSERT(std::abs(found.objective.value - static_cast<double>(expected)) <
              1e-11 * std::abs(found.objective.value));
  }
}

TEST(Multinomial, FindsGroupsWhateverTheLengthOfTheirItems) {
  const Matrix items = grouped(300, 40, 1);
  const auto found = multinomial(items, {.clusters = 3});
  EXPECT_TRUE(found.converged);
  for (std::size_t i = 3; i < 300; ++i) ASSERT_EQ(found.labels[i], found.labels[i % 3]) << i;
}

TEST(Multinomial, ItemsOfAMillionCountsDoNotUnderflow) {
  const Matrix items = 1e6 * grouped(60, 20, 2);
  const auto found = multinomial(items, {.clusters = 3});
  EXPECT_TRUE(std::isfinite(found.objective.value));
  EXPECT_TRUE(found.model.profiles.allFinite());
  EXPECT_NEAR(found.model.weights.sum(), 1, 1e-12);
}

TEST(Multinomial, AFeatureThatNoItemHasIsSmoothed) {
  Matrix items = grouped(60, 20, 3);
  items.conservativeResize(60, 13);
  items.col(12).setZero();
  const auto found = multinomial(items, {.clusters = 3, .smoothing = 0.5});
  for (Index k = 0; k < 3; ++k) {
    EXPECT_GT(found.model.profiles(k, 12), 0);
    EXPECT_NEAR(found.model.profiles.row(k).sum(), 1, 1e-14);
  }
}

TEST(Multinomial, HeldSeedsStayAndOthersFollow) {
  const Matrix items = grouped(90, 30, 4);
  std::vector<int> seeds(90, unlabelled);
  for (int i = 0; i < 9; ++i) seeds[i] = (i + 1) % 3;  // clusters get their numbers from the seeds
  seeds[89] = 1;                                       // wrong, and held
  const auto held = multinomial(items, {.clusters = 3}, {}, {seeds, true});
  for (std::size_t i = 0; i < 89; ++i) EXPECT_EQ(held.labels[i], static_cast<int>((i + 1) % 3)) << i;
  EXPECT_EQ(held.labels[89], 1);
  EXPECT_EQ(held.probabilities[89], 1);
  const auto seeded = multinomial(items, {.clusters = 3}, {}, {seeds, false});
  EXPECT_EQ(seeded.labels[89], 0);
}

TEST(Multinomial, PlacesItsOwnItemsWhereTheyAre) {
  const Matrix items = grouped(120, 15, 5);
  const auto found = multinomial(items, {.clusters = 4});
  const auto placed = place_by_multinomial(to_sparse(items), found.model);
  EXPECT_EQ(placed.labels, found.labels);
  EXPECT_NEAR(placed.objective, found.objective.value, 1e-11 * std::abs(found.objective.value));
}

TEST(Multinomial, BeginsFromGivenProfiles) {
  const Matrix items{{5, 1, 0}, {4, 2, 0}, {0, 1, 7}, {1, 0, 6}};
  const Matrix profiles{{0, 0, 3}, {2, 1, 0}};
  EXPECT_THAT(multinomial_from(items, profiles, {.clusters = 2}).labels, ElementsAre(1, 1, 0, 0));
}

TEST(Multinomial, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = grouped(4000, 10, 6);
  const auto one = multinomial(items, {.clusters = 5, .restarts = 2}, {.threads = 1});
  const auto four = multinomial(items, {.clusters = 5, .restarts = 2}, {.threads = 4});
  EXPECT_EQ(one.model.profiles, four.model.profiles);
  EXPECT_EQ(one.objective.trace, four.objective.trace);
}

TEST(Multinomial, SaysWhatIsWrong) {
  Matrix items = grouped(20, 10, 7);
  EXPECT_THAT([&] { multinomial(items, {.smoothing = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("smoothing")));
  items(7, 3) = -2;
  EXPECT_THAT([&] { multinomial(items); }, ThrowsMessage<NegativeValues>(HasSubstr("row 8, column 4")));
  items.row(7).setZero();
  EXPECT_THAT([&] { multinomial(items); }, ThrowsMessage<InvalidInput>(HasSubstr("item 7 is all zeros")));
}

}  // namespace
}  // namespace bellwether
