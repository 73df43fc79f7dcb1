// Information measures: closed forms, their limits and order, and Csiszar's against plain minimisation.

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include <bellwether/bottleneck/information.h>
#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::to_sparse;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> random_distribution(Index size, double zeros, Random& random) {
  std::vector<double> p(static_cast<std::size_t>(size));
  double sum = 0;
  for (double& value : p) sum += value = random.uniform() < zeros ? 0 : std::exp(2 * random.normal());
  if (sum == 0) sum = p[0] = 1;
  for (double& value : p) value /= sum;
  return p;
}

struct Case {
  Matrix distributions;
  std::vector<double> weights;
};

Case random_case(Random random) {
  const Index rows = 2 + random.below(4), columns = 2 + random.below(7);
  Case made{Matrix(rows, columns), random_distribution(rows, 0, random)};
  for (Index z = 0; z < rows; ++z) {
    const auto p = random_distribution(columns, 0.3, random);
    for (Index x = 0; x < columns; ++x) made.distributions(z, x) = p[x];
  }
  return made;
}

std::vector<double> row_of(const Matrix& m, Index z) {
  return {m.data() + z * m.cols(), m.data() + (z + 1) * m.cols()};
}

/// sum_z P(z) D_a(P_z || Q).
double mean_divergence(const Case& c, const std::vector<double>& q, double alpha) {
  double sum = 0;
  for (Index z = 0; z < c.distributions.rows(); ++z)
    sum += c.weights[z] * renyi_divergence(row_of(c.distributions, z), q, alpha);
  return sum;
}

/// R_z ~ P_z^a Q^(1-a), Q = sum P(z) R_z, in turn: never rises, and ends at the minimum.
double by_alternation(const Case& c, double alpha, int rounds) {
  std::vector<double> q(static_cast<std::size_t>(c.distributions.cols()), 0.0);
  for (Index z = 0; z < c.distributions.rows(); ++z)
    for (Index x = 0; x < c.distributions.cols(); ++x) q[x] += c.weights[z] * c.distributions(z, x);
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> next(q.size(), 0.0);
    for (Index z = 0; z < c.distributions.rows(); ++z) {
      std::vector<double> r(q.size());
      double sum = 0;
      for (std::size_t x = 0; x < q.size(); ++x)
        sum += r[x] = std::pow(c.distributions(z, static_cast<Index>(x)), alpha) * std::pow(q[x], 1 - alpha);
      for (std::size_t x = 0; x < q.size(); ++x) next[x] += c.weights[z] * r[x] / sum;
    }
    q = next;
  }
  return mean_divergence(c, q, alpha);
}

TEST(RenyiEntropy, OfUniformDistributionsIsTheLogarithmOfTheirSize) {
  const std::vector<double> p(8, 0.125), certain{0, 1, 0};
  for (const double alpha : {0.01, 0.5, 1.0, 2.0, 500.0}) {
    EXPECT_NEAR(renyi_entropy(p, alpha), std::log(8.0), 1e-14) << alpha;
    EXPECT_EQ(renyi_entropy(certain, alpha), 0) << alpha;
  }
}

TEST(RenyiEntropy, OfTwoPointsIsTheirClosedForm) {
  const std::vector<double> p{0.25, 0.75};
  EXPECT_NEAR(renyi_entropy(p, 1), -0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-15);
  EXPECT_NEAR(renyi_entropy(p, 2), -std::log(0.0625 + 0.5625), 1e-15);
  EXPECT_NEAR(renyi_entropy(p, 0.5), 2 * std::log(0.5 + std::sqrt(0.75)), 1e-15);
  EXPECT_NEAR(renyi_entropy(p, 2000), -2000.0 / 1999 * std::log(0.75), 1e-14);  // the larger one is all
}

TEST(RenyiDivergence, OfTwoPointsIsItsClosedForm) {
  const std::vector<double> p{0.25, 0.75}, q{0.5, 0.5};
  EXPECT_NEAR(renyi_divergence(p, q, 0.5), -2 * std::log(std::sqrt(0.125) + std::sqrt(0.375)), 1e-15);
  EXPECT_NEAR(renyi_divergence(p, q, 2), std::log(0.125 + 1.125), 1e-15);
  EXPECT_NEAR(renyi_divergence(p, q, 1), 0.25 * std::log(0.5) + 0.75 * std::log(1.5), 1e-15);
  EXPECT_EQ(renyi_divergence(p, p, 0.3), 0);
}

