#include <bellwether/portraits/item_map.h>

#include <gtest/gtest.h>

#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::three_blobs;

/// The share of items whose nearest other on the map is of their own blob.
double neighbours_of_their_own(const Matrix& places, const std::vector<int>& truth) {
  Index own = 0;
  for (Index i = 0; i < places.rows(); ++i) {
    Index nearest = i == 0 ? 1 : 0;
    for (Index j = 0; j < places.rows(); ++j)
      if (j != i &&
          (places.row(i) - places.row(j)).squaredNorm() < (places.row(i) - places.row(nearest)).squaredNorm())
        nearest = j;
    own += truth[static_cast<std::size_t>(i)] == truth[static_cast<std::size_t>(nearest)];
  }
  return static_cast<double>(own) / static_cast<double>(places.rows());
}

TEST(ItemMap, TheOthersLieWithTheirNeighboursInTheSample) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 0.5});
  const Matrix places = neighbour_places({.values = blobs.items}, {}, {.threads = 2}, 60);
  ASSERT_EQ(places.rows(), 180);
  EXPECT_TRUE(places.allFinite());
  EXPECT_EQ(neighbours_of_their_own(places, blobs.truth), 1);
}

TEST(ItemMap, IsTheSameOnAnyNumberOfThreads) {
  const auto blobs = three_blobs({.per_blob = 50, .spread = 2});
  const Dataset items{.values = blobs.items};
  EXPECT_EQ(neighbour_places(items, {}, {.threads = 1}, 60), neighbour_places(items, {}, {.threads = 4}, 60));
}

TEST(ItemMap, WhatStandsBesideTheItemsMakesNeighboursToo) {
  const auto blobs = three_blobs({.per_blob = 40, .spread = 0.5});
  const Dataset noise{.values = Matrix(Matrix::Random(120, 8))};
  const Clustering found{.clusters = 3, .labels = blobs.truth};
  const Matrix beside = distances_to_centres({.values = blobs.items}, found, false);
  ASSERT_EQ(beside.cols(), 3);
  EXPECT_GT(neighbours_of_their_own(neighbour_places(noise, beside, {}), blobs.truth),
            neighbours_of_their_own(neighbour_places(noise, {}, {}), blobs.truth) + 0.3);
}

TEST(ItemMap, FirstPlacesAreTwoColumnsOfAnything) {
  EXPECT_EQ(first_places({.values = Matrix(Matrix::Zero(3, 1))}, {}), Matrix::Zero(3, 2));
  EXPECT_EQ(first_places({.values = Matrix(three_blobs().items)}, {}).rows(), 150);
}

}  // namespace
}  // namespace bellwether
