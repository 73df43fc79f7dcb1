#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/topics/aplsa.h>
#include <tests/support/data.h>
#include <tests/topics/plain.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_dense;
using testing_support::to_sparse;

TEST(Aplsa, WithAllWeightOnTheItemsItIsPlsaToTheLastBit) {
  const Matrix items = random_counts(30, 20, 0.4, 3), tags = random_counts(50, 20, 0.6, 4);
  for (const TagWeights weights : {TagWeights::rows, TagWeights::even}) {
    const auto expected = plsa(items, {.clusters = 4, .temper = 0.9, .restarts = 3, .random_seed = 7});
    const auto found = aplsa(
        items, tags,
        {.clusters = 4, .lambda = 1, .weights = weights, .temper = 0.9, .restarts = 3, .random_seed = 7});
    EXPECT_EQ(found.labels, expected.labels);
    EXPECT_EQ(found.mixtures, expected.mixtures);
    EXPECT_EQ(found.topics, expected.topics);
    EXPECT_EQ(found.objective.trace, expected.objective.trace);
    EXPECT_TRUE(found.tags.rowwise().sum().isApproxToConstant(1, 1e-14));
  }
  std::vector<int> start(30);
  for (int i = 0; i < 30; ++i) start[i] = i % 4;
  EXPECT_EQ(aplsa_from(items, start, tags, {.clusters = 4, .lambda = 1}).topics,
            plsa_from(items, start, {.clusters = 4}).topics);
}

TEST(Aplsa, WithoutWeightTheItemsAreFoldedIn) {
  Matrix items = random_counts(20, 12, 0.5, 1), tags = random_counts(25, 12, 0.5, 2);
  tags.col(4).setZero();  // which only the items have
  const auto found =
      aplsa(items, tags, {.clusters = 2, .lambda = 0, .restarts = 1, .iterations = 5000, .tolerance = 0});
  EXPECT_TRUE(found.topics.col(4).isZero(0));
  EXPECT_LT((fold_in(items, found.topics) - found.mixtures).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_NEAR(found.objective.value, plain::likelihood(tags, found.tags, found.topics), 1e-10);
}

RC_GTEST_PROP(Aplsa, ItsLogLikelihoodNeverFallsAndIsThatOfWhatItReturns, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const double lambda = static_cast<double>(*rc::gen::inRange(1, 10)) / 10;
  const bool even = *rc::gen::arbitrary<bool>();
  const Matrix items = random_counts(*rc::gen::inRange(6, 20), 25, 0.3, seed),
               tags = random_counts(*rc::gen::inRange(1, 40), 25, 0.3, seed + 1);
  const auto found = aplsa(items, to_sparse(tags),
                           {.clusters = 3,
                            .lambda = lambda,
                            .weights = even ? TagWeights::even : TagWeights::rows,
                            .restarts = 1,
                            .iterations = 30,
                            .random_seed = seed});
  const auto& trace = found.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t)
    RC_ASSERT(trace[t] >= trace[t - 1] - 1e-13 * std::abs(trace[t]));
  const double ratio = static_cast<double>(items.rows()) / static_cast<double>(tags.rows());
  const double again = plain::likelihood(items, tags, {found.topics, found.mixtures, found.tags}, lambda,
                                         (1 - lambda) * (even ? ratio : 1));
  RC_ASSERT(std::abs(found.objective.value - again) <= 1e-12 * std::abs(again));
}

TEST(Aplsa, RowsWithoutCountsKeepTheMixtureTheyBeganWith) {
  Matrix items = random_counts(10, 8, 0.5, 1), tags = random_counts(6, 8, 0.5, 2);
  items.row(2).setZero();
  tags.row(5).setZero();
  const auto found = aplsa_from(items, std::vector<int>{0, 1, 1, 0, 1, 0, 1, 0, 1, 0}, tags, {.clusters = 2});
  EXPECT_EQ(found.mixtures(2, 1), 0.75);
  EXPECT_EQ(found.tags(5, 0), 0.5);
}

TEST(Aplsa, TheNumberOfThreadsDoesNotShow) {
  const SparseMatrix items = to_sparse(random_counts(500, 30, 0.3, 9)),
                     tags = to_sparse(random_counts(2000, 30, 0.5, 8));
  const AplsaOptions options{.clusters = 4, .restarts = 2, .iterations = 10};
  const auto one = aplsa(items, tags, options, {.threads = 1}),
             two = aplsa(items, tags, options, {.threads = 2});
  EXPECT_EQ(one.topics, two.topics);
  EXPECT_EQ(one.tags, two.tags);
  EXPECT_EQ(one.objective.trace, two.objective.trace);
}

TEST(TagsByFeatures, IsTheProductThatLoopsGive) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Matrix tags = random_counts(15, 6, 0.3, seed), items = random_counts(15, 40, 0.2, seed + 10);
    tags.col(2).setZero();
    items.row(4).setZero();
    Matrix expected = Matrix::Zero(6, 40);
    for (Index t = 0; t < 6; ++t)
      for (Index j = 0; j < 40; ++j)
        for (Index i = 0; i < 15; ++i) expected(t, j) += tags(i, t) * items(i, j);
    const SparseMatrix found = tags_by_features(to_sparse(tags), to_sparse(items));
    EXPECT_EQ(to_dense(found), expected);
    EXPECT_EQ(found.values, to_sparse(expected).values);  // no zeros, columns rise
    EXPECT_EQ(found.column_of, to_sparse(expected).column_of);
    EXPECT_EQ(found.starts, tags_by_features(tags, items).starts);
    EXPECT_EQ(found.values, tags_by_features(tags, to_sparse(items)).values);
  }
}

TEST(AplsaErrors, SayWhatIsWrongAndTheWayOut) {
  const Matrix items{{1, 2}, {3, 4}}, tags{{1, 0}, {0, 2}};
  const auto refused = [&](const Matrix& other, const char* words) {
    EXPECT_THAT([&] { aplsa(items, other); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  refused(Matrix::Ones(3, 5), "the tags have counts of 5 features, but the items have 2");
  refused(Matrix{{1, -0.5}}, "row 1, column 2 (counted from 1) of the tags is -0.5");
  refused(Matrix::Zero(2, 2), "all values of the tags are 0");
  refused(Matrix(0, 2), "there are no tags");
  EXPECT_THAT([&] { aplsa(Matrix(-items), tags); },
              ThrowsMessage<InvalidInput>(HasSubstr("of the items is -1")));
  EXPECT_THAT([&] { aplsa(items, tags, {.lambda = 1.5}); },
              ThrowsMessage<InvalidOption>(HasSubstr("lambda")));
  EXPECT_THAT([&] { tags_by_features(tags, Matrix(Matrix::Ones(3, 2))); },
              ThrowsMessage<InvalidInput>(HasSubstr("tags of 2 items, but features of 3")));
  EXPECT_THAT([&] { tags_by_features(Matrix(-tags), items); },
              ThrowsMessage<InvalidInput>(HasSubstr("of the tags is -1")));
}

}  // namespace
}  // namespace bellwether
