#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/links/groups.h>

namespace bellwether {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::vector<int> apart(const Groups& groups, int group) {
  const auto found = groups.apart_from(group);
  return {found.begin(), found.end()};
}

void expect_contradiction(const Knowledge& knowledge, Index items, const std::string& words) {
  EXPECT_THAT([&] { close_links(knowledge, items, 3); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
}

TEST(Groups, ItemsJoinedThroughOthersAreOneGroup) {
  const auto groups = close_links({.must_link = {{0, 3}, {3, 5}, {1, 4}}}, 6, 2);
  EXPECT_THAT(groups.of, ElementsAre(0, 1, 2, 0, 1, 0));
  EXPECT_THAT(groups.sizes, ElementsAre(3, 2, 1));
  EXPECT_FALSE(groups.any_apart());
}

TEST(Groups, ACannotLinkHoldsBetweenWholeGroups) {
  const auto groups =
      close_links({.must_link = {{0, 1}, {2, 3}}, .cannot_link = {{1, 3}, {2, 0}, {4, 1}}}, 5, 2);
  EXPECT_THAT(groups.of, ElementsAre(0, 0, 1, 1, 2));
  EXPECT_THAT(apart(groups, 0), ElementsAre(1, 2));
  EXPECT_THAT(apart(groups, 1), ElementsAre(0));
  EXPECT_THAT(apart(groups, 2), ElementsAre(0));
}

TEST(Groups, ASeedGivesItsGroupACluster) {
  const auto groups = close_links({.seeds = {-1, 1, -1, 1}, .must_link = {{0, 1}, {0, 3}}}, 4, 2);
  EXPECT_THAT(groups.cluster, ElementsAre(1, unlabelled));
}

TEST(Groups, NothingKnownIsAGroupForEachItem) {
  const auto groups = close_links({}, 3, 2);
  EXPECT_THAT(groups.of, ElementsAre(0, 1, 2));
  EXPECT_THAT(groups.cluster, ElementsAre(unlabelled, unlabelled, unlabelled));
  EXPECT_TRUE(groups.apart_from(1).empty());
}

TEST(Groups, LinksGivenTwiceOrInARingOrToOneselfChangeNothing) {
  const auto groups = close_links(
      {.must_link = {{0, 1}, {1, 0}, {1, 2}, {2, 0}, {2, 2}}, .cannot_link = {{0, 3}, {3, 2}, {3, 0}}}, 4, 2);
  EXPECT_THAT(groups.of, ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(apart(groups, 0), ElementsAre(1));
}

TEST(Groups, AContradictionIsProvedByTheShortestChainOfLinks) {
  const Knowledge knowledge{.must_link = {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 3}}, .cannot_link = {{0, 3}}};
  expect_contradiction(
      knowledge, 5,
      "item 0 and item 3 have a cannot-link, but must-links join them: item 0 = item 4 = item 3");
}

TEST(Groups, ALinkBothWaysIsAContradiction) {
  expect_contradiction({.must_link = {{0, 1}}, .cannot_link = {{1, 0}}}, 2, "item 1 = item 0");
}

TEST(Groups, TwoLabelsInOneGroupAreAContradiction) {
  Knowledge knowledge{.seeds = {0, -1, 2}, .must_link = {{0, 1}, {1, 2}}};
  expect_contradiction(knowledge, 3,
                       "the seed of item 0 is cluster 0 and that of item 2 is cluster 2, but must-links join "
                       "them: item 0 = item 1 = item 2");
  knowledge.name_item = [](Index i) { return "'" + std::string(1, static_cast<char>('a' + i)) + "'"; };
  knowledge.name_cluster = [](int k) { return k == 0 ? "'red'" : "'blue'"; };
  expect_contradiction(knowledge, 3, "the seed of 'a' is 'red' and that of 'c' is 'blue'");
}

TEST(Groups, OneLabelOnBothSidesOfACannotLinkIsAContradiction) {
  const Knowledge knowledge{.seeds = {1, -1, -1, 1}, .must_link = {{0, 1}, {2, 3}}, .cannot_link = {{2, 1}}};
  expect_contradiction(knowledge, 4, "item 3 = item 2 | item 1 = item 0");
}

TEST(Groups, AnItemCannotBeApartFromItself) {
  expect_contradiction({.cannot_link = {{1, 1}}}, 2, "names item 1 twice: nothing can be apart from itself");
}

TEST(Groups, RefusesItemsAndClustersThatAreNotThere) {
  expect_contradiction({.must_link = {{0, 7}}}, 3, "a must-link names item 7, but items are 0 to 2");
  expect_contradiction({.cannot_link = {{-1, 2}}}, 3, "a cannot-link names item -1");
  expect_contradiction({.seeds = {0, 3, -1}}, 3, "item 1 is seeded with cluster 3, but clusters are 0 to 2");
  expect_contradiction({.seeds = {0}}, 3, "there are 1 seeds for 3 items");
}

TEST(Groups, AChainOfAMillionItemsIsOneGroupAndItsProofIsShort) {
  constexpr Index items = 1'000'000;
  Knowledge knowledge;
  for (Index i = 0; i + 1 < items; ++i) knowledge.must_link.emplace_back(i, i + 1);
  EXPECT_EQ(close_links(knowledge, items, 2).count, 1);
  knowledge.cannot_link = {{0, items - 1}};
  expect_contradiction(knowledge, items,
                       "item 3 = (999992 more) = item 999996 = item 999997 = item 999998 = item 999999");
}

/// Who is with whom and apart from whom, by closing the relation over all triples.
RC_GTEST_PROP(Groups, AgreeWithTheClosureByBruteForce, ()) {
  const auto items = *rc::gen::inRange<Index>(1, 9);
  const auto links = [&] {
    return *rc::gen::container<std::vector<Link>>(
        rc::gen::pair(rc::gen::inRange<Index>(0, items), rc::gen::inRange<Index>(0, items)));
  };
  const Knowledge knowledge{.must_link = links(), .cannot_link = links()};

  std::vector<std::vector<bool>> with(items, std::vector<bool>(items, false)), apart_items = with;
  for (Index i = 0; i < items; ++i) with[i][i] = true;
  for (const auto& [a, b] : knowledge.must_link) with[a][b] = with[b][a] = true;
  for (Index k = 0; k < items; ++k)
    for (Index i = 0; i < items; ++i)
      for (Index j = 0; j < items; ++j)
        if (with[i][k] && with[k][j]) with[i][j] = true;
  bool contradiction = false;
  for (const auto& [a, b] : knowledge.cannot_link)
    for (Index i = 0; i < items; ++i)
      for (Index j = 0; j < items; ++j)
        if (with[i][a] && with[b][j]) {
          apart_items[i][j] = apart_items[j][i] = true;
          if (with[i][j]) contradiction = true;
        }

  if (contradiction) {
    RC_ASSERT_THROWS_AS(close_links(knowledge, items, 2), InvalidInput);
    return;
  }
  const auto groups = close_links(knowledge, items, 2);
  for (Index i = 0; i < items; ++i)
    for (Index j = 0; j < items; ++j) {
      RC_ASSERT((groups.of[i] == groups.of[j]) == with[i][j]);
      const auto found = apart(groups, groups.of[i]);
      RC_ASSERT(std::ranges::binary_search(found, groups.of[j]) == apart_items[i][j]);
    }
}

TEST(Knowledge, CoversLabelledAndLinkedItems) {
  const Knowledge knowledge{.seeds = {-1, 0, -1, -1, -1}, .must_link = {{2, 3}}};
  EXPECT_THAT(covered_items(knowledge, 5), ElementsAre(false, true, true, true, false));
  EXPECT_THAT(covered_items({}, 2), ElementsAre(false, false));
}

TEST(Knowledge, ReportsTheLinksThatAreKeptAndBroken) {
  const Knowledge knowledge{.must_link = {{0, 1}, {1, 2}}, .cannot_link = {{0, 2}, {0, 1}}};
  const auto report = report_links(knowledge, {5, 5, 6});
  EXPECT_EQ(report.must_held, 1);
  EXPECT_EQ(report.cannot_held, 1);
  EXPECT_THAT(report.must_broken, ElementsAre(Link{1, 2}));
  EXPECT_THAT(report.cannot_broken, ElementsAre(Link{0, 1}));
}

}  // namespace
}  // namespace bellwether
