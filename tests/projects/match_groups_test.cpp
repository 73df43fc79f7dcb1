#include <bellwether/projects/match_groups.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;

TEST(MatchGroups, EachClusterIsTheGroupThatHoldsMostOfIt) {
  EXPECT_THAT(match_groups({0, 0, 0, 1, 1, 2}, 3, {}, {5, 5, 2, 2, 2, 7}, {2, 5, 7}), ElementsAre(5, 2, 7));
}

TEST(MatchGroups, TheLargestShareChoosesFirst) {
  // Both clusters lie in group 0; the second has more of it.
  EXPECT_THAT(match_groups({0, 0, 1, 1, 1}, 2, {}, {0, 0, 0, 0, 0}, {0, 1}), ElementsAre(1, 0));
}

TEST(MatchGroups, WhatIsFixedStaysAndItemsInNoGroupSayNothing) {
  EXPECT_THAT(match_groups({0, 0, 1, 1}, 2, {3}, {1, 1, -1, 1}, {1, 3}), ElementsAre(3, 1));
  EXPECT_THAT(match_groups({0, 1}, 2, {}, {-1, -1}, {4, 9}), ElementsAre(4, 9));
}

}  // namespace
}  // namespace bellwether
