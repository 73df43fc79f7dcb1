#include <bellwether/links/first_clusters.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::vector<int> of_items(const Groups& groups, const std::vector<int>& clusters) {
  std::vector<int> labels;
  for (const int group : groups.of) labels.push_back(clusters[group]);
  return labels;
}

void expect_obeyed(const Knowledge& known, const std::vector<int>& labels, int clusters) {
  for (std::size_t i = 0; i < known.seeds.size(); ++i)
    RC_ASSERT(known.seeds[i] == unlabelled || labels[i] == known.seeds[i]);
  const LinkReport links = report_links(known, labels);
  RC_ASSERT(links.must_broken.empty() && links.cannot_broken.empty());
  const auto sizes = cluster_sizes(labels, clusters);
  RC_ASSERT(std::ranges::count(sizes, 0) == 0);
}

TEST(FirstClusters, AreOfEqualSizeWhereNothingIsKnown) {
  const Groups groups = close_links({}, 12, 4);
  const auto clusters = random_clusters({}, groups, 4, Random(1), {});
  EXPECT_THAT(cluster_sizes(clusters, 4), Each(3));
  EXPECT_NE(clusters, random_clusters({}, groups, 4, Random(2), {}));
}

RC_GTEST_PROP(FirstClusters, ObeyAndLeaveNoClusterEmpty, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const Index items = 30;
  const int clusters = 3;
  Knowledge known;
  known.seeds.assign(static_cast<std::size_t>(items), unlabelled);
  for (int seed = 0; seed < 3; ++seed) {
    const Index i = random.below(items);
    known.seeds[i] = static_cast<int>(i % clusters);
  }
  for (int link = 0; link < 20; ++link) {
    const Index a = random.below(items), b = random.below(items);
    if (a != b) (a % clusters == b % clusters ? known.must_link : known.cannot_link).emplace_back(a, b);
  }
  const Groups groups = close_links(known, items, clusters);
  const auto by_chance = random_clusters(known, groups, clusters, random, {});
  expect_obeyed(known, of_items(groups, by_chance), clusters);
  std::vector<int> wished;
  for (Index i = 0; i < items; ++i) wished.push_back(static_cast<int>(random.below(clusters)));
  const auto near = clusters_near(wished, known, groups, clusters, random, {});
  expect_obeyed(known, of_items(groups, near), clusters);
}

TEST(FirstClusters, AreFoundWhereOneAfterTheOtherLeadsToADeadEnd) {
  // A crown: item i of one side is apart from all of the other side but its twin. Two clusters do, and a
  // greedy order that takes twins in turn needs as many as there are pairs.
  Knowledge crown;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j)
      if (i != j) crown.cannot_link.emplace_back(i, 6 + j);
  const Groups groups = close_links(crown, 12, 2);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_THAT(cluster_sizes(random_clusters(crown, groups, 2, Random(seed), {}), 2), ElementsAre(6, 6));
}

TEST(FirstClusters, AreThoseGivenIfTheyObey) {
  const std::vector<int> wished{0, 1, 0, 1, 1};
  const Knowledge known{.seeds = {unlabelled, unlabelled, 0, unlabelled, unlabelled},
                        .must_link = {{1, 3}},
                        .cannot_link = {{0, 4}}};
  const Groups groups = close_links(known, 5, 2);
  EXPECT_EQ(of_items(groups, clusters_near(wished, known, groups, 2, Random(1), {})), wished);
}

TEST(FirstClusters, SayIfThereAreTooFewGroups) {
  const Knowledge known{.must_link = {{0, 1}, {1, 2}}};
  EXPECT_THAT([&] { random_clusters(known, close_links(known, 3, 2), 2, Random(1), {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("leave only 1 group of items")));
}

}  // namespace
}  // namespace bellwether
