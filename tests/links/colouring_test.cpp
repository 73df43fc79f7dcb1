#include <bellwether/links/colouring.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/links/cheapest.h>
#include <bellwether/links/repair.h>
#include <tests/links/assignments.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Matrix random_costs(Index groups, int clusters, std::uint64_t random_seed) {
  return testing_support::random_matrix(groups, clusters, random_seed).cwiseAbs();
}

/// The only subgraph of links that connect all items.
Subgraph connected(const std::vector<Link>& links, Index items, int clusters, std::vector<int> seeds = {}) {
  const auto found =
      subgraphs_of(close_links({.seeds = std::move(seeds), .cannot_link = links}, items, clusters));
  EXPECT_THAT(found, SizeIs(1));
  return found.at(0);
}

std::vector<Link> ring(Index length) {
  std::vector<Link> links;
  for (Index i = 0; i < length; ++i) links.emplace_back(i, (i + 1) % length);
  return links;
}

std::vector<Link> all_pairs(Index items) {
  std::vector<Link> links;
  for (Index a = 0; a < items; ++a)
    for (Index b = a + 1; b < items; ++b) links.emplace_back(a, b);
  return links;
}

/// Mycielski's graph of 11 vertices without triangles that needs four colours (Groetzsch's graph): a ring of
/// five, a copy of each of its vertices with the same neighbours, and one more beside all copies.
std::vector<Link> groetzsch() {
  std::vector<Link> links = ring(5);
  for (Index i = 0; i < 5; ++i) {
    links.emplace_back(5 + i, (i + 1) % 5);
    links.emplace_back(5 + i, (i + 4) % 5);
    links.emplace_back(5 + i, 10);
  }
  return links;
}

TEST(ApartGraph, GroupsThatLinksDoNotConnectAreInDifferentSubgraphs) {
  const auto found = subgraphs_of(close_links({.cannot_link = {{0, 4}, {4, 2}, {5, 3}}}, 7, 2));
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].groups, ElementsAre(0, 2, 4));
  EXPECT_THAT(found[0].neighbours_of(2), ElementsAre(0, 1));
  EXPECT_THAT(found[1].groups, ElementsAre(3, 5));
}

TEST(ApartGraph, AHeldGroupClosesItsClusterAndPartsItsNeighbours) {
  const auto found = subgraphs_of(close_links({.seeds = {-1, 2, -1}, .cannot_link = {{0, 1}, {1, 2}}}, 3, 3));
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].groups, ElementsAre(0));
  EXPECT_THAT(found[0].closed_to(0), ElementsAre(2));
  EXPECT_THAT(found[1].groups, ElementsAre(2));
}

