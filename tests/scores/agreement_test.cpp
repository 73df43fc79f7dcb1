#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/scores/agreement.h>
#include <tests/scores/table_of.h>
#include <tests/support/labelings.h>

namespace bellwether {
namespace {

using testing_support::table_of;
using testing_support::two_labelings;

// A few roundings of each term; no sum here has more than a few hundred terms of size 1.
constexpr double tolerance = 1e-13;

TEST(PairCounts, OfABillionItemsAreExact) {
  const std::int64_t times = 200'000'000;
  const Contingency table = table_of({{2 * times, times}, {0, 3 * times}});
  const PairCounts pairs = count_pairs(table);
  // 1.2e9 (1.2e9 - 1) / 2, and the sum of the same over the cells: 4e8, 2e8 and 6e8 items.
  EXPECT_EQ(pairs.together_in_both,
            79'999'999'800'000'000 + 19'999'999'900'000'000 + 179'999'999'700'000'000);
  EXPECT_EQ(
      pairs.together_in_both + pairs.together_in_clusters + pairs.together_in_classes + pairs.apart_in_both,
      719'999'999'400'000'000);
  // Shares of pairs tend to shares of ordered pairs with repetition: RI = 1 - (9+9 + 4+16 - 2.14)/36.
  EXPECT_NEAR(rand_index(table), 1 - 10.0 / 36, 1e-8);
}

RC_GTEST_PROP(RandIndex, AgreesWithCountingEveryPair, ()) {
  const auto [found, truth] = *two_labelings(30, 5);
  double same = 0, clusters = 0, classes = 0, agree = 0, pairs = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const bool u = found[i] == found[j], v = truth[i] == truth[j];
      same += u && v;
      clusters += u;
      classes += v;
      agree += u == v;
      pairs += 1;
    }
  const Contingency table = cross_tabulate(found, truth);
  if (pairs > 0) RC_ASSERT(rand_index(table) == agree / pairs);

  // (index - expected) / (most - expected), with the expected number of pairs together in both by chance.
  const double expected = pairs > 0 ? clusters * classes / pairs : 0;
  const double most = (clusters + classes) / 2;
  const double adjusted = most > expected ? (same - expected) / (most - expected) : 1;
  RC_ASSERT(std::abs(adjusted_rand_index(table) - adjusted) <= tolerance);
}

}  // namespace
}  // namespace bellwether
