#include <bellwether/engine/best.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace bellwether {
namespace {

TEST(Best, TheFirstOfThoseWithinATieIsTakenAndNoOther) {
  EXPECT_EQ(first_best(Goal::minimise, std::vector{5.0, 3.0 * (1 + 1e-12), 3.0, 3.0 * (1 - 1e-12)}), 1u);
  EXPECT_EQ(first_best(Goal::minimise, std::vector{5.0, 3.0 * (1 + 1e-8), 3.0}), 2u);
  EXPECT_EQ(first_best(Goal::maximise, std::vector{-3.0 * (1 + 1e-12), -3.0}), 0u);
  EXPECT_EQ(first_best(Goal::maximise, std::vector{0.0, 1e-300}), 1u);  // beside 0 nothing is near
}

TEST(Best, WhatIsNotANumberIsWorseThanAnything) {
  EXPECT_EQ(first_best(Goal::minimise, std::vector{std::nan(""), 1e300}), 1u);
  EXPECT_EQ(first_best(Goal::maximise, std::vector{std::nan(""), -1e300}), 1u);
  EXPECT_EQ(first_best(Goal::minimise, std::vector{std::nan("")}), 0u);
}

TEST(Best, BetterByLessThanATieIsNotClearlyBetter) {
  EXPECT_FALSE(clearly_better(Goal::minimise, 1 - 1e-12, 1));
  EXPECT_TRUE(clearly_better(Goal::minimise, 1 - 1e-8, 1));
  EXPECT_FALSE(clearly_better(Goal::maximise, 1 + 1e-12, 1));
  EXPECT_TRUE(clearly_better(Goal::maximise, 1 + 1e-8, 1));
  EXPECT_FALSE(clearly_better(Goal::minimise, 2, 1));
}

RC_GTEST_PROP(Best, TheOrderInWhichResultsComeDoesNotShow, ()) {
  const auto steps = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-3, 4)));
  std::vector<double> values;  // ties, near-ties and values that differ
  for (const int step : steps) values.push_back(step < 0 ? 7.0 + step : 7.0 * (1 + step * 0.4e-9));
  std::vector<int> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
  FirstBest<int> best;
  for (const int number : order) best.offer(number, values[static_cast<std::size_t>(number)], number);
  RC_ASSERT(static_cast<std::size_t>(best.take()) == first_best(Goal::minimise, values));
}

}  // namespace
}  // namespace bellwether
