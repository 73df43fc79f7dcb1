#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <bellwether/scores/all_scores.h>
#include <tests/support/labelings.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing_support::two_labelings;

// A few roundings of each term; no sum here has more than a few hundred terms of size 1.
constexpr double tolerance = 1e-13;

std::map<std::string, double> scores_of(const std::vector<int>& found, const std::vector<int>& truth) {
  std::map<std::string, double> by_name;
  for (const auto& [name, value] : all_scores(found, truth)) by_name[name] = value;
  return by_name;
}

TEST(Scores, AreTheNumbersWorkedByHand) {
  // Six items:      class 0  class 1
  //     cluster 0      2        1        I    = 1/3 ln 2 + 1/6 ln 1/2 + 1/2 ln 3/2 = 1/2 ln 3 - 1/3 ln 2
  //     cluster 1      0        3        H(U) = ln 2,   H(V) = 1/3 ln 3 + 2/3 ln 3/2 = ln 3 - 2/3 ln 2 = 2 I
  // Pairs: together in both 1 + 3 = 4; in the clusters 6, in the classes 7, of 15 in all: so 4, 2, 3, 6.
  // The adjusted Rand index is 2 (4.6 - 2.3) / ((4+3)(3+6) + (4+2)(2+6)) = 36/111.
  const auto s = scores_of({0, 0, 0, 1, 1, 1}, {0, 0, 1, 1, 1, 1});
  const double ln2 = std::log(2.0), ln3 = std::log(3.0);
  const double information = ln3 / 2 - ln2 / 3;
  EXPECT_NEAR(s.at("mutual_information"), information, tolerance);
  EXPECT_NEAR(s.at("nmi"), 2 * information / (ln2 + 2 * information), tolerance);
  EXPECT_NEAR(s.at("nmi"), 0.4787040, 1e-7);
  EXPECT_NEAR(s.at("nmi_geometric"), information / std::sqrt(ln2 * 2 * information), tolerance);
  EXPECT_NEAR(s.at("homogeneity"), 0.5, tolerance);
  EXPECT_NEAR(s.at("completeness"), information / ln2, tolerance);
  EXPECT_DOUBLE_EQ(s.at("rand"), 10.0 / 15);
  EXPECT_DOUBLE_EQ(s.at("adjusted_rand"), 36.0 / 111);
  EXPECT_DOUBLE_EQ(s.at("purity"), 5.0 / 6);
  EXPECT_DOUBLE_EQ(s.at("accuracy"), 5.0 / 6);
  // Half of the items are in a cluster split 2 to 1: log2 3 - 2/3 bits; the others are in a pure one.
  EXPECT_NEAR(s.at("entropy_bits"), (ln3 / ln2 - 2.0 / 3) / 2, tolerance);
}

TEST(Scores, OfIndependentGroupingsAreWorthNothing) {
  const auto s = scores_of({0, 0, 1, 1}, {0, 1, 0, 1});
  EXPECT_NEAR(s.at("mutual_information"), 0, tolerance);
  EXPECT_NEAR(s.at("nmi"), 0, tolerance);
  EXPECT_DOUBLE_EQ(s.at("entropy_bits"), 1);
  EXPECT_DOUBLE_EQ(s.at("rand"), 2.0 / 6);
  EXPECT_DOUBLE_EQ(s.at("adjusted_rand"), -0.5);  // the lowest that it can be: 2 (0.2 - 2.2) / (2.4 + 2.4)
  EXPECT_DOUBLE_EQ(s.at("accuracy"), 0.5);
}

