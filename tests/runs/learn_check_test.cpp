#include <bellwether/runs/learn_check.h>

#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

/// Two classes that differ in the first column by 4; the second is wide and says nothing.
Dataset two_classes(std::vector<int>& truth) {
  Matrix values = testing_support::random_matrix(80, 2, 1);
  truth.clear();
  for (Index i = 0; i < 80; ++i) {
    truth.push_back(static_cast<int>(i % 2));
    values(i, 0) += 4.0 * static_cast<double>(i % 2);
    values(i, 1) *= 20;
  }
  Dataset items;
  items.values = values;
  return items;
}

TEST(CheckLearner, AMetricThatOrdersHeldBackPairsBetterIsUsed) {
  std::vector<int> truth;
  const Dataset items = two_classes(truth);
  const auto check = check_learner(find_learner("xing"), items, {.seeds = truth}, {}, {});
  EXPECT_TRUE(check.possible);
  EXPECT_GT(check.learned, check.plain + 0.2);
  EXPECT_TRUE(check.used);
}

TEST(CheckLearner, AMapThatHurtsIsNotUsed) {
  std::vector<int> truth;
  const Dataset items = two_classes(truth);
  Learner harmful{.name = "harmful"};
  harmful.learn = [](const Rows&, const Knowledge&, const Settings&, const bellwether::Run&) {
    return Learned{.map = {.name = "harmful", .weights = Vector{{0.001, 1.0}}}};  // what counts is hidden
  };
  const auto check = check_learner(harmful, items, {.seeds = truth}, {}, {});
  EXPECT_TRUE(check.possible);
  EXPECT_LT(check.learned, check.plain);
  EXPECT_FALSE(check.used);
}

TEST(CheckLearner, TooLittleToHoldBackIsUsedUnchecked) {
  std::vector<int> truth;
  const Dataset items = two_classes(truth);
  const Knowledge few{.must_link = {{0, 2}, {1, 3}}, .cannot_link = {{0, 1}, {2, 3}}};
  const auto check = check_learner(find_learner("xing"), items, few, {}, {});
  EXPECT_TRUE(check.asked);
  EXPECT_FALSE(check.possible);
  EXPECT_TRUE(check.used);
}

}  // namespace
}  // namespace bellwether
