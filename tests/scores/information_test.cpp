#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/scores/information.h>
#include <tests/support/labelings.h>

namespace bellwether {
namespace {

using testing_support::two_labelings;

// A few roundings of each term; no sum here has more than a few hundred terms of size 1.
constexpr double tolerance = 1e-13;

RC_GTEST_PROP(Information, ObeysItsIdentities, ()) {
  const auto [found, truth] = *two_labelings(40, 6);
  const Contingency table = cross_tabulate(found, truth);
  RC_ASSERT(std::abs(v_measure(table) - nmi(table)) <= tolerance);
  // I(U;V) = H(V) - H(V|U)
  const double conditional = entropy_bits(table) * std::log(2.0);
  RC_ASSERT(std::abs(mutual_information(table) - (class_entropy(table) - conditional)) <= tolerance);
}

/// The mean of I over all ways to deal out the classes: E I by its definition.
double mean_information(std::vector<int> found, std::vector<int> truth) {
  std::ranges::sort(truth);
  double sum = 0, ways = 0;
  do {
    sum += mutual_information(cross_tabulate(found, truth));
    ++ways;
  } while (std::ranges::next_permutation(truth).found);
  return sum / ways;
}

TEST(AdjustedMutualInformation, IsWhatIsLeftBeyondTheMeanOfAllDeals) {
  const std::vector<int> found{0, 0, 1, 1, 2, 2, 2, 0}, truth{0, 0, 1, 1, 1, 2, 2, 2};
  const Contingency table = cross_tabulate(found, truth);
  const double chance = mean_information(found, truth);
  const double most = (cluster_entropy(table) + class_entropy(table)) / 2;
  EXPECT_NEAR(adjusted_mutual_information(table), (mutual_information(table) - chance) / (most - chance),
              1e-12);
}

TEST(AdjustedMutualInformation, IsOneForTheSameGroupsAndAboutZeroByChance) {
  const std::vector<int> truth{0, 0, 1, 1, 2, 2, 3, 3};
  EXPECT_NEAR(adjusted_mutual_information(cross_tabulate(truth, truth)), 1, 1e-12);
  // Many small groups: NMI is high by chance alone.
  std::vector<int> found, classes;
  for (int i = 0; i < 200; ++i) {
    found.push_back(i * 7919 % 60);
    classes.push_back(i * 104729 % 211 % 50);
  }
  const Contingency table = cross_tabulate(found, classes);
  EXPECT_GT(nmi(table), 0.6);
  EXPECT_LT(std::abs(adjusted_mutual_information(table)), 0.15);
}

}  // namespace
}  // namespace bellwether
