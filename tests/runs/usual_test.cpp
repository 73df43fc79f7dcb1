#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <bellwether/data/from_matrix.h>
#include <bellwether/engine/random.h>
#include <bellwether/runs/finding.h>
#include <bellwether/runs/usual.h>
#include <bellwether/scores/information.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;

struct Table {
  Matrix items;
  std::vector<int> truth;
};

/// Three groups in six features, and two more that are noise of so large a unit.
Table with_noise(double unit) {
  Random random(5);
  Table made{Matrix(180, 8), {}};
  for (Index i = 0; i < 180; ++i) {
    const int group = static_cast<int>(i % 3);
    made.truth.push_back(group);
    for (Index j = 0; j < 8; ++j)
      made.items(i, j) = j < 6 ? (j % 3 == group ? 4 : 0) + random.normal() : unit * random.normal();
  }
  return made;
}

double found(const Table& table, const Wishes& wishes) {
  const Material material = material_of({.values = table.items});
  const Evidence nothing;
  const Finding finding = carry_out(material, nothing, plan(material, nothing, wishes));
  return nmi(cross_tabulate(finding.labels(), table.truth));
}

TEST(Usual, FeaturesOfALargeUnitDoNotDecide) {
  const Table table = with_noise(100);
  EXPECT_EQ(choose_usual(material_of({.values = table.items}), {.clusters = 3}).way.words, "standard");
  EXPECT_GT(found(table, {.clusters = 3}), 0.9);
  EXPECT_LT(found(table, {.clusters = 3, .method = "kmeans"}), 0.2);
}

TEST(Usual, WhatIsAskedForStays) {
  const Material material = material_of({.values = with_noise(100).items});
  EXPECT_TRUE(choose_usual(material, {.clusters = 3, .method = "kmeans"}).tried.empty());
  EXPECT_TRUE(choose_usual(material, {.clusters = 3, .steps = {.normalise = "range"}}).tried.empty());
  EXPECT_EQ(usual_ways(material, {.clusters = 3, .represent = {"whiten"}}).size(), 1);
}

/// A table whose values are mostly zeros, the others about as large as `size`.
Material mostly_zeros(double size, Index count = 120) {
  Random random(7);
  Matrix items = Matrix::Zero(count, 40);
  for (Index i = 0; i < items.rows(); ++i)
    for (int n = 0; n < 5; ++n)
      items(i, 13 * (i % 3) + random.below(13)) += size + static_cast<double>(random.below(2));
  return material_of({.values = std::move(items)});
}

bool has_way(const std::vector<Way>& ways, const std::string& words) {
  return std::ranges::any_of(ways,
                             [&](const Way& way) { return way.words.find(words) != std::string::npos; });
}

TEST(Usual, SmallCountsOfATableAreMeasuredAsWordsUnlessPlainOnesAreClearlyBetter) {
  const auto ways = usual_ways(mostly_zeros(1), {.clusters = 3});
  ASSERT_TRUE(has_way(ways, "ltc"));
  const auto as_a_table = [](const Way& way) {
    return way.words == "as they are" || way.words == "standard";
  };
  for (const Way& way : ways) EXPECT_EQ(way.expected < 0, as_a_table(way)) << way.words;
  EXPECT_FALSE(as_a_table(choose_usual(mostly_zeros(1), {.clusters = 3}).way));
}

TEST(Usual, FewCountsAreMeasuredInFewDimensionsOrMovedOneByOne) {
  const auto ways = usual_ways(mostly_zeros(1), {.clusters = 3});  // of 120 items
  for (const char* words : {"svd:5 ", "svd:10 ", "svd:20 ", "sib"})
    EXPECT_TRUE(has_way(ways, words)) << words;
  EXPECT_FALSE(has_way(ways, "svd:50"));
  const auto of_many = usual_ways(mostly_zeros(1, 600), {.clusters = 3});
  EXPECT_TRUE(has_way(of_many, "svd:20 "));
  for (const char* words : {"svd:5 ", "svd:10 ", "sib"}) EXPECT_FALSE(has_way(of_many, words)) << words;
}

TEST(Usual, LargeWholeNumbersAreNoCountsOfWords) {
  EXPECT_FALSE(has_way(usual_ways(mostly_zeros(100), {.clusters = 3}), "ltc"));
}

TEST(Usual, TwoOrThreeFeaturesAreTakenAsTheyAre) {
  const Matrix few = with_noise(100).items.leftCols(3);
  EXPECT_EQ(usual_ways(material_of({.values = few}), {.clusters = 3}).size(), 1);
}

TEST(Usual, TheNumberOfThreadsDoesNotShow) {
  const Material material = material_of({.values = with_noise(2).items});
  const Usual one = choose_usual(material, {.clusters = 3}, {.threads = 1});
  const Usual four = choose_usual(material, {.clusters = 3}, {.threads = 4});
  ASSERT_EQ(one.tried.size(), four.tried.size());
  for (std::size_t t = 0; t < one.tried.size(); ++t)
    EXPECT_EQ(one.tried[t].agreement, four.tried[t].agreement);
}

TEST(Usual, SaysWhyAndWhatElseWasTried) {
  const Usual usual = choose_usual(material_of({.values = with_noise(100).items}), {.clusters = 3});
  EXPECT_THAT(usual.reason, HasSubstr("two halves of the values agree best"));
  EXPECT_THAT(usual.reason, HasSubstr("as they are"));
}

TEST(Usual, APlanNamesWhatItWillChooseFrom) {
  const Material material = material_of({.values = with_noise(1).items});
  const Plan made = plan(material, {}, {.clusters = 3});
  EXPECT_THAT(made.steps_reason, HasSubstr("as they are | standard"));
}

}  // namespace
}  // namespace bellwether
