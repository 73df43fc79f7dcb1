#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include <bellwether/scores/matching.h>
#include <tests/scores/table_of.h>
#include <tests/support/labelings.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing_support::table_of;
using testing_support::two_labelings;

TEST(Accuracy, IsNotFooledByTheGreedyChoice) {
  // Greed takes the 5 and then 0 of 13; the best is 4 + 4.
  EXPECT_DOUBLE_EQ(accuracy(table_of({{5, 4}, {4, 0}})), 8.0 / 13);
}

TEST(Accuracy, LeavesClustersWithoutAClassWhenThereAreMoreOfThem) {
  const Contingency table = table_of({{3, 0}, {5, 2}, {0, 4}});
  EXPECT_THAT(best_matching(table), ElementsAre(unmatched, 0, 1));
  EXPECT_DOUBLE_EQ(accuracy(table), 9.0 / 14);
}

TEST(Accuracy, TakesNoMoreRoomThanItsItemsWhenEachItemIsItsOwnCluster) {
  std::vector<int> found(100'000), truth(100'000);
  for (int i = 0; i < 100'000; ++i) {
    found[i] = i;
    truth[i] = 99'999 - i;
  }
  EXPECT_EQ(accuracy(cross_tabulate(found, truth)), 1);  // a dense table would hold 1e10 counts
}

RC_GTEST_PROP(Accuracy, AgreesWithTryingEveryMatching, ()) {
  const auto [found, truth] = *two_labelings(40, 6);
  std::vector<int> class_of(6);
  std::iota(class_of.begin(), class_of.end(), 0);
  std::int64_t best = 0;
  do {
    std::int64_t right = 0;
    for (std::size_t i = 0; i < found.size(); ++i) right += class_of[found[i]] == truth[i];
    best = std::max(best, right);
  } while (std::next_permutation(class_of.begin(), class_of.end()));
  const double expected = static_cast<double>(best) / static_cast<double>(found.size());
  RC_ASSERT(accuracy(cross_tabulate(found, truth)) == expected);
}

RC_GTEST_PROP(Accuracy, MatchesNoClassTwice, ()) {
  const auto [found, truth] = *two_labelings(200, 30);
  std::vector<int> used;
  for (const int class_ : best_matching(cross_tabulate(found, truth)))
    if (class_ != unmatched) used.push_back(class_);
  std::sort(used.begin(), used.end());
  RC_ASSERT(std::adjacent_find(used.begin(), used.end()) == used.end());
}

}  // namespace
}  // namespace bellwether
