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
  KMeansResult two = one_cluster_more(noise, one_cluster(noise), Random(2), {});
  EXPECT_LT(weakest_border(noise, two.labels, 2, deal(120, 3, Random(4)), {}), 1);
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
  KMeansResult found = one_cluster(items);
  for (int k = 2; k <= 12; ++k) {
    KMeansResult more = one_cluster_more(items, found, Random(9).split(static_cast<std::uint64_t>(k)), {});
    ASSERT_EQ(more.clusters, k);
    EXPECT_LT(more.objective.value, found.objective.value);
    found = std::move(more);
  }
}

TEST(AlongK, EndsWhereNoFurtherItemDiffers) {
  Matrix items(6, 1);
  items << 0, 0, 0, 1, 1, 1;
  KMeansResult two = one_cluster_more(items, one_cluster(items), Random(1), {});
  EXPECT_EQ(two.clusters, 2);
  EXPECT_EQ(one_cluster_more(items, two, Random(1), {}).clusters, 2);
}

}  // namespace
}  // namespace bellwether
