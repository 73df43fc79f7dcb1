#include <gmock/gmock.h>

#include <set>

#include <bellwether/collections/rings.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

const Matrix& dense(const Dataset& made) {
  return std::get<Matrix>(made.values);
}

TEST(Rings, LieAtTheirRadius) {
  const Dataset made = rings({.items = 90, .rings = 3, .noise = 0});
  EXPECT_EQ(encode(made.labels).names.size(), 3);
  for (Index i = 0; i < 90; ++i) {
    const double radius = dense(made).row(i).norm();
    EXPECT_NEAR(radius, std::stod(made.labels[i].substr(4)), 1e-14) << i;
  }
}

TEST(Rings, GoAllTheWayRound) {
  const Dataset made = rings({.items = 200, .rings = 1, .noise = 0});
  std::set<std::pair<bool, bool>> quadrants;
  for (Index i = 0; i < 200; ++i) quadrants.insert({dense(made)(i, 0) > 0, dense(made)(i, 1) > 0});
  EXPECT_EQ(quadrants.size(), 4);
}

TEST(Rings, DependOnTheRandomSeedAndOnNothingElse) {
  EXPECT_EQ(dense(rings({.random_seed = 4})), dense(rings({.random_seed = 4})));
  EXPECT_NE(dense(rings({.random_seed = 4})), dense(rings({.random_seed = 5})));
}

TEST(Rings, CheckTheirOptionsWhenCalledDirectly) {
  EXPECT_THROW(rings({.noise = -1}), InvalidOption);
  EXPECT_THROW(rings({.items = 2, .rings = 3}), InvalidOption);
}

}  // namespace
}  // namespace bellwether