TEST(RenyiDivergence, IsInfiniteWhereItMustBe) {
  const std::vector<double> p{1, 0, 0}, q{0, 0.5, 0.5}, half{0.5, 0.5, 0};
  for (const double alpha : {0.2, 1.0, 3.0}) EXPECT_EQ(renyi_divergence(p, q, alpha), infinity) << alpha;
  EXPECT_EQ(renyi_divergence(half, p, 1), infinity);
  EXPECT_NEAR(renyi_divergence(half, p, 0.5), -2 * std::log(std::sqrt(0.5)), 1e-15);
  EXPECT_NEAR(renyi_divergence(p, half, 1), std::log(2.0), 1e-15);
}

TEST(Information, OfDistributionsThatShareNothingIsTheEntropyOfTheirWeights) {
  const Matrix apart{{0.5, 0.5, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 0.1, 0.9}};
  const std::vector<double> weights{0.2, 0.3, 0.5};
  const double shannon = renyi_entropy(weights, 1);
  for (const double alpha : {0.02, 0.3, 0.5, 0.9, 1 - 1e-9, 1.0})
    EXPECT_NEAR(csiszar_information(apart, weights, alpha), shannon, 1e-13) << alpha;
  // A closed form of its own: -a/(1-a) log sum w^(1/a).
  EXPECT_NEAR(sibson_information(apart, weights, 0.5), -std::log(0.04 + 0.09 + 0.25), 1e-14);
  EXPECT_NEAR(jensen_renyi_divergence(apart, weights, 1), shannon, 1e-14);
}

TEST(Information, OfTwoMirroredDistributionsHasAClosedForm) {
  // By symmetry Q is uniform: I = D_a(P || uniform) = log 2 - H_a(P).
  const Matrix mirrored{{0.25, 0.75}, {0.75, 0.25}};
  const std::vector<double> half{0.5, 0.5}, p{0.25, 0.75};
  for (const double alpha : {0.05, 0.5, 0.8, 1.0}) {
    const double expected = std::log(2.0) - renyi_entropy(p, alpha);
    EXPECT_NEAR(csiszar_information(mirrored, half, alpha), expected, 1e-14) << alpha;
    EXPECT_NEAR(jensen_renyi_divergence(mirrored, half, alpha), expected, 1e-14) << alpha;
  }
}

TEST(Information, OfEqualDistributionsIsNothing) {
  const Matrix equal{{0.5, 0.3, 0.2, 0}, {0.5, 0.3, 0.2, 0}, {0.5, 0.3, 0.2, 0}};
  const std::vector<double> weights{0.2, 0.3, 0.5};
  for (const double alpha : {0.05, 0.5, 1 - 1e-6, 1.0}) {
    EXPECT_NEAR(csiszar_information(equal, weights, alpha), 0, 1e-15);
    EXPECT_NEAR(sibson_information(equal, weights, alpha), 0, 1e-15);
    EXPECT_NEAR(jensen_renyi_divergence(equal, weights, alpha), 0, 1e-15);
  }
}

TEST(Information, ADistributionWithoutWeightDoesNotCount) {
  const Matrix three{{0.5, 0.5, 0}, {0.1, 0.2, 0.7}, {0, 0, 1}}, two{{0.5, 0.5, 0}, {0, 0, 1}};
  for (const auto kind : {Information::csiszar, Information::jensen_renyi})
    for (const double alpha : {0.4, 1.0})
      EXPECT_NEAR(information(kind, three, std::vector{0.4, 0.0, 0.6}, alpha),
                  information(kind, two, std::vector{0.4, 0.6}, alpha), 1e-14);
}

RC_GTEST_PROP(Information, OfOrderAlphaIsOrderedSibsonCsiszarShannon, ()) {
  const Case c = random_case(Random(*rc::gen::arbitrary<std::uint32_t>()));
  const double alpha = 0.02 + 0.97 * Random(*rc::gen::arbitrary<std::uint32_t>()).uniform();
  const double sibson = sibson_information(c.distributions, c.weights, alpha);
  const double csiszar = csiszar_information(c.distributions, c.weights, alpha);
  const double shannon = information(Information::shannon, c.distributions, c.weights, 1);
  RC_ASSERT(sibson >= 0);
  RC_ASSERT(csiszar >= sibson - 1e-13);
  RC_ASSERT(csiszar <= shannon + 1e-13);
  RC_ASSERT(jensen_renyi_divergence(c.distributions, c.weights, alpha) >= 0);
}

