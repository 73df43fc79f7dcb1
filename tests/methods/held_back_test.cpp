#include <bellwether/methods/held_back.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;

TEST(Halves, EverySecondSeedOfEachClusterAndEverySecondLinkGoToTheSecond) {
  const Knowledge known{
      .seeds = {0, 1, unlabelled, 0, 1, 1}, .must_link = {{0, 3}, {1, 4}, {4, 5}}, .cannot_link = {{0, 1}}};
  const auto [first, second] = halves(known);
  EXPECT_THAT(first.seeds, ElementsAre(0, 1, unlabelled, unlabelled, unlabelled, 1));
  EXPECT_THAT(second.seeds, ElementsAre(unlabelled, unlabelled, unlabelled, 0, 1, unlabelled));
  EXPECT_THAT(first.must_link, ElementsAre(Link{0, 3}, Link{4, 5}));
  EXPECT_THAT(second.must_link, ElementsAre(Link{1, 4}));
  EXPECT_THAT(first.cannot_link, ElementsAre(Link{0, 1}));
  EXPECT_TRUE(second.cannot_link.empty());
}

TEST(Agreement, IsOneWhenEverythingIsMetAndItsNumbersDoNotMatter) {
  const Knowledge held{.seeds = {0, 0, 1, 1}, .must_link = {{0, 1}}, .cannot_link = {{0, 2}, {1, 3}}};
  EXPECT_DOUBLE_EQ(agreement({7, 7, 5, 5}, held, {}).value, 1);
}

TEST(Agreement, OfLinksIsTheShareThatHoldsLessChance) {
  // Two clusters of two: two items share one by chance with q = 1/2 (of draws with return).
  const std::vector<int> labels{0, 0, 1, 1};
  const auto must = agreement(labels, {.must_link = {{0, 1}, {1, 2}}}, {});
  EXPECT_DOUBLE_EQ(must.value, 0);  // one of two holds, as chance would have it
  EXPECT_DOUBLE_EQ(must.chance, std::sqrt(0.25 / 2) / 0.5);
  EXPECT_DOUBLE_EQ(agreement(labels, {.must_link = {{0, 2}}}, {}).value, -1);
  EXPECT_DOUBLE_EQ(agreement(labels, {.cannot_link = {{0, 2}, {0, 3}}}, {}).value, 1);
}

TEST(Agreement, LinksThatFollowFromWhatWasUsedProveNothing) {
  const std::vector<int> labels{0, 0, 0, 1};
  const Knowledge used{.must_link = {{0, 1}, {1, 2}}, .cannot_link = {{2, 3}}};
  EXPECT_TRUE(std::isinf(agreement(labels, {.must_link = {{0, 2}}}, used).chance));
  EXPECT_TRUE(std::isinf(agreement(labels, {.cannot_link = {{0, 3}}}, used).chance));
}

TEST(Agreement, NothingHeldBackOrOneClassTellsNothing) {
  EXPECT_TRUE(std::isinf(agreement({0, 1}, {}, {}).chance));
  EXPECT_TRUE(std::isinf(agreement({0, 1}, {.seeds = {0, 0}}, {}).chance));
}

TEST(Agreement, ByChanceIsZeroOnAverageWithinItsDeviation) {
  Random random(1);
  double sum = 0, squares = 0, expected = 0;
  constexpr int repeats = 400;
  for (int r = 0; r < repeats; ++r) {
    std::vector<int> labels, seeds;
    for (int i = 0; i < 60; ++i) {
      labels.push_back(static_cast<int>(random.below(3)));
      seeds.push_back(static_cast<int>(random.below(3)));
    }
    Knowledge held{.seeds = seeds};
    for (int l = 0; l < 30; ++l) {
      held.must_link.emplace_back(random.below(60), random.below(30));
      held.cannot_link.emplace_back(random.below(30), 30 + random.below(30));
    }
    std::erase_if(held.must_link, [](const Link& link) { return link.first == link.second; });
    const auto found = agreement(labels, held, {});
    sum += found.value;
    squares += found.value * found.value;
    expected += found.chance * found.chance;
  }
  EXPECT_NEAR(sum / repeats, 0, 0.015);                 // about three deviations of the mean
  EXPECT_NEAR(std::sqrt(squares / expected), 1, 0.15);  // the deviation is what it says
}

}  // namespace
}  // namespace bellwether
