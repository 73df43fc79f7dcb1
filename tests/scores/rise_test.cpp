#include <bellwether/scores/rise.h>

#include <gtest/gtest.h>

#include <cmath>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

std::vector<double> drawn(int count, std::uint64_t stream, double (*shape)(Random&)) {
  Random random = Random(7).split(stream);
  std::vector<double> distances;
  for (int i = 0; i < count; ++i) distances.push_back(shape(random));
  return distances;
}

double flat(Random& random) {
  return random.uniform();
}
double falling(Random& random) {
  return std::abs(random.normal());
}
double away(Random& random) {
  return std::abs(3 + random.normal());
}

double share_above_one(double (*shape)(Random&), int count, std::uint64_t draws) {
  double above = 0;
  for (std::uint64_t d = 0; d < draws; ++d) above += rise(drawn(count, d, shape)) >= 1 ? 1 : 0;
  return above / static_cast<double>(draws);
}

TEST(Rise, IsTheGapBelowTheMajorantByHand) {
  // Four items at 1: the distribution is 0 before and 1 from there on, its majorant a straight line. The
  // steps below the line, i = 1 .. 4 of 4, are all at its end: there the gap is 4 - 1 = 3 items.
  EXPECT_NEAR(rise({1, 1, 1, 1}), 3 / std::sqrt(4.0) / (1.34 - 1.3 / 2), 1e-12);
  // As evenly as can be: no gap at all.
  EXPECT_NEAR(rise({0.25, 0.5, 0.75, 1}), 0, 1e-12);
}

TEST(Rise, TooFewDistancesShowNothing) {
  EXPECT_EQ(rise({}), 0);
  EXPECT_EQ(rise({5, 5, 5}), 0);
}

TEST(Rise, DoesNotDependOnTheUnitOrTheOrder) {
  std::vector<double> distances = drawn(50, 1, away), scaled(distances.rbegin(), distances.rend());
  for (double& distance : scaled) distance *= 1024;
  EXPECT_DOUBLE_EQ(rise(distances), rise(scaled));
}

TEST(Rise, AFlatDensityExceedsOneAboutOneTimeInTen) {
  for (const int count : {10, 30, 200}) EXPECT_NEAR(share_above_one(flat, count, 1500), 0.1, 0.03) << count;
}

TEST(Rise, ADensityThatOnlyFallsHardlyEverExceedsOne) {
  EXPECT_LT(share_above_one(falling, 100, 500), 0.01);
}

TEST(Rise, AGroupAwayFromTheBorderDoes) {
  EXPECT_GT(share_above_one(away, 30, 500), 0.95);
}

}  // namespace
}  // namespace bellwether
