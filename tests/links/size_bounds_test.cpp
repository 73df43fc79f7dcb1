#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/links/size_bounds.h>
#include <bellwether/scores/matching.h>
#include <tests/scores/table_of.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::random_matrix;

/// Groups of the given sizes, and pairs of them that must not share a cluster.
Groups make_groups(const std::vector<std::int64_t>& sizes, const std::vector<std::pair<int, int>>& apart = {},
                   std::vector<int> given = {}) {
  Groups groups;
  groups.count = static_cast<int>(sizes.size());
  groups.sizes = sizes;
  groups.cluster = given.empty() ? std::vector<int>(sizes.size(), unlabelled) : std::move(given);
  for (int g = 0; g < groups.count; ++g) {
    groups.of.insert(groups.of.end(), static_cast<std::size_t>(sizes[static_cast<std::size_t>(g)]), g);
    groups.apart_starts.push_back(static_cast<std::int64_t>(groups.apart.size()));
    for (int h = 0; h < groups.count; ++h)
      if (std::count(apart.begin(), apart.end(), std::pair{g, h}) +
          std::count(apart.begin(), apart.end(), std::pair{h, g}))
        groups.apart.push_back(h);
  }
  groups.apart_starts.push_back(static_cast<std::int64_t>(groups.apart.size()));
  return groups;
}

Groups single_items(std::size_t count) {
  return make_groups(std::vector<std::int64_t>(count, 1));
}

bool keeps_all(const std::vector<int>& z, const Groups& groups, const SizeBounds& bounds, int clusters) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(clusters), 0);
  for (int g = 0; g < groups.count; ++g) {
    sizes[z[g]] += groups.sizes[g];
    if (groups.cluster[g] != unlabelled && groups.cluster[g] != z[g]) return false;
    for (const int h : groups.apart_from(g))
      if (z[h] == z[g]) return false;
  }
  return std::all_of(sizes.begin(), sizes.end(),
                     [&](std::int64_t s) { return s >= bounds.least && s <= bounds.most; });
}

double cost_of(const Matrix& costs, const std::vector<int>& z) {
  double sum = 0;
  for (std::size_t g = 0; g < z.size(); ++g) sum += costs(static_cast<Index>(g), z[g]);
  return sum;
}

/// Tries every assignment; no answer if none is possible.
std::optional<double> least_cost_of_all(const Matrix& costs, const Groups& groups, const SizeBounds& bounds) {
  const int clusters = static_cast<int>(costs.cols());
  std::vector<int> z(static_cast<std::size_t>(groups.count), 0);
  std::optional<double> best;
  while (true) {
    if (keeps_all(z, groups, bounds, clusters) && (!best || cost_of(costs, z) < *best))
      best = cost_of(costs, z);
    std::size_t g = 0;
    while (g < z.size() && ++z[g] == clusters) z[g++] = 0;
    if (g == z.size()) return best;
  }
}

struct Problem {
  Matrix costs;
  Groups groups;
  SizeBounds bounds;
};

/// Small random problems of every kind. Costs are whole numbers half of the time, so that ties occur.
Problem random_problem(bool only_single_items) {
  const int clusters = *rc::gen::inRange(1, 5), count = *rc::gen::inRange(1, 8);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::vector<std::int64_t> sizes;
  std::vector<int> given;
  std::vector<std::pair<int, int>> apart;
  for (int g = 0; g < count; ++g) {
    sizes.push_back(only_single_items ? 1 : 1 + random.below(4));
    given.push_back(random.uniform() < 0.15 ? static_cast<int>(random.below(clusters)) : unlabelled);
    for (int h = 0; h < g && !only_single_items; ++h)
      if (random.uniform() < 0.2) apart.emplace_back(h, g);
  }
  const bool whole = random.uniform() < 0.5;
  Matrix costs(count, clusters);
  for (Index i = 0; i < costs.size(); ++i)
    costs.data()[i] = whole ? static_cast<double>(random.below(4)) : 10 * random.uniform() - 3;
  const std::int64_t items = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  const std::int64_t least = random.below(items / clusters + 1);
  const std::int64_t most = std::max(least, items / clusters) + random.below(4);
  return {costs, make_groups(sizes, apart, given), {least, most}};
}

void agrees_with_trying_all(const Problem& p) {
  const auto expected = least_cost_of_all(p.costs, p.groups, p.bounds);
  std::optional<BoundedAssignment> found;
  try {
    found = assign_within(p.costs, p.groups, p.bounds, {}, 1'000'000);
  } catch (const InvalidInput&) {
  }
  RC_ASSERT(found.has_value() == expected.has_value());
  if (!found) return;
  RC_ASSERT(found->proved);
  RC_ASSERT(keeps_all(found->clusters, p.groups, p.bounds, static_cast<int>(p.costs.cols())));
  RC_ASSERT(found->cost == cost_of(p.costs, found->clusters));
  RC_ASSERT(std::abs(found->cost - *expected) <= 1e-11 * (1 + std::abs(*expected)));
}

