#include <gtest/gtest.h>

#include <bellwether/engine/random.h>
#include <bellwether/mixtures/starts.h>
#include <bellwether/runs/facts.h>

namespace bellwether {
namespace {

std::vector<std::size_t> seeded(const std::vector<int>& seeds) {
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if (seeds[i] != unlabelled) items.push_back(i);
  return items;
}

TEST(Folds, HoldEverySeedBackOnceButTheOnlyOneOfACluster) {
  const Knowledge knowledge{.seeds = {0, 0, 1, 1, 1, 2, unlabelled}};
  std::vector<int> held(knowledge.seeds.size(), 0);
  for (const Fold& fold : folds_of(knowledge, 3)) {
    for (const std::size_t i : seeded(fold.held_back.seeds)) {
      ++held[i];
      EXPECT_EQ(fold.used.seeds[i], unlabelled);
    }
    EXPECT_EQ(seeded(fold.used.seeds).size() + seeded(fold.held_back.seeds).size(), 6);
  }
  EXPECT_EQ(held, (std::vector{1, 1, 1, 1, 1, 0, 0}));
}

TEST(Folds, TwoSeedsOfEachClusterAreEnough) {
  const auto folds = folds_of({.seeds = {0, 0, 1, 1}}, 3);
  ASSERT_FALSE(folds.empty());
  for (const Fold& fold : folds) EXPECT_FALSE(seeded(fold.used.seeds).empty());
}

TEST(Folds, OneSeedOfEachClusterLeavesNothingToHoldBack) {
  EXPECT_TRUE(folds_of({.seeds = {0, 1, 2, unlabelled}}, 3).empty());
}

TEST(Tallies, SeedsAreMetUnderTheirName) {
  const Fold fold{.used = {.seeds = {0, unlabelled, 1, unlabelled}},
                  .held_back = {.seeds = {unlabelled, 0, unlabelled, 1}}};
  Tally tally;
  count_met({0, 0, 1, 0}, fold, tally);
  EXPECT_EQ(met(tally), 0.5);
  // Said: 0, 0; meant: 0, 1. By chance a half is right.
  EXPECT_EQ(chance_of(tally).mean, 0.5);
  EXPECT_NEAR(chance_of(tally).deviation, std::sqrt(0.25 / 2), 1e-15);
}

TEST(Tallies, LinksAreMetByHowMuchOftenerMustThanCannotIsTogether) {
  const Fold fold{.held_back = {.must_link = {{0, 1}, {2, 3}}, .cannot_link = {{0, 2}, {1, 3}, {0, 4}}}};
  Tally tally;
  count_met({0, 0, 1, 0, 1}, fold, tally);  // one of two together; one of three together
  EXPECT_NEAR(met(tally), 1.0 / 2 - 1.0 / 3, 1e-15);
  const double q = (9 + 4) / 25.0;
  EXPECT_NEAR(chance_of(tally).deviation, std::sqrt(q * (1 - q) * (1.0 / 2 + 1.0 / 3)), 1e-15);
}

TEST(Tallies, LinksThatTheOthersImplyProveNothing) {
  const Fold fold{.used = {.must_link = {{0, 1}, {1, 2}}, .cannot_link = {{0, 3}}},
                  .held_back = {.must_link = {{0, 2}}, .cannot_link = {{2, 3}}}};
  Tally tally;
  count_met({0, 0, 0, 1}, fold, tally);
  EXPECT_TRUE(tally.empty());
}

TEST(Tallies, ClustersGetTheNamesOfTheSeedsThatTheyMatch) {
  EXPECT_EQ(named_by({2, 2, 0, 0, 1}, {0, unlabelled, 1, 1, unlabelled}), (std::vector{0, 0, 1, 1, -1}));
}

TEST(Tallies, RandomNamesAreSeldomFarBeyondChance) {
  Random random(3);
  int beyond = 0;
  constexpr int draws = 400, items = 60, clusters = 4;
  for (int d = 0; d < draws; ++d) {
    Fold fold{.held_back = {.seeds = std::vector<int>(items)}};
    std::vector<int> labels(items);
    for (int i = 0; i < items; ++i) {
      fold.held_back.seeds[static_cast<std::size_t>(i)] = static_cast<int>(random.bits() % clusters);
      labels[static_cast<std::size_t>(i)] = static_cast<int>(random.bits() % clusters);
    }
    Tally tally;
    count_met(labels, fold, tally);
    const Chance chance = chance_of(tally);
    beyond += met(tally) > chance.mean + 2 * chance.deviation ? 1 : 0;
  }
  EXPECT_LT(beyond, draws * 5 / 100);
}

}  // namespace
}  // namespace bellwether
