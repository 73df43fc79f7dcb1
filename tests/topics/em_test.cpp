// One round of EM, against the equations written out; the kernel at both widths.

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/topics/counts.h>
#include <bellwether/topics/em.h>
#include <bellwether/topics/kernels/em_row.h>
#include <bellwether/topics/topic_start.h>
#include <tests/support/data.h>
#include <tests/topics/plain.h>

namespace bellwether {
namespace {

using testing_support::random_counts;
using testing_support::to_sparse;
using topic_kernels::RowStep;

TopicTable table_of(const Matrix& values) {
  TopicTable table(values.rows(), values.cols());
  for (Index i = 0; i < values.rows(); ++i)
    for (Index z = 0; z < values.cols(); ++z) table.row(i)[z] = values(i, z);
  return table;
}

Matrix matrix_of(const TopicTable& table) {
  Matrix values(table.rows(), table.topics());
  for (Index i = 0; i < table.rows(); ++i)
    for (Index z = 0; z < table.topics(); ++z) values(i, z) = table.row(i)[z];
  return values;
}

TopicClustering rounds(const std::vector<TopicPart>& parts, const TopicModel& start, int count) {
  return search_topics(parts, start, {1, {count, 0}}, {.threads = 1});
}

TEST(TopicEm, GivesTheRoundWorkedByHand) {
  const Matrix counts{{2, 2, 0}, {0, 5, 5}};
  const std::vector<TopicPart> parts{{counts, row_scales(counts, "items")}};
  const Matrix topics{{1.0 / 2, 1.0 / 4}, {1.0 / 4, 1.0 / 4}, {1.0 / 4, 1.0 / 2}};
  const Matrix mixtures{{3.0 / 4, 1.0 / 4}, {1.0 / 4, 3.0 / 4}};
  const auto found = rounds(parts, {table_of(topics), {table_of(mixtures)}}, 1);
  // P(f|v) = 7/16 and 1/4 for both; posteriors of the first item: 6/7, 1/7 and 3/4, 1/4.
  EXPECT_TRUE(found.mixtures.isApprox(Matrix{{45.0 / 56, 11.0 / 56}, {11.0 / 56, 45.0 / 56}}, 1e-15));
  EXPECT_TRUE(
      found.topics.isApprox(Matrix{{3.0 / 7, 1.0 / 2, 1.0 / 14}, {1.0 / 14, 1.0 / 2, 3.0 / 7}}, 1e-15));
  EXPECT_NEAR(found.objective.trace[0], std::log(7.0 / 64), 1e-15);
  EXPECT_EQ(found.labels, (std::vector{0, 1}));
  EXPECT_EQ(found.probabilities[1], found.mixtures(1, 1));
}

RC_GTEST_PROP(TopicEm, EqualsTheEquationsWithPosteriorsStored, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto clusters = *rc::gen::inRange(1, 40);
  const double lambda = static_cast<double>(*rc::gen::inRange(0, 5)) / 4;
  const Matrix items = random_counts(7, 30, 0.3, seed), tags = random_counts(5, 30, 0.4, seed + 1);
  const std::vector<TopicPart> parts{{items, row_scales(items, "items"), lambda},
                                     {tags, row_scales(tags, "tags"), 1 - lambda}};
  const TopicModel start = random_topics(parts, clusters, Random(seed));
  const auto found = rounds(parts, start, 1);
  plain::Topics expected{matrix_of(start.topics).transpose(), matrix_of(start.mixtures[0]),
                         matrix_of(start.mixtures[1])};
  if (lambda > 0 && lambda < 1) {
    RC_ASSERT(
        std::abs(found.objective.trace[0] / plain::likelihood(items, tags, expected, lambda, 1 - lambda) -
                 1) < 1e-13);
  }
  expected = plain::em_round(items, tags, expected, lambda, 1 - lambda);
  RC_ASSERT((found.mixtures - expected.mixtures).cwiseAbs().maxCoeff() < 1e-14);
  RC_ASSERT((found.tags - expected.tags).cwiseAbs().maxCoeff() < 1e-14);
  RC_ASSERT((found.topics - expected.topics).cwiseAbs().maxCoeff() < 1e-14);
}

TEST(TopicEm, WithAllWeightOnTheTagsTheTopicsAreTheirs) {
  const Matrix items = random_counts(9, 20, 0.4, 3), tags = random_counts(12, 20, 0.4, 4);
  const std::vector<TopicPart> both{{items, row_scales(items, "items"), 0},
                                    {tags, row_scales(tags, "tags"), 1}};
  const TopicModel start = random_topics(both, 3, Random(2));
  const auto found = rounds(both, start, 40),
             alone = rounds({both[1]}, {start.topics, {start.mixtures[1]}}, 40);
  EXPECT_EQ(found.topics, alone.topics);
  EXPECT_EQ(found.tags, alone.mixtures);
  EXPECT_EQ(found.objective.trace, alone.objective.trace);
}

TEST(TopicEm, TagsThatAreTheItemsAtHalfTheWeightChangeNothing) {
  const Matrix items = random_counts(9, 20, 0.4, 3);
  const TopicPart half{items, row_scales(items, "items"), 0.5}, whole{items, half.scales, 1};
  const TopicModel start = random_topics({whole}, 3, Random(2));
  const auto twice = rounds({half, half}, {start.topics, {start.mixtures[0], start.mixtures[0]}}, 40);
  const auto once = rounds({whole}, start, 40);
  EXPECT_EQ(twice.mixtures, twice.tags);
  EXPECT_LT((twice.topics - once.topics).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(twice.objective.value, once.objective.value, 1e-12);
}

TEST(TopicEm, KeepsEveryDistributionOverManyRounds) {
  const Matrix items = random_counts(40, 60, 0.2, 3);
  const SparseMatrix sparse = to_sparse(items);
  const std::vector<TopicPart> parts{{sparse, row_scales(sparse, "items")}};
  const auto found = rounds(parts, random_topics(parts, 5, Random(1)), 500);
  EXPECT_TRUE(found.topics.rowwise().sum().isApproxToConstant(1, 1e-14));
  EXPECT_TRUE(found.mixtures.rowwise().sum().isApproxToConstant(1, 1e-14));
  EXPECT_GE(found.topics.minCoeff(), 0);
}

TEST(TopicEm, CountsThatNoTopicKnowsPullAtNothing) {
  const Matrix counts{{3, 1, 0}, {1, 1, 2}};
  const std::vector<TopicPart> parts{{counts, row_scales(counts, "items")}};
  const Matrix topics{{0.5, 0.25}, {0.5, 0.75}, {0, 0}};
  const auto found = rounds(parts, {table_of(topics), {table_of(Matrix::Constant(2, 2, 0.5))}}, 30);
  EXPECT_TRUE(found.topics.allFinite() && found.mixtures.allFinite());
  EXPECT_TRUE(found.mixtures.rowwise().sum().isApproxToConstant(1, 1e-14));
  for (std::size_t t = 1; t < found.objective.trace.size(); ++t)
    EXPECT_GE(found.objective.trace[t], found.objective.trace[t - 1] - 1e-10);
}

TEST(TopicEm, ATopicThatNoItemHasStaysADistribution) {
  const Matrix counts{{3, 1}, {1, 1}};
  const std::vector<TopicPart> parts{{counts, row_scales(counts, "items")}};
  const auto found =
      rounds(parts, {table_of(Matrix{{0.5, 0.2}, {0.5, 0.8}}), {table_of(Matrix{{1, 0}, {1, 0}})}}, 3);
  EXPECT_TRUE(found.topics.isApprox(Matrix{{0.625, 0.375}, {0.2, 0.8}}, 1e-15));
}

/// The kernel, by plain loops.
double plain_row(const RowStep& step) {
  double total = 0;
  std::fill_n(step.gains, step.width, 0.0);
  for (Index j = 0; j < step.count; ++j) {
    const Index at = step.columns[j] * step.width;
    double p = 0;
    for (Index z = 0; z < step.width; ++z) p += step.mixture[z] * step.topics[at + z];
    const double a = step.values[j] * step.scale;
    for (Index z = 0; z < step.width; ++z) {
      step.gains[z] += a / p * step.topics[at + z];
      if (step.sums) step.sums[at + z] += step.weight * a / p * step.mixture[z];
    }
    total += a * std::log(p);
  }
  return total;
}

template <class Kernel>
void expect_like_plain(const Kernel& kernel) {
  Random random(5);
  for (Index topics = 1; topics <= 70; topics += topics < 30 ? 1 : 7) {
    const Index features = 300, count = random.below(features);
    TopicTable phi(features, topics), theta(1, topics), gains(2, topics), sums(features, topics),
        other = sums;
    for (Index z = 0; z < topics; ++z) theta.row(0)[z] = random.uniform();
    for (Index j = 0; j < features; ++j)
      for (Index z = 0; z < topics; ++z) phi.row(j)[z] = std::pow(random.uniform(), 40);
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    for (Index j = 0; j < count; ++j) {
      columns.push_back(static_cast<std::int32_t>(j));
      values.push_back(static_cast<double>(1 + random.below(9)));
    }
    RowStep step{columns.data(), values.data(), count,        0.01,        theta.row(0),
                 phi.data(),     phi.width(),   gains.row(0), sums.data(), 0.3};
    const double found = kernel(step);
    step.gains = gains.row(1);
    step.sums = other.data();
    const double expected = plain_row(step);
    EXPECT_NEAR(found, expected, 1e-14 * std::abs(expected) + 1e-15) << topics;
    for (Index z = 0; z < topics; ++z) EXPECT_NEAR(gains.row(0)[z], gains.row(1)[z], 1e-12 * gains.row(1)[z]);
    for (Index k = 0; k < features * phi.width(); ++k)
      ASSERT_NEAR(sums.data()[k], other.data()[k], 1e-13 * other.data()[k]) << topics;
  }
}

TEST(TopicKernel, EqualsPlainLoopsForAnyNumberOfTopics) {
  expect_like_plain([](const RowStep& step) { return topic_kernels::em_row(step); });
}

TEST(TopicKernel, GivesTheSameBitsInEveryFormThatThisMachineCanRun) {
  const auto forms = topic_kernels::em_row_variants();
  for (const Index topics : {1, 3, 4, 7, 24, 25, 50}) {
    const Index features = 300, width = (topics + 3) / 4 * 4;
    Random random(static_cast<std::uint64_t>(topics));
    std::vector<double> theta(static_cast<std::size_t>(width)),
        phi(static_cast<std::size_t>(features * width));
    for (Index z = 0; z < topics; ++z) theta[static_cast<std::size_t>(z)] = random.uniform();
    for (double& share : phi) share = random.uniform() / 300;
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    for (std::int32_t j = 0; j < features; j += 1 + j % 2) {
      columns.push_back(j);
      values.push_back(1 + static_cast<double>(random.below(5)));
    }
    std::vector<std::vector<double>> seen;
    for (const auto form : forms) {
      std::vector<double> gains(theta.size(), 0.0), sums(phi.size(), 0.0);
      const RowStep step{columns.data(), values.data(), std::ssize(columns), 0.01,        theta.data(),
                         phi.data(),     width,         gains.data(),        sums.data(), 0.3};
      gains.push_back(form(step));
      gains.insert(gains.end(), sums.begin(), sums.end());
      seen.push_back(std::move(gains));
      EXPECT_EQ(seen.back(), seen.front()) << topics;
    }
  }
}

TEST(TopicKernel, ItsLogarithmIsGoodToTheLastPlaces) {
  Random random(1);
  for (int t = 0; t < 20'000; ++t) {
    const double scale = t % 2 == 0 ? 1 : std::pow(10, -280 * random.uniform());
    const double x = t < 100 ? 1 - t * 1e-4 : (1 - random.uniform()) * scale;
    const topic_kernels::Simd<double, 16> both{x, 1};
    const auto found = topic_kernels::log_of<16>(both);
    const double expected = std::log(x);
    ASSERT_NEAR(found[0], expected, 4e-16 * std::abs(expected)) << x;
    ASSERT_EQ(found[1], 0.0);
  }
}

}  // namespace
}  // namespace bellwether