RC_GTEST_PROP(Information, OfCsiszarIsTheLeastMeanDivergence, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const Case c = random_case(random.split(1));
  const double alpha = 0.25 + 0.74 * random.uniform();
  const double found = csiszar_information(c.distributions, c.weights, alpha);
  RC_ASSERT(std::abs(by_alternation(c, alpha, 400) - found) < 1e-11);  // 0.75^400 is nothing
  for (int tried = 0; tried < 20; ++tried)
    RC_ASSERT(mean_divergence(c, random_distribution(c.distributions.cols(), 0.1, random), alpha) >=
              found - 1e-12);
}

TEST(Information, OfCsiszarIsFoundForSmallOrdersToo) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Case c = random_case(Random(seed));
    for (const double alpha : {0.01, 0.03, 0.1})
      EXPECT_NEAR(csiszar_information(c.distributions, c.weights, alpha),
                  by_alternation(c, alpha, static_cast<int>(40 / alpha)), 1e-11)
          << alpha;
  }
}

RC_GTEST_PROP(Information, TendsToShannonsSmoothly, ()) {
  const Case c = random_case(Random(*rc::gen::arbitrary<std::uint32_t>()));
  const auto p = row_of(c.distributions, 0), q = row_of(c.distributions, 1);
  const auto straight = [&](const auto& measure) {
    const double at_one = measure(1.0), slope = (at_one - measure(1 - 1e-3)) / 1e-3;
    for (const double e : {1e-4, 1e-6, 1e-9, 1e-12}) {
      // First order, with the second bounded by that of the whole step; logarithms here are below 20 or so.
      RC_ASSERT(std::abs(measure(1 - e) - (at_one - e * slope)) < 1e-13 + e * 1e-3 * 400);
    }
  };
  straight([&](double a) { return renyi_entropy(p, a); });
  straight([&](double a) { return renyi_entropy(p, 2 - a); });
  if (std::isfinite(renyi_divergence(p, q, 1))) straight([&](double a) { return renyi_divergence(p, q, a); });
  straight([&](double a) { return csiszar_information(c.distributions, c.weights, a); });
  straight([&](double a) { return sibson_information(c.distributions, c.weights, a); });
  straight([&](double a) { return jensen_renyi_divergence(c.distributions, c.weights, a); });
}

TEST(InformationKept, IsThatOfTheMeansOfEachClustersItems) {
  const Matrix items{{2, 2, 0}, {0, 0, 7}, {1, 0, 0}, {0, 5, 15}};
  const std::vector<int> labels{0, 1, 0, 1};
  const Matrix means{{0.75, 0.25, 0}, {0, 0.125, 0.875}};
  for (const auto kind : {Information::csiszar, Information::jensen_renyi})
    for (const double alpha : {0.3, 1.0}) {
      const double expected = information(kind, means, std::vector{0.5, 0.5}, alpha);
      EXPECT_NEAR(information_kept(items, labels, 2, kind, alpha), expected, 1e-14);
      EXPECT_NEAR(information_kept(to_sparse(items), labels, 3, kind, alpha), expected, 1e-14);
    }
}

TEST(InformationKept, SaysWhatIsWrong) {
  const Matrix items{{1, 2}, {3, 0}}, zeros{{1, 2}, {0, 0}}, negative{{1, 2}, {3, -2}};
  const std::vector<int> labels{0, 1};
  const auto kept = [&](const Matrix& m, const std::vector<int>& which, Information kind, double alpha) {
    return [=] { information_kept(m, which, 2, kind, alpha); };
  };
  EXPECT_THAT(kept(zeros, labels, Information::csiszar, 1),
              ThrowsMessage<InvalidInput>(HasSubstr("item 1 is all zeros")));
  EXPECT_THAT(kept(negative, labels, Information::csiszar, 1),
              ThrowsMessage<InvalidInput>(HasSubstr("of the items is -2")));
  EXPECT_THAT(kept(items, {0}, Information::csiszar, 1),
              ThrowsMessage<InvalidInput>(HasSubstr("1 labels for 2")));
  EXPECT_THAT(kept(items, {0, 2}, Information::csiszar, 1),
              ThrowsMessage<InvalidInput>(HasSubstr("item 1 is in cluster 2")));
  EXPECT_THAT(
      kept(items, labels, Information::shannon, 0.5),
      ThrowsMessage<InvalidOption>(HasSubstr("set information to csiszar or jensen-renyi, or alpha to 1")));
  EXPECT_THAT(kept(items, labels, Information::csiszar, 0),
              ThrowsMessage<InvalidOption>(HasSubstr("above 0")));
  EXPECT_THAT(
      [] {
        renyi_entropy(std::vector{0.5, 0.6}, 1);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("sums to 1.1")));
}

}  // namespace
}  // namespace bellwether
