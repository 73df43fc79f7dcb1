#include <gmock/gmock.h>

#include <map>

#include <bellwether/collections/iris.h>

namespace bellwether {
namespace {

using testing::ElementsAre;

const Matrix& dense(const Dataset& made) {
  return std::get<Matrix>(made.values);
}

std::map<std::string, int> sizes(const Dataset& made) {
  std::map<std::string, int> of;
  for (const std::string& label : made.labels) ++of[label];
  return of;
}

TEST(Iris, HasTheMeansOfFishersTable) {
  const Dataset made = iris();
  const Vector sums = dense(made).colwise().sum();
  EXPECT_NEAR(sums[0], 876.5, 1e-10);  // mean 5.8433
  EXPECT_NEAR(sums[1], 458.6, 1e-10);  // mean 3.0573, and 3.0540 in UCI's copy
  EXPECT_NEAR(sums[2], 563.7, 1e-10);  // mean 3.7580, and 3.7587
  EXPECT_NEAR(sums[3], 179.9, 1e-10);  // mean 1.1993, and 1.1987
  EXPECT_EQ(dense(made).row(0), (Eigen::RowVector4d(5.1, 3.5, 1.4, 0.2)));
  EXPECT_EQ(dense(made).row(34), (Eigen::RowVector4d(4.9, 3.1, 1.5, 0.2)));
  EXPECT_EQ(dense(made).row(37), (Eigen::RowVector4d(4.9, 3.6, 1.4, 0.1)));
  EXPECT_EQ(dense(made).row(149), (Eigen::RowVector4d(5.9, 3.0, 5.1, 1.8)));
}

TEST(Iris, HasFiftyFlowersOfEachSpeciesOfWhichSetosaStandsApart) {
  const Dataset made = iris();
  EXPECT_EQ(sizes(made), (std::map<std::string, int>{{"setosa", 50}, {"versicolor", 50}, {"virginica", 50}}));
  EXPECT_THAT(made.features, ElementsAre("sepal length", "sepal width", "petal length", "petal width"));
  for (Index i = 0; i < 150; ++i) EXPECT_EQ(dense(made)(i, 2) < 2.5, made.labels[i] == "setosa") << i;
}

}  // namespace
}  // namespace bellwether