RC_GTEST_PROP(SizeBounds, AgreeWithTryingEveryAssignmentOfSingleItems, ()) {
  agrees_with_trying_all(random_problem(true));
}

RC_GTEST_PROP(SizeBounds, AgreeWithTryingEveryAssignmentOfGroupsSomeGivenAndSomeApart, ()) {
  agrees_with_trying_all(random_problem(false));
}

RC_GTEST_PROP(SizeBounds, AHintNeverMakesItWorse, ()) {
  const Problem p = random_problem(false);
  std::vector<int> hint;
  for (int g = 0; g < p.groups.count; ++g)
    hint.push_back(*rc::gen::inRange(0, static_cast<int>(p.costs.cols())));
  RC_PRE(keeps_all(hint, p.groups, p.bounds, static_cast<int>(p.costs.cols())));
  const auto found = assign_within(p.costs, p.groups, p.bounds, hint, *rc::gen::inRange(1, 4));
  RC_ASSERT(found.has_value());
  RC_ASSERT(found->cost <= cost_of(p.costs, hint));
}

TEST(SizeBounds, OneItemInEachClusterIsTheAssignmentProblem) {
  for (int trial = 0; trial < 20; ++trial) {
    // The best matching of a table of counts, by another algorithm.
    Random random(static_cast<std::uint64_t>(trial));
    std::vector<std::vector<std::int64_t>> counts(12, std::vector<std::int64_t>(12));
    Matrix costs(12, 12);
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j) costs(i, j) = -static_cast<double>(counts[i][j] = 1 + random.below(50));
    const auto matching = best_matching(testing_support::table_of(counts));
    EXPECT_EQ(assign_within(costs, single_items(12), {1, 1})->cost, cost_of(costs, matching));
  }
}

/// Is there a cluster price per item that makes every item content and every price justified? Then, by
/// duality, nothing is cheaper. Prices come from shortest paths between clusters over all items, by Bellman
/// and Ford.
bool no_exchange_helps(const Matrix& costs, const std::vector<int>& z, const SizeBounds& bounds) {
  const auto clusters = static_cast<std::size_t>(costs.cols());
  std::vector<std::int64_t> sizes(clusters, 0);
  Matrix arc = Matrix::Constant(costs.cols() + 1, costs.cols() + 1, std::numeric_limits<double>::infinity());
  for (Index i = 0; i < costs.rows(); ++i) {
    ++sizes[z[i]];
    for (Index k = 0; k < costs.cols(); ++k)
      arc(z[i], k) = std::min(arc(z[i], k), costs(i, k) - costs(i, z[i]));
  }
  for (std::size_t k = 0; k < clusters; ++k) {
    if (sizes[k] < bounds.most) arc(static_cast<Index>(k), costs.cols()) = 0;
    if (sizes[k] > bounds.least) arc(costs.cols(), static_cast<Index>(k)) = 0;
  }
  for (Index via = 0; via < arc.rows();
       ++via)  // Floyd and Warshall: a cycle of negative length would be a gain
    for (Index from = 0; from < arc.rows(); ++from)
      for (Index to = 0; to < arc.rows(); ++to)
        arc(from, to) = std::min(arc(from, to), arc(from, via) + arc(via, to));
  return (arc.diagonal().array() >= -1e-9).all();
}

TEST(SizeBounds, NoChainOfExchangesImprovesALargeAnswer) {
  const Matrix costs =
      random_matrix(3000, 8, 5).cwiseAbs() * Eigen::VectorXd::LinSpaced(8, 1, 4).asDiagonal();
  for (const SizeBounds bounds :
       {SizeBounds{375, 375}, SizeBounds{300, 500}, SizeBounds{200, 3000}, SizeBounds{0, 400}}) {
    const auto found = assign_within(costs, single_items(3000), bounds);
    EXPECT_TRUE(keeps_all(found->clusters, single_items(3000), bounds, 8));
    EXPECT_TRUE(no_exchange_helps(costs, found->clusters, bounds));
  }
}

TEST(SizeBounds, LeaveTheCheapestAloneWhenTheyFit) {
  const Matrix costs = random_matrix(50, 3, 2);
  const auto found = assign_within(costs, single_items(50), {1, 50});
  EXPECT_DOUBLE_EQ(found->cost, costs.rowwise().minCoeff().sum());
}

