#include <gtest/gtest.h>

#include <bellwether/runs/weigh_ways.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// `facts` seeds of three clusters, of which the first `missed` are found under another name.
Tally finding_all_but(int missed, int facts, int other_by = 1) {
  Tally tally;
  for (int i = 0; i < facts; ++i) {
    tally.meant.push_back(i % 3);
    tally.said.push_back(i < missed ? (i + other_by) % 3 : i % 3);
  }
  return tally;
}

std::vector<Way> ways(int count, double expected, bool classifier = false) {
  return std::vector<Way>(static_cast<std::size_t>(count), {.expected = expected, .classifier = classifier});
}

Met all_alike(const Tally& with, const Tally& plain) {
  return {.ways = {with, with, with}, .plain = plain};
}

TEST(WeighWays, SeedsThatAreFoundPromiseWhatExperienceSays) {
  const Tally all = finding_all_but(0, 30);
  const Weighed weighed = weigh(ways(3, 0.05), seeds, all_alike(all, all));
  EXPECT_EQ(weighed.doubt, 0);
  EXPECT_NEAR(weighed.gain, 120 * 0.05 / 150, 1e-12);
  EXPECT_TRUE(weighed.promises());
}

TEST(WeighWays, SeedsThatAllFindUnderOneOtherNameSeemWrong) {
  const Tally most = finding_all_but(12, 30);
  const Weighed weighed = weigh(ways(3, 0.05), seeds, all_alike(most, most));
  EXPECT_NEAR(weighed.doubt, 12.0 / 40 - 0.2, 1e-12);
  EXPECT_TRUE(weighed.beyond_chance);
  EXPECT_FALSE(weighed.promises());
}

TEST(WeighWays, SeedsThatSomeWayFindsAreHardRatherThanWrong) {
  const Tally most = finding_all_but(9, 30), all = finding_all_but(0, 30);
  const Met found{.ways = {most, finding_all_but(9, 30, 2), all}, .plain = most};
  EXPECT_EQ(weigh(ways(3, 0.05), seeds, found).doubt, 0);
}

TEST(WeighWays, FewFactsLeaveLittleDoubt) {
  const Tally most = finding_all_but(1, 3);
  EXPECT_EQ(weigh(ways(3, 0.05), seeds, all_alike(most, most)).doubt, 0);
}

TEST(WeighWays, DoubtCostsClassifiersMore) {
  const Tally most = finding_all_but(12, 30);
  const double plain = weigh(ways(3, 0.05), seeds, all_alike(most, most)).gain;
  EXPECT_LT(weigh(ways(3, 0.05, true), seeds, all_alike(most, most)).gain, plain);
}

TEST(WeighWays, LinksPromiseNoMoreThanTheDefaultMisses) {
  const auto meeting = [](int of_twenty) {
    Tally tally{.together = {0.3}};
    for (int i = 0; i < 20; ++i) {
      tally.must.push_back(i < of_twenty);
      tally.cannot.push_back(true);
    }
    return tally;
  };
  const Weighed all = weigh(ways(3, 0.1), links, all_alike(meeting(20), meeting(20)));
  EXPECT_EQ(all.gain, 0);
  EXPECT_FALSE(all.promises());
  const Weighed half = weigh(ways(3, 0.1), links, all_alike(meeting(10), meeting(10)));
  EXPECT_NEAR(half.gain, 240 * 0.1 / 280, 1e-12);
}

TEST(WeighWays, WhatIsMetByChanceIsNoise) {
  const Tally third = finding_all_but(20, 30);
  EXPECT_FALSE(weigh(ways(3, 0.5), seeds, all_alike(third, third)).beyond_chance);
}

}  // namespace
}  // namespace bellwether
