#include <bellwether/methods/method.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Methods, FindsEveryMethodByItsName) {
  for (const auto& method : methods()) EXPECT_EQ(&find_method(method.name), &method);
}

TEST(Methods, AnUnknownNameSuggestsTheNearestAndListsAll) {
  EXPECT_THAT([] { find_method("k-means"); },
              ThrowsMessage<InvalidOption>(AllOf(HasSubstr("no method 'k-means'"),
                                                 HasSubstr("did you mean 'kmeans'?"),
                                                 HasSubstr("spherical-kmeans"))));
}

TEST(Methods, AutoLooksAtWhatIsThere) {
  const Matrix items = testing_support::random_counts(10, 5, 0.5, 1);
  const SparseMatrix sparse = testing_support::to_sparse(items);
  EXPECT_EQ(choose_method({.items = items}).method, "kmeans");
  EXPECT_EQ(choose_method({.items = sparse}).method, "spherical-kmeans");
  EXPECT_THAT(choose_method({.items = sparse}).reason, HasSubstr("sparse"));
}

TEST(Methods, ReportsTheOptionsThatWereUsed) {
  const Matrix items = testing_support::random_matrix(20, 2, 1);
  const auto outcome = find_method("kmeans").cluster(
      {.items = items}, {{"clusters", std::string("3")}, {"random-seed", std::int64_t{5}}}, {});
  EXPECT_THAT(outcome.options,
              ::testing::Contains(std::pair<std::string, Value>("clusters", std::int64_t{3})));
  EXPECT_THAT(outcome.options,
              ::testing::Contains(std::pair<std::string, Value>("random_seed", std::int64_t{5})));
  EXPECT_THAT(outcome.options,
              ::testing::Contains(std::pair<std::string, Value>("start", std::string("k-means++"))));
}

TEST(Methods, ListedOptionsHaveTheirDefaults) {
  const auto fields = find_method("kmeans").options();
  EXPECT_EQ(fields.front().name, "clusters");
  EXPECT_EQ(to_text(fields.front().get()), "2");
}

TEST(Methods, StartsFromGivenClusters) {
  const Matrix items{{0}, {1}, {10}, {11}};
  const std::vector<int> start{1, 1, 0, 0};
  const auto outcome =
      find_method("kmeans").cluster({.items = items, .start = start}, {{"clusters", std::int64_t{2}}}, {});
  EXPECT_EQ(outcome.clustering.labels, start);  // kept their numbers
}

}  // namespace
}  // namespace bellwether
