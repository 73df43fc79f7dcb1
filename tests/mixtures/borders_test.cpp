#include <bellwether/mixtures/borders.h>

#include <gtest/gtest.h>

#include <bellwether/mixtures/along_k.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

TEST(Borders, GroupsAreApartAndHalvesOfAGroupAreNot) {
  const auto blobs = testing_support::three_blobs({.per_blob = 60, .spread = 1});
  const std::vector<int> parts = deal(blobs.items.rows(), 3, Random(1));
  EXPECT_GT(weakest_border(blobs.items, blobs.truth, 3, parts, {}), 1.5);
  std::vector<int> cut = blobs.truth;
  for (std::size_t i = 0; i < cut.size(); ++i)
    if (cut[i] == 0 && blobs.items(static_cast<Index>(i), 0) > blobs.items.col(0).minCoeff() + 2) cut[i] = 3;
  EXPECT_LT(weakest_border(blobs.items, cut, 4, parts, {}), 1);
}

TEST(Borders, NoiseInManyDimensionsOpensNoGapInItemsThatWereNotSeen) {
  const Matrix noise = testing_support::random_matrix(120, 60, 3);
  const Random random(2);
  const AlongK two = one_cluster_more(noise, one_cluster(noise, random, {}), random, {});
  EXPECT_LT(weakest_border(noise, two.found.labels, 2, deal(120, 3, Random(4)), {}), 1);
}

TEST(Borders, AClusterOfOneItemIsNotApart) {
  Matrix items(6, 1);
  items << 0, 1, 2, 10, 11, 90;
  EXPECT_EQ(weakest_border(items, {0, 0, 0, 1, 1, 2}, 3, deal(6, 2, Random(1)), {}), 0);
}

TEST(Borders, PartsAreEven) {
  for (const Index items : {7, 8, 9}) {
    const auto parts = deal(items, 3, Random(3));
    for (int part = 0; part < 3; ++part) EXPECT_EQ(std::ranges::count(parts, part), (items + 2 - part) / 3);
  }
}

TEST(AlongK, EveryClusterMoreLowersTheSumOfSquares) {
  const Matrix items = testing_support::random_matrix(80, 3, 5);
  AlongK along = one_cluster(items, Random(9), {});
  for (int k = 2; k <= 12; ++k) {
    AlongK more = one_cluster_more(items, along, Random(9).split(static_cast<std::uint64_t>(k)), {});
    ASSERT_EQ(more.found.clusters, k);
    EXPECT_LT(more.found.objective.value, along.found.objective.value);
    along = std::move(more);
  }
}

TEST(AlongK, EndsWhereNoFurtherItemDiffers) {
  Matrix items(6, 1);
  items << 0, 0, 0, 1, 1, 1;
  const AlongK two = one_cluster_more(items, one_cluster(items, Random(1), {}), Random(1), {});
  EXPECT_EQ(two.found.clusters, 2);
  EXPECT_EQ(one_cluster_more(items, two, Random(1), {}).found.clusters, 2);
}

}  // namespace
}  // namespace bellwether
