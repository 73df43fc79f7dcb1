#include <bellwether/methods/learner.h>

#include <gtest/gtest.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

TEST(Stretches, AreTheEigenvaluesOfTheMetricLargestFirst) {
  const LinearMap weights{.name = "w", .map = {}, .weights = Vector{{1, 3}}};
  EXPECT_EQ(stretches(weights), (Vector{{9, 1}}));
  const LinearMap map{.name = "m", .map = Matrix{{2, 0}, {0, 5}}, .weights = {}};
  EXPECT_TRUE(stretches(map).isApprox(Vector{{25, 4}}, 1e-12));
}

TEST(FindLearner, SaysWhichThereAre) {
  EXPECT_THROW(find_learner("xin"), InvalidOption);
}

}  // namespace
}  // namespace bellwether
