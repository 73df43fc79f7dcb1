#include <bellwether/methods/method.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Methods, FindsEveryMethodByItsName) {
  for (const auto& method : searches()) EXPECT_EQ(&find_method(method.name), &method);
}

TEST(Methods, AnUnknownNameSuggestsTheNearestAndListsAll) {
  EXPECT_THAT([] { find_method("k-means"); },
              ThrowsMessage<InvalidOption>(AllOf(HasSubstr("no method 'k-means'"),
                                                 HasSubstr("did you mean 'kmeans'?"),
                                                 HasSubstr("spherical-kmeans"))));
}

TEST(Methods, ThePlainTwinTakesNoKnowledgeThatCouldBeLeftOut) {
  const EvidenceKinds of_a_search{EvidenceKind::seeds, EvidenceKind::links, EvidenceKind::auxiliary,
                                  EvidenceKind::annotated};
  for (const auto& method : searches()) {
    const Method& plain = plain_twin(method);
    EXPECT_EQ(&plain_twin(plain), &plain) << method.name;
    EXPECT_TRUE(!plain.takes.intersects(of_a_search) || plain.name == "csp") << method.name;
  }
  EXPECT_EQ(plain_twin(find_method("stc")).name, "itcc");
  EXPECT_EQ(plain_twin(find_method("constrained-vm")).name, "vm");
  EXPECT_EQ(plain_twin(find_method("cop-kmeans")).name, "kmeans");
  EXPECT_EQ(plain_twin(find_method("csp")).name, "csp");
}

TEST(Methods, ThoseThatTakeSizesHaveTheirBoundsAsOptions) {
  for (const auto& method : searches()) {
    const auto fields = method.options();
    for (const char* bound : {"min_size", "max_size"})
      EXPECT_EQ(std::ranges::any_of(fields, [&](const auto& field) { return field.name == bound; }),
                method.takes.contains(EvidenceKind::sizes))
          << method.name;
  }
}

TEST(Methods, AModelKnowsOfHowManyFeaturesItsItemsAre) {
  const Matrix items = testing_support::random_counts(20, 7, 0.9, 1);
  for (const auto& method : searches()) {
    if (!method.place) continue;
    const auto found = method.cluster({.items = items}, {{"clusters", std::int64_t{2}}}, {});
    EXPECT_EQ(features_in(method, found.parameters), 7) << method.name;
    EXPECT_EQ(clusters_in(method, found.parameters), 2) << method.name;
  }
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
