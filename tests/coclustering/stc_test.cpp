// Self-taught clustering: what other items add, and when they add nothing.

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <bellwether/coclustering/objective.h>
#include <bellwether/coclustering/stages.h>
#include <bellwether/coclustering/stc.h>
#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

double objective(const Matrix& items, std::span<const Auxiliary> others, std::span<const double> lambdas,
                 const CoClustering& found) {
  double sum = information_loss(items, found.labels, found.features);
  for (std::size_t a = 0; a < others.size(); ++a)
    sum += lambdas[a] * information_loss(others[a].items, found.auxiliary[a], found.features);
  return sum;
}

RC_GTEST_PROP(Stc, LowersItsObjectiveAndReportsIt, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const Matrix items = random_counts(12, 10, 0.2, seed), first = random_counts(20, 10, 0.2, seed + 1);
  const Matrix second = random_counts(8, 10, 0.3, seed + 2) * 0.37;
  const std::vector<Auxiliary> others{{first, {}}, {second, 0.5}};
  const auto search = *rc::gen::element(CoSearch::moves, CoSearch::batch);
  const auto found = stc(items, others,
                         {.clusters = 3,
                          .lambda = 2,
                          .feature_clusters = 4,
                          .auxiliary_clusters = 5,
                          .search = search,
                          .restarts = 2});
  const auto& trace = found.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] <= trace[t - 1] + 1e-15);
  RC_ASSERT(std::abs(trace.back() - objective(items, others, std::vector<double>{2, 0.5}, found)) < 1e-12);
  RC_ASSERT(found.auxiliary.size() == 2u);
}

TEST(Stc, WithoutAuxiliaryItemsOrWithoutWeightIsItcc) {
  const Matrix items = random_counts(60, 20, 0.2, 1), other = random_counts(80, 20, 0.2, 2);
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const auto alone = itcc(
        items, {.clusters = 4, .feature_clusters = 6, .search = search, .restarts = 3, .random_seed = 9});
    StcOptions options{
        .clusters = 4, .feature_clusters = 6, .search = search, .restarts = 3, .random_seed = 9};
    const auto none = stc(items, {}, options);
    const std::vector<Auxiliary> weightless{{other, 0.0}};
    const auto given = stc(items, weightless, options);
    options.lambda = 0;
    const std::vector<Auxiliary> others{{other, {}}};
    const auto asked = stc(items, others, options);
    for (const auto& found : {none, given, asked}) {
      EXPECT_EQ(found.labels, alone.labels);
      EXPECT_EQ(found.features, alone.features);
      EXPECT_EQ(found.objective.trace, alone.objective.trace);
    }
    ASSERT_EQ(asked.auxiliary.size(), 1u);
    EXPECT_EQ(asked.auxiliary[0].size(), 80u);
  }
}

TEST(Stc, WithAVeryLargeLambdaTakesTheFeaturesOfTheOthers) {
  // The others' features come in halves, the items' in odd and even.
  Matrix items = Matrix::Zero(20, 8), others = Matrix::Zero(30, 8);
  for (Index i = 0; i < 20; ++i)
    for (Index j = 0; j < 8; ++j) items(i, j) = i % 2 == j % 2 ? 3 : 1;
  for (Index i = 0; i < 30; ++i)
    for (Index j = 0; j < 8; ++j) others(i, j) = i % 2 == j / 4 ? 3 : 1;
  const std::vector<Auxiliary> auxiliary{{others, {}}};
  const StcOptions options{.clusters = 2, .lambda = 1e6, .feature_clusters = 2, .auxiliary_clusters = 2};
  const auto taught = stc(items, auxiliary, options);
  for (std::size_t j = 0; j < 8; ++j) EXPECT_EQ(taught.features[j], taught.features[j / 4 * 4]) << j;
  StcOptions small = options;
  small.lambda = 1e-6;
  const auto own = stc(items, auxiliary, small);
  for (std::size_t j = 0; j < 8; ++j) EXPECT_EQ(own.features[j], own.features[j % 2]) << j;
}

