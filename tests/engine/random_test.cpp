#include <bellwether/engine/random.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace bellwether {
namespace {

using Words = std::array<std::uint32_t, 4>;

// The known answers that the authors of Philox publish with Random123.
TEST(Philox, GivesThePublishedAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, TheSameSeedDrawsTheSame) {
  Random a(7), b(7), c(8);
  const auto first = a.bits();
  EXPECT_EQ(first, b.bits());
  EXPECT_NE(first, c.bits());
}

TEST(Random, NoDrawComesTwiceInAThousandStreams) {
  std::set<std::uint64_t> seen;
  const Random root(1);
  for (std::uint64_t stream = 0; stream < 1000; ++stream) {
    Random child = root.split(stream);
    Random grandchild = child.split(stream);
    for (int i = 0; i < 5; ++i) {
      EXPECT_TRUE(seen.insert(child.bits()).second);
      EXPECT_TRUE(seen.insert(grandchild.bits()).second);
    }
  }
}

TEST(Random, AStreamDoesNotDependOnWhatWasDrawnBefore) {
  Random used(3);
  for (int i = 0; i < 11; ++i) used.bits();
  EXPECT_EQ(used.split(5).bits(), Random(3).split(5).bits());
}

TEST(Random, UniformStaysBelowOneAndFillsTheInterval) {
  Random random(2);
  std::vector<int> tenths(10, 0);
  for (int i = 0; i < 100000; ++i) {
    const double u = random.uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    ++tenths[static_cast<std::size_t>(u * 10)];
  }
  // 10000 expected in each, deviation 95: five deviations.
  for (const int count : tenths) EXPECT_NEAR(count, 10000, 475);
}

TEST(Random, BelowGivesEveryNumberEquallyOften) {
  Random random(4);
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 465);  // five deviations
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  Random random(5);
  double sum = 0, squares = 0;
  const int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 5 * std::sqrt(2.0 / n));
}

TEST(Random, WeightedDrawsInProportionAndNeverAZeroWeight) {
  Random random(6);
  const std::vector<double> weights{0, 1, 0, 3, 0};
  std::vector<int> counts(5, 0);
  for (int i = 0; i < 40000; ++i) ++counts[random.weighted(weights)];
  EXPECT_EQ(counts[0] + counts[2] + counts[4], 0);
  EXPECT_NEAR(counts[1], 10000, 435);  // five deviations
}

TEST(Random, ShuffleKeepsEveryItem) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  auto shuffled = items;
  Random(9).shuffle(shuffled);
  EXPECT_NE(shuffled, items);
  EXPECT_THAT(shuffled, ::testing::UnorderedElementsAreArray(items));
}

}  // namespace
}  // namespace bellwether