TEST(Colouring, ARingOfOddLengthNeedsThreeClustersHoweverLongItIs) {
  for (const Index length : {3, 5, 100'001}) {
    const Subgraph odd = connected(ring(length), length, 3);
    EXPECT_EQ(colour(odd, Matrix::Zero(length, 2), 10).colourable, Colourable::no) << length;
    const auto three = colour(odd, Matrix::Zero(length, 3), 10);
    ASSERT_EQ(three.colourable, Colourable::yes) << length;
    EXPECT_TRUE(keeps_apart(odd, three.clusters));
  }
  const Subgraph even = connected(ring(100'000), 100'000, 2);
  EXPECT_TRUE(keeps_apart(even, colour(even, Matrix::Zero(100'000, 2), 10).clusters));
}

TEST(Colouring, AGraphWithoutTrianglesMayNeedFourClusters) {
  const Subgraph s = connected(groetzsch(), 11, 4);
  EXPECT_EQ(colour(s, random_costs(11, 3, 1), 1000).colourable, Colourable::no);
  EXPECT_EQ(colour(s, random_costs(11, 4, 1), 1000).colourable, Colourable::yes);
  EXPECT_THAT(find_crowd(s, 3).members, IsEmpty());
  EXPECT_EQ(colour(s, random_costs(11, 3, 1), 1).colourable, Colourable::limit_reached);
}

TEST(Colouring, TooManyThatMustAllBeApartAreFoundAtOnce) {
  // Clusters that nobody uses are alike: without that, 12 items and 11 clusters are 11! ways to fail.
  const Subgraph s = connected(all_pairs(12), 12, 12);
  EXPECT_EQ(colour(s, random_costs(12, 11, 1), 20).colourable, Colourable::no);
  EXPECT_EQ(colour(s, random_costs(12, 12, 1), 20).colourable, Colourable::yes);
  const Crowd crowd = find_crowd(s, 11);
  EXPECT_THAT(crowd.members, SizeIs(12));
  EXPECT_EQ(crowd.open, 11);
}

TEST(Colouring, WhatSeedsCloseCountsInACrowd) {
  // Two that are apart, and both apart from a seed of cluster 0: of two clusters one is left.
  const Subgraph s = connected({{0, 1}, {0, 2}, {1, 2}}, 3, 2, {-1, -1, 0});
  EXPECT_EQ(colour(s, Matrix::Zero(2, 2), 10).colourable, Colourable::no);
  const Crowd crowd = find_crowd(s, 2);
  EXPECT_THAT(crowd.members, ElementsAre(0, 1));
  EXPECT_EQ(crowd.open, 1);
}

TEST(Colouring, TheGroupsOfAColouringAreWhereTheyCostLeastIfTheyCanBe) {
  const Subgraph s = connected({{0, 1}, {1, 2}}, 3, 3);
  EXPECT_THAT(colour(s, Matrix{{2, 0, 1}, {0, 1, 2}, {1, 2, 0}}, 10).clusters, ElementsAre(1, 0, 2));
}

struct RandomSubgraph {
  Subgraph subgraph;
  Matrix costs;
};

/// The largest subgraph of random links and seeds, small enough to try everything.
RandomSubgraph random_subgraph() {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const auto clusters = static_cast<int>(2 + random.below(3));
  const Index items = 4 + random.below(4);
  Knowledge knowledge;
  knowledge.seeds.assign(static_cast<std::size_t>(items), unlabelled);
  const double density = 0.2 + 0.6 * random.uniform();
  for (const auto& [a, b] : all_pairs(items))
    if (random.uniform() < density) knowledge.cannot_link.emplace_back(a, b);
  if (random.uniform() < 0.3) knowledge.seeds[0] = static_cast<int>(random.below(clusters));
  const auto found = subgraphs_of(close_links(knowledge, items, clusters));
  RC_PRE(!found.empty());
  const auto largest = std::ranges::max_element(found, {}, &Subgraph::size);
  return {*largest, random_costs(largest->size(), clusters, random.bits())};
}

/// The least cost of all ways that break no link; infinity if there is none.
double least_of_all(const RandomSubgraph& r) {
  double best = std::numeric_limits<double>::infinity();
  brute_force::for_each_assignment(r.subgraph.size(), static_cast<int>(r.costs.cols()), [&](const auto& z) {
    if (keeps_apart(r.subgraph, z)) best = std::min(best, cost_of(r.costs, z));
  });
  return best;
}

RC_GTEST_PROP(Colouring, FindsAWayIfAndOnlyIfThereIsOne, ()) {
  const auto r = random_subgraph();
  const auto found = colour(r.subgraph, r.costs, 100'000);
  const bool possible = std::isfinite(least_of_all(r));
  RC_ASSERT(found.colourable == (possible ? Colourable::yes : Colourable::no));
  if (possible) RC_ASSERT(keeps_apart(r.subgraph, found.clusters));
}

RC_GTEST_PROP(Colouring, ACrowdIsAProof, ()) {
  const auto r = random_subgraph();
  const Crowd crowd = find_crowd(r.subgraph, static_cast<int>(r.costs.cols()));
  if (!crowd.members.empty()) RC_ASSERT(!std::isfinite(least_of_all(r)));
}

RC_GTEST_PROP(Repair, LeadsFromAnyLabelsToSomeThatBreakNoLink, ()) {
  const auto r = random_subgraph();
  const auto possible = colour(r.subgraph, r.costs, 100'000);
  std::vector<int> z(r.subgraph.groups.size(), 0);
  for (int v = 0; v < r.subgraph.size(); ++v) {
    const auto closed = r.subgraph.closed_to(v);
    if (!closed.empty() && closed[0] == 0) z[v] = 1;  // one seed closes one cluster at most
  }
  const auto repaired = repair(r.subgraph, r.costs, z, 10'000);
  RC_ASSERT(repaired.empty() == (possible.colourable == Colourable::no));
  if (!repaired.empty()) RC_ASSERT(keeps_apart(r.subgraph, repaired));
}

TEST(Repair, MovesWhatCostsLeast) {
  // Both in cluster 0; to move the second costs 1, the first 5.
  const Subgraph s = connected({{0, 1}}, 2, 3);
  EXPECT_THAT(repair(s, Matrix{{0, 5, 9}, {0, 9, 1}}, {0, 0}, 10), ElementsAre(0, 2));
  EXPECT_THAT(repair(s, Matrix{{0, 5, 9}, {0, 9, 1}}, {0, 0}, 0), IsEmpty());
}

TEST(Repair, MendsALongRing) {
  const Subgraph s = connected(ring(5001), 5001, 3);
  const auto repaired = repair(s, random_costs(5001, 3, 1), std::vector<int>(5001, 0), 20'000);
  ASSERT_THAT(repaired, SizeIs(5001));
  EXPECT_TRUE(keeps_apart(s, repaired));
}

RC_GTEST_PROP(Cheapest, MovesBreakNoLinkAndNeverCostMore, ()) {
  const auto r = random_subgraph();
  auto z = colour(r.subgraph, r.costs, 100'000).clusters;
  RC_PRE(!z.empty());
  const double before = cost_of(r.costs, z);
  improve_by_moves(r.subgraph, r.costs, z);
  RC_ASSERT(keeps_apart(r.subgraph, z));
  RC_ASSERT(cost_of(r.costs, z) <= before);
  RC_ASSERT(cost_of(r.costs, z) >= least_cost(r.subgraph, r.costs));
}

RC_GTEST_PROP(Cheapest, BranchAndBoundFindsTheCheapestOfAllWays, ()) {
  const auto r = random_subgraph();
  auto z = colour(r.subgraph, r.costs, 100'000).clusters;
  RC_PRE(!z.empty());
  int budget = 1'000'000;
  RC_ASSERT(improve_by_search(r.subgraph, r.costs, z, budget));
  RC_ASSERT(keeps_apart(r.subgraph, z));
  RC_ASSERT(cost_of(r.costs, z) == least_of_all(r));
}

RC_GTEST_PROP(Cheapest, WithTwoClustersTheBetterOfTwoWaysIsTheCheapest, ()) {
  auto r = random_subgraph();
  RC_PRE(std::ranges::all_of(r.subgraph.closed, [](int k) { return k < 2; }));
  r.costs = Matrix(r.costs.leftCols(2));
  auto z = colour(r.subgraph, r.costs, 100'000).clusters;
  RC_PRE(!z.empty());
  exchange_two_clusters(r.subgraph, r.costs, z);
  RC_ASSERT(keeps_apart(r.subgraph, z));
  RC_ASSERT(std::abs(cost_of(r.costs, z) - least_of_all(r)) <= 1e-14 * cost_of(r.costs, z));
}

TEST(Cheapest, AChainOfMovesLeavesWhereNoSingleMoveCan) {
  // Two that are apart, in two clusters, each in the wrong one.
  const Subgraph s = connected({{0, 1}}, 2, 2);
  std::vector<int> z{0, 1};
  improve_by_moves(s, Matrix{{5, 1}, {1, 5}}, z);
  EXPECT_THAT(z, ElementsAre(1, 0));
}

TEST(Cheapest, ASpentBudgetKeepsWhatItHas) {
  const Subgraph s = connected(all_pairs(6), 6, 6);
  const Matrix costs = random_costs(6, 6, 3);
  auto z = colour(s, costs, 100).clusters;
  int budget = 2;
  const double before = cost_of(costs, z);
  EXPECT_FALSE(improve_by_search(s, costs, z, budget));
  EXPECT_EQ(budget, 0);
  EXPECT_TRUE(keeps_apart(s, z));
  EXPECT_LE(cost_of(costs, z), before);
}

}  // namespace
}  // namespace bellwether