TEST(Stc, OfItemsThatTeachThemselvesCostsOnePlusLambdaTimesAsMuch) {
  using namespace coclustering;
  const Matrix items = random_counts(30, 12, 0.3, 4);
  const Problem alone = make_problem(items, 3, 4);
  Problem twice = make_problem(items, 3, 4);
  add_collection(twice, joint_of(items, "others"), 0.5, 3);
  settle_feature_clusters(twice, 4);
  const View view = alone.items_by(0, {});
  const auto start = balanced_start({&view, 1}, 3, Random(1));
  const auto features = balanced_start(alone.features_by({}), 4, Random(2));
  const auto order = shuffled(30, Random(3)), feature_order = shuffled(12, Random(4));
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    Labels one{{start}, features}, both{{start, start}, features};
    const SearchOptions options{.search = search};
    const auto a = rounds(alone, one, std::vector<std::vector<Index>>{order}, feature_order, options, {});
    const auto b =
        rounds(twice, both, std::vector<std::vector<Index>>{order, order}, feature_order, options, {});
    EXPECT_EQ(both.items[0], one.items[0]);
    EXPECT_EQ(both.items[1], one.items[0]);
    EXPECT_EQ(both.features, one.features);
    ASSERT_EQ(a.trace.size(), b.trace.size());
    for (std::size_t t = 0; t < a.trace.size(); ++t) EXPECT_NEAR(b.trace[t], 1.5 * a.trace[t], 1e-13);
  }
}

TEST(Stc, ServesFeaturesThatOnlyOneSideHas) {
  Matrix items = random_counts(20, 9, 0.5, 5), others = random_counts(25, 9, 0.5, 6);
  items.col(0).setZero();
  items.col(1).setZero();
  others.col(8).setZero();
  others.col(1).setZero();
  items.row(3).setZero();
  others.row(4).setZero();
  const std::vector<Auxiliary> auxiliary{{others, {}}};
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const auto found = stc(items, auxiliary, {.clusters = 3, .feature_clusters = 99, .search = search});
    EXPECT_EQ(found.feature_clusters, 8);
    EXPECT_NEAR(found.objective.value, objective(items, auxiliary, std::vector<double>{1}, found), 1e-12);
  }
}

TEST(Stc, IsTheSameOnAnyNumberOfThreadsAndForSparseItems) {
  const Matrix items = random_counts(60, 20, 0.2, 1), other = random_counts(80, 20, 0.2, 2);
  const SparseMatrix sparse = to_sparse(items), sparse_other = to_sparse(other);
  const std::vector<Auxiliary> auxiliary{{other, {}}}, sparse_auxiliary{{sparse_other, {}}};
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch}) {
    const StcOptions options{.clusters = 4, .feature_clusters = 6, .search = search, .restarts = 4};
    const auto one = stc(items, auxiliary, options, {.threads = 1});
    const auto two = stc(sparse, sparse_auxiliary, options, {.threads = 2});
    EXPECT_EQ(one.labels, two.labels);
    EXPECT_EQ(one.features, two.features);
    EXPECT_EQ(one.auxiliary, two.auxiliary);
    EXPECT_EQ(one.objective.trace, two.objective.trace);
  }
}

TEST(StcFrom, KeepsAGoodStartAndTheNumbersOfItsClusters) {
  Matrix items = Matrix::Zero(20, 6);
  std::vector<int> start;
  for (Index i = 0; i < 20; ++i) {
    items.row(i) = random_counts(1, 6, 1, static_cast<std::uint64_t>(i));
    for (Index j = 0; j < 6; ++j) items(i, j) *= j / 3 == i % 2 ? 10 : 1;
    start.push_back(static_cast<int>((i + 1) % 2));
  }
  const Matrix other = random_counts(30, 6, 0.5, 7);
  const std::vector<Auxiliary> auxiliary{{other, 0.1}};
  EXPECT_EQ(stc_from(items, start, auxiliary, {.clusters = 2, .feature_clusters = 2}).labels, start);
}

TEST(Stc, SaysWhatIsWrongWithAuxiliaryItems) {
  const Matrix items = random_counts(20, 9, 0.5, 5), narrow = random_counts(20, 8, 0.5, 5);
  const Matrix zeros = Matrix::Zero(3, 9);
  Matrix negative = items;
  negative(2, 3) = -1;
  const auto with = [&](const Matrix& other, std::optional<double> lambda) {
    return [&items, &other, lambda] {
      const std::vector<Auxiliary> auxiliary{{other, lambda}};
      stc(items, auxiliary);
    };
  };
  EXPECT_THAT(
      with(narrow, {}),
      ThrowsMessage<InvalidInput>(HasSubstr("auxiliary collection 1 has 8 features, but the items have 9")));
  EXPECT_THAT(with(items, -1.0),
              ThrowsMessage<InvalidOption>(HasSubstr("lambda is -1, but weights are 0 or more")));
  EXPECT_THAT(with(negative, {}), ThrowsMessage<InvalidInput>(HasSubstr(
                                      "row 3, column 4 (counted from 1) of auxiliary collection 1 is -1")));
  EXPECT_THAT(with(zeros, {}), ThrowsMessage<InvalidInput>(HasSubstr("auxiliary collection 1: all values")));
  EXPECT_THAT([&] { stc(items, {}, {.lambda = -2}); }, ThrowsMessage<InvalidOption>(HasSubstr("lambda")));
}

}  // namespace
}  // namespace bellwether