TEST(Scores, KeepTheirConventionsWhereARatioIsZeroByZero) {
  const auto one_and_one = scores_of({4, 4, 4}, {1, 1, 1});
  for (const ScoreInfo& info : score_table())
    if (info.highest == 1) {
      EXPECT_EQ(one_and_one.at(std::string(info.name)), 1) << info.name;
    }
  EXPECT_EQ(one_and_one.at("mutual_information"), 0);
  EXPECT_EQ(one_and_one.at("entropy_bits"), 0);
  EXPECT_EQ(scores_of({3}, {0}).at("rand"), 1);

  const auto one_cluster = scores_of({0, 0, 0, 0}, {0, 0, 1, 1});
  EXPECT_EQ(one_cluster.at("nmi"), 0);
  EXPECT_EQ(one_cluster.at("nmi_geometric"), 0);
  EXPECT_EQ(one_cluster.at("homogeneity"), 0);
  EXPECT_EQ(one_cluster.at("completeness"), 1);
  EXPECT_EQ(one_cluster.at("v_measure"), 0);
  EXPECT_EQ(one_cluster.at("adjusted_rand"), 0);

  const auto one_class = scores_of({0, 0, 1, 1}, {0, 0, 0, 0});
  EXPECT_EQ(one_class.at("nmi_geometric"), 0);
  EXPECT_EQ(one_class.at("homogeneity"), 1);
  EXPECT_EQ(one_class.at("completeness"), 0);
}

TEST(Scores, ComeInTheOrderOfTheTable) {
  const std::vector<int> found{0, 0, 1, 2, 2}, truth{0, 1, 1, 1, 0};
  const auto scores = all_scores(found, truth);
  std::vector<std::string> names;
  for (const auto& score : scores) names.push_back(score.first);
  EXPECT_THAT(names,
              ElementsAre("nmi", "nmi_geometric", "mutual_information", "rand", "adjusted_rand", "purity",
                          "entropy_bits", "accuracy", "homogeneity", "completeness", "v_measure"));
}

TEST(Scores, AreBetterWhenLargerExceptForEntropy) {
  for (const ScoreInfo& info : score_table())
    EXPECT_EQ(info.larger_is_better, info.name != "entropy_bits") << info.name;
}

RC_GTEST_PROP(Scores, StayWithinTheirRanges, ()) {
  const auto [found, truth] = *two_labelings(40, 6);
  const auto scores = scores_of(found, truth);
  for (const ScoreInfo& info : score_table()) {
    const double value = scores.at(std::string(info.name));
    RC_ASSERT(value >= info.lowest && value <= info.highest);
  }
}

RC_GTEST_PROP(Scores, DoNotChangeWhenGroupsAreRenamed, ()) {
  const auto [found, truth] = *two_labelings(40, 6);
  std::vector<int> names(6);
  std::iota(names.begin(), names.end(), 0);
  std::rotate(names.begin(), names.begin() + *rc::gen::inRange(0, 6), names.end());
  std::vector<int> renamed;
  for (const int label : found) renamed.push_back(1000 * names[label]);
  const auto before = scores_of(found, truth), after = scores_of(renamed, truth);
  for (const auto& [name, value] : before) RC_ASSERT(std::abs(after.at(name) - value) <= tolerance);
}

RC_GTEST_PROP(Scores, ThatTreatBothSidesAlikeAreSymmetric, ()) {
  const auto [found, truth] = *two_labelings(40, 6);
  const auto there = scores_of(found, truth), back = scores_of(truth, found);
  for (const char* name :
       {"nmi", "nmi_geometric", "mutual_information", "rand", "adjusted_rand", "accuracy", "v_measure"})
    RC_ASSERT(std::abs(there.at(name) - back.at(name)) <= tolerance);
  RC_ASSERT(std::abs(there.at("homogeneity") - back.at("completeness")) <= tolerance);
}

RC_GTEST_PROP(Scores, ArePerfectForTheTruthItself, ()) {
  const auto [truth, unused] = *two_labelings(40, 6);
  const auto scores = scores_of(truth, truth);
  for (const ScoreInfo& info : score_table())
    if (info.highest == 1) RC_ASSERT(std::abs(scores.at(std::string(info.name)) - 1) <= tolerance);
  RC_ASSERT(scores.at("entropy_bits") == 0);
}

}  // namespace
}  // namespace bellwether
