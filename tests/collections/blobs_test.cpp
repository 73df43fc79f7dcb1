#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include <bellwether/collections/blobs.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

const Matrix& dense(const Dataset& made) {
  return std::get<Matrix>(made.values);
}

std::map<std::string, int> sizes(const Dataset& made) {
  std::map<std::string, int> of;
  for (const std::string& label : made.labels) ++of[label];
  return of;
}

TEST(Blobs, SpreadAroundTheirCentres) {
  const Dataset made = blobs({.items = 3000, .clusters = 2, .features = 2, .spread = 0.5, .random_seed = 3});
  EXPECT_EQ(sizes(made), (std::map<std::string, int>{{"blob1", 1500}, {"blob2", 1500}}));
  const Matrix first = dense(made)(Eigen::seq(0, Eigen::last, 2), Eigen::all);
  const Eigen::RowVectorXd mean = first.colwise().mean();
  const double variance = (first.rowwise() - mean).array().square().mean();
  EXPECT_NEAR(variance, 0.25, 0.25 * 6 * std::sqrt(2.0 / 3000));  // six standard errors
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 10.1);
}

TEST(Blobs, WithoutSpreadAreTheirCentres) {
  const Dataset made = blobs({.items = 9, .clusters = 3, .features = 4, .spread = 0});
  EXPECT_EQ(dense(made).row(1), dense(made).row(4));
  EXPECT_NE(dense(made).row(1), dense(made).row(2));
}

TEST(Blobs, BeginWithTheSameItemsHoweverManyFollow) {
  const Dataset few = blobs({.items = 10, .random_seed = 5}), many = blobs({.items = 100, .random_seed = 5});
  EXPECT_EQ(dense(few), dense(many).topRows(10));
}

TEST(Blobs, DependOnTheRandomSeedAndOnNothingElse) {
  EXPECT_EQ(dense(blobs({.random_seed = 4})), dense(blobs({.random_seed = 4})));
  EXPECT_NE(dense(blobs({.random_seed = 4})), dense(blobs({.random_seed = 5})));
}

TEST(Blobs, CheckTheirOptionsWhenCalledDirectly) {
  EXPECT_THROW(blobs({.items = 0}), InvalidOption);
  EXPECT_THROW(blobs({.items = 2, .clusters = 3}), InvalidOption);
}

}  // namespace
}  // namespace bellwether
