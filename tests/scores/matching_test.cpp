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
using testing_support::evenly;
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

/// best(used) = the most items that the rows so far can have in the columns of the set `used`.
std::int64_t best_over_all_sets(const std::vector<std::vector<std::int64_t>>& counts) {
  const std::size_t columns = counts[0].size();
  std::vector<std::int64_t> best(std::size_t{1} << columns, 0);
  for (const auto& row : counts)
    for (std::size_t used = best.size(); used-- > 0;)  // downwards: smaller sets are still without this row
      for (std::size_t j = 0; j < columns; ++j)
        if (used >> j & 1) best[used] = std::max(best[used], best[used ^ (std::size_t{1} << j)] + row[j]);
  return best.back();
}

RC_GTEST_PROP(Accuracy, AgreesWithDynamicProgrammingOverSetsOfClasses, ()) {
  const auto rows = *evenly(1, 13), columns = *evenly(1, 11);
  const auto row = rc::gen::container<std::vector<std::int64_t>>(static_cast<std::size_t>(columns),
                                                                 rc::gen::cast<std::int64_t>(evenly(0, 100)));
  auto counts =
      *rc::gen::container<std::vector<std::vector<std::int64_t>>>(static_cast<std::size_t>(rows), row);
  counts[0][0] += 1;  // a table has items
  const Contingency table = table_of(counts);
  const auto best = static_cast<double>(best_over_all_sets(counts));
  RC_ASSERT(accuracy(table) == best / static_cast<double>(table.items));
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