TEST(SizeBounds, MoveTheItemsThatMindLeast) {
  Matrix costs(4, 2);
  costs << 0, 9, 0, 2, 0, 1, 0, 5;
  EXPECT_THAT(assign_within(costs, single_items(4), {2, 4})->clusters, ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(assign_within(costs, single_items(4), {0, 3})->clusters, ElementsAre(0, 0, 1, 0));
}

TEST(SizeBounds, NeverSplitAGroup) {
  Matrix costs(3, 2);
  costs << 0, 10, 0, 9, 0, 1;  // items: 3, 3, 2; half of the second group would be cheap to move, but not all
  const auto found = assign_within(costs, make_groups({3, 3, 2}), {3, 5});
  EXPECT_THAT(found->clusters, ElementsAre(0, 1, 0));
  EXPECT_TRUE(found->proved);
}

TEST(SizeBounds, EqualCostsGiveTheSameAnswerEachTime) {
  const Matrix costs = Matrix::Zero(30, 4);
  const auto once = assign_within(costs, single_items(30), {7, 8});
  EXPECT_EQ(once->clusters, assign_within(costs, single_items(30), {7, 8})->clusters);
  EXPECT_TRUE(keeps_all(once->clusters, single_items(30), {7, 8}, 4));
  // And a hint that is as good stays.
  EXPECT_EQ(assign_within(costs, single_items(30), {7, 8}, once->clusters)->clusters, once->clusters);
}

TEST(SizeBounds, ManyPairsApartAreParted) {
  // 600 items, every two neighbours of a ring apart, and nearly equal clusters: far more than can be branched
  // on.
  std::vector<std::pair<int, int>> ring;
  for (int i = 0; i < 600; ++i) ring.emplace_back(i, (i + 1) % 600);
  const Groups groups = make_groups(std::vector<std::int64_t>(600, 1), ring);
  const auto found = assign_within(random_matrix(600, 4, 9).cwiseAbs(), groups, {145, 155});
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(keeps_all(found->clusters, groups, {145, 155}, 4));
}

TEST(SizeBounds, SayWhenTheLimitCameBeforeAnAnswer) {
  // Three groups of 4 in pieces of at most 6 cannot be packed into two, but flows alone do not see it.
  EXPECT_FALSE(assign_within(Matrix::Zero(3, 2), make_groups({4, 4, 4}), {0, 6}, {}, 1).has_value());
}

using Words = std::string;
Words words_of(const Matrix& costs, const Groups& groups, const SizeBounds& bounds) {
  try {
    assign_within(costs, groups, bounds);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "no error";
}

TEST(SizeBounds, SayWhichSumsCannotBe) {
  const auto words = [](std::size_t items, int clusters, const SizeBounds& bounds) {
    return words_of(Matrix::Zero(static_cast<Index>(items), clusters), single_items(items), bounds);
  };
  EXPECT_EQ(words(100, 4, {30, 1000}),
            "4 clusters of at least 30 items need 120, but there are 100: use a smaller min_size or fewer "
            "clusters");
  EXPECT_EQ(
      words(100, 4, {0, 20}),
      "4 clusters of at most 20 items hold 80, but there are 100: use a larger max_size or more clusters");
  EXPECT_EQ(words(100, 4, {30, 20}), "min_size = 30 is larger than max_size = 20: exchange them?");
  EXPECT_THAT(
      words(100, 4, {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()}),
      HasSubstr("but there are 100"));
}

TEST(SizeBounds, SayWhichGroupOrSeedsAreTooMany) {
  EXPECT_THAT(words_of(Matrix::Zero(2, 4), make_groups({45, 5}), {0, 40}),
              HasSubstr("a must-linked group of 45 items is larger than max_size = 40"));
  EXPECT_THAT(
      words_of(Matrix::Zero(4, 3), make_groups({16, 15, 9, 9}, {}, {2, 2, unlabelled, unlabelled}), {0, 30}),
      HasSubstr("cluster 2 has 31 seeds and linked items, more than max_size = 30"));
  EXPECT_THAT(
      words_of(Matrix::Zero(3, 3), make_groups({40, 5, 5}, {}, {1, unlabelled, unlabelled}), {6, 100}),
      HasSubstr(
          "the seeds and linked items of 1 clusters, and at least 6 items in each of the other 2, are 52 "
          "items, but there are 50"));
}

TEST(SizeBounds, SayWhenTheSearchProvesThatNothingIsPossible) {
  EXPECT_THAT(
      words_of(Matrix::Zero(3, 2), make_groups({4, 4, 4}), {0, 6}),
      HasSubstr(
          "no assignment of the 3 groups of linked items to 2 clusters keeps all links, seeds and sizes"));
  EXPECT_THAT(words_of(Matrix::Zero(3, 2), make_groups({1, 1, 1}, {{0, 1}, {1, 2}, {0, 2}}), {1, 2}),
              HasSubstr("no assignment of the 3 groups"));
}

TEST(SizeBounds, RefuseCostsThatAreNotNumbers) {
  EXPECT_THAT(words_of(Matrix::Constant(2, 2, std::nan("")), single_items(2), {1, 1}),
              HasSubstr("not a finite number"));
  EXPECT_THAT(words_of(Matrix::Zero(3, 2), single_items(2), {1, 1}), HasSubstr("costs for 3 groups"));
}

}  // namespace
}  // namespace bellwether
