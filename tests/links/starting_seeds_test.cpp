#include <bellwether/links/starting_seeds.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/links/cop_kmeans.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<int> starts(const Knowledge& knowledge, Index items, int clusters) {
  return starting_seeds(knowledge, close_links(knowledge, items, clusters), clusters);
}

/// Items `first` to `first + count - 1` must be together.
void join(Knowledge& knowledge, Index first, Index count) {
  for (Index i = 1; i < count; ++i) knowledge.must_link.emplace_back(first, first + i);
}

TEST(StartingSeeds, GroupsThatAreApartFromEachOtherOpenClustersTheLargestFirst) {
  // 0 to 4 and 5 to 10 are apart; 11 to 15 is apart from the first only, so it may be in the second.
  Knowledge knowledge{.cannot_link = {{1, 7}, {3, 12}}};
  join(knowledge, 0, 5);
  join(knowledge, 5, 6);
  join(knowledge, 11, 5);
  EXPECT_THAT(starts(knowledge, 17, 2), ElementsAre(1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1));
  EXPECT_THAT(starts(knowledge, 17, 3), IsEmpty());  // where the third is nobody knows
}

TEST(StartingSeeds, SeedsComeFirstAndKeepTheirClusters) {
  Knowledge knowledge{.seeds = {2, 0, -1, -1, -1, -1, -1}, .cannot_link = {{0, 2}, {1, 3}}};
  join(knowledge, 2, 5);
  EXPECT_THAT(starts(knowledge, 7, 3), ElementsAre(2, 0, 1, 1, 1, 1, 1));
  knowledge.cannot_link.pop_back();  // now it may be with the second item
  EXPECT_EQ(starts(knowledge, 7, 3), knowledge.seeds);
}

TEST(StartingSeeds, AreTheSeedsWhereLinksSayTooLittle) {
  EXPECT_THAT(starts({}, 4, 2), IsEmpty());
  Knowledge together;
  join(together, 0, 6);
  EXPECT_THAT(starts(together, 6, 1), IsEmpty());                           // apart from nothing
  EXPECT_THAT(starts({.cannot_link = {{0, 1}, {1, 2}}}, 4, 2), IsEmpty());  // single items
  EXPECT_THAT(starts({.seeds = {1, -1, -1}, .cannot_link = {{1, 2}}}, 3, 2), ElementsAre(1, -1, -1));
}

TEST(StartingSeeds, BringCopKMeansToWhatTheLinksMean) {
  // Two columns, 4 apart and longer than that; a chain of links runs along each.
  Random random(1);
  Matrix items(400, 2);
  Knowledge knowledge;
  for (Index i = 0; i < 400; ++i)
    items.row(i) << 4.0 * static_cast<double>(i % 2) + 0.5 * random.normal(), 3 * random.normal();
  for (Index i = 0; i + 20 < 400; i += 20)
    for (const Index column : {0, 1}) knowledge.must_link.emplace_back(i + column, i + 20 + column);
  knowledge.cannot_link.emplace_back(0, 1);
  const auto found = cop_kmeans(items, knowledge, {.clusters = 2, .restarts = 1, .iterations = 1});
  for (Index i = 2; i < 400; ++i) EXPECT_EQ(found.labels[i], found.labels[i % 2]) << i;
}

}  // namespace
}  // namespace bellwether
