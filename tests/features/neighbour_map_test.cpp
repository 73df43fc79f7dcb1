#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <tests/support/data.h>

#include <cmath>
#include <limits>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/features/neighbour_map.h>
#include <bellwether/features/neighbour_map/affinities.h>
#include <bellwether/features/neighbour_map/gradient.h>

namespace bellwether {
namespace {

using map_detail::map_divergence;
using map_detail::map_gradient;
using map_detail::MapGradient;
using map_detail::neighbour_shares;
using map_detail::possible_perplexity;
using map_detail::symmetric_shares;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_dense;

SparseMatrix affinities_of(const Matrix& items, double perplexity) {
  return symmetric_shares(neighbour_shares(items, perplexity, {}));
}

/// KL as it is written, over all pairs.
double plain_divergence(const Matrix& p, const Matrix& places) {
  const auto weight = [&](Index i, Index j) {
    return i == j ? 0.0 : 1 / (1 + (places.row(i) - places.row(j)).squaredNorm());
  };
  double total = 0, divergence = 0;
  for (Index i = 0; i < places.rows(); ++i)
    for (Index j = 0; j < places.rows(); ++j) total += weight(i, j);
  for (Index i = 0; i < places.rows(); ++i)
    for (Index j = 0; j < places.rows(); ++j)
      if (p(i, j) > 0) divergence += p(i, j) * std::log(p(i, j) / (weight(i, j) / total));
  return divergence;
}

Index nearest_on(const Matrix& places, Index i) {
  Index nearest = i == 0 ? 1 : 0;
  for (Index j = 0; j < places.rows(); ++j)
    if (j != i && (places.row(j) - places.row(i)).norm() < (places.row(nearest) - places.row(i)).norm())
      nearest = j;
  return nearest;
}

/// The share of items whose nearest neighbour on the map is of their own class.
double kept_together(const Matrix& places, const std::vector<int>& truth) {
  double kept = 0;
  for (Index i = 0; i < places.rows(); ++i)
    kept +=
        truth[static_cast<std::size_t>(nearest_on(places, i))] == truth[static_cast<std::size_t>(i)] ? 1 : 0;
  return kept / static_cast<double>(places.rows());
}

TEST(NeighbourMapAffinities, EveryRowHasThePerplexityAskedFor) {
  for (const double perplexity : {2.0, 7.5, 20.0}) {
    const SparseMatrix shares = neighbour_shares(random_matrix(80, 5, 1), perplexity, {});
    for (std::size_t i = 0; i < 80; ++i) {
      double sum = 0, entropy = 0;
      for (auto at = shares.starts[i]; at < shares.starts[i + 1]; ++at) {
        const double share = shares.values[static_cast<std::size_t>(at)];
        sum += share;
        if (share > 0) entropy -= share * std::log(share);
      }
      EXPECT_NEAR(sum, 1, 1e-14);
      EXPECT_NEAR(std::exp(entropy), perplexity, 1e-8 * perplexity);  // the search stops at 1e-9 nats
    }
  }
}

TEST(NeighbourMapAffinities, ARowHoldsTheNearestThreeTimesThePerplexityAndNearerOnesMore) {
  const Matrix items = random_matrix(60, 4, 2);
  const Matrix shares = to_dense(neighbour_shares(items, 5, {}));
  for (Index i = 0; i < 60; ++i) {
    EXPECT_EQ((shares.row(i).array() > 0).count(), 15);
    for (Index j = 0; j < 60; ++j)
      for (Index k = 0; k < 60; ++k) {
        if (j == i || k == i) continue;
        if ((items.row(j) - items.row(i)).norm() < (items.row(k) - items.row(i)).norm())
          EXPECT_GE(shares(i, j), shares(i, k)) << i << ' ' << j << ' ' << k;
      }
  }
}

TEST(NeighbourMapAffinities, AreSymmetricAndSumToOne) {
  const Matrix p = to_dense(affinities_of(random_matrix(50, 3, 3), 6));
  EXPECT_EQ(p, Matrix(p.transpose()));
  EXPECT_NEAR(p.sum(), 1, 1e-13);
  EXPECT_EQ(p.diagonal().cwiseAbs().maxCoeff(), 0);
}

TEST(NeighbourMapAffinities, MoreThanAThirdOfTheOthersAreNoNeighbours) {
  EXPECT_EQ(possible_perplexity(30, 1000), 30);
  EXPECT_EQ(possible_perplexity(30, 31), 10);
  EXPECT_EQ(possible_perplexity(30, 2), 1);
}

TEST(NeighbourMapAffinities, ShuffledItemsHaveShuffledAffinities) {
  const Matrix items = random_matrix(40, 3, 4);
  Matrix backwards = items.colwise().reverse();
  const Matrix p = to_dense(affinities_of(items, 5)), q = to_dense(affinities_of(backwards, 5));
  EXPECT_NEAR((p - q.reverse()).cwiseAbs().maxCoeff(), 0, 1e-15);  // of values about 1 / 1600
}

/// Central differences of step h err by h^2 times the third derivative, about 1e-10 here, and by the rounding
/// of the divergence over h, about 1e-16 / 1e-5.
RC_GTEST_PROP(NeighbourMapGradient, IsThatOfTheDivergence, ()) {
  const auto items = *rc::gen::inRange<Index>(2, 24);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
  const double scale = *rc::gen::element(1e-3, 1.0, 30.0);
  const SparseMatrix p = affinities_of(random_matrix(items, 3, seed), possible_perplexity(4, items));
  const Matrix dense = to_dense(p);
  Matrix places = scale * random_matrix(items, 2, seed + 1);
  const MapGradient found = map_gradient(p, places, 1, {});
  const double h = 1e-5;
  for (Index at = 0; at < places.size(); ++at) {
    const double there = places.data()[at];
    places.data()[at] = there + h;
    const double above = plain_divergence(dense, places);
    places.data()[at] = there - h;
    const double below = plain_divergence(dense, places);
    places.data()[at] = there;
    const double expected = (above - below) / (2 * h);
    RC_ASSERT(std::abs(found.slope.data()[at] - expected) < 1e-8);
  }
}

TEST(NeighbourMapGradient, ExaggerationIsThatOfTheAffinities) {
  SparseMatrix p = affinities_of(random_matrix(30, 3, 5), 5);
  const Matrix places = random_matrix(30, 2, 6);
  const MapGradient found = map_gradient(p, places, 12, {});
  for (double& value : p.values) value *= 12;
  const MapGradient larger = map_gradient(p, places, 1, {});
  EXPECT_NEAR((found.slope - larger.slope).cwiseAbs().maxCoeff(), 0, 1e-14);
  EXPECT_EQ(found.normaliser, larger.normaliser);
}

TEST(NeighbourMapGradient, TheDivergenceIsWhatItsDefinitionSays) {
  const SparseMatrix p = affinities_of(random_matrix(37, 4, 7), 6);
  const Matrix places = 3 * random_matrix(37, 2, 8);
  const double z = map_gradient(p, places, 1, {}).normaliser;
  EXPECT_NEAR(map_divergence(p, places, z), plain_divergence(to_dense(p), places), 1e-13);
}

TEST(NeighbourMap, TheDivergenceIsThatOfThePlacesAndFallsOnceNothingIsExaggerated) {
  const auto [items, truth] = three_blobs({.per_blob = 60, .spread = 2.0});
  const NeighbourMap map = neighbour_map(items);
  // Neither units nor origin matter, so the affinities of the items themselves will do.
  const Matrix p = to_dense(affinities_of(items, 30));
  EXPECT_NEAR(map.divergence, plain_divergence(p, map.places), 1e-8);  // rows are 1e-9 nats off
  ASSERT_EQ(map.trace.size(), 51u);
  EXPECT_EQ(map.trace.back(), map.divergence);
  EXPECT_LT(map.trace.back(), map.trace[15]);  // the last round that is exaggerated
  EXPECT_LT(map.trace.back(), map.trace.front() / 4);
  EXPECT_NEAR(map.places.colwise().mean().norm(), 0, 1e-12);
}

TEST(NeighbourMap, BlobsStayApart) {
  const auto [items, truth] = three_blobs({.per_blob = 100, .spread = 1.0});
  EXPECT_EQ(kept_together(neighbour_map(items).places, truth), 1);
}

TEST(NeighbourMap, ManyBlobsInManyDimensionsStayApart) {
  const Matrix centres = 4 * random_matrix(12, 20, 1);
  Matrix items = random_matrix(480, 20, 2);
  std::vector<int> truth;
  for (Index i = 0; i < items.rows(); ++i) {
    items.row(i) += centres.row(i % 12);
    truth.push_back(static_cast<int>(i % 12));
  }
  EXPECT_EQ(kept_together(neighbour_map(items).places, truth), 1);
}

TEST(NeighbourMap, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_matrix(300, 10, 9);
  const NeighbourMap one = neighbour_map(items, {.iterations = 200}, {.threads = 1});
  const NeighbourMap two = neighbour_map(items, {.iterations = 200}, {.threads = 2});
  EXPECT_EQ(one.places, two.places);  // equal, not merely close
  EXPECT_EQ(one.trace, two.trace);
}

TEST(NeighbourMap, ShuffledItemsHaveTheirPlacesShuffled) {
  const auto [items, truth] = three_blobs({.per_blob = 40, .spread = 1.0});
  const Matrix backwards = items.colwise().reverse();
  // Sums in another order differ in the last bits, which every round makes larger: few rounds.
  const NeighbourMapOptions few{.iterations = 20};
  const Matrix there = neighbour_map(items, few).places, here = neighbour_map(backwards, few).places;
  EXPECT_GT(there.norm(), 1e-2);
  EXPECT_NEAR((there - Matrix(here.colwise().reverse())).norm() / there.norm(), 0, 1e-6);
}

TEST(NeighbourMap, UnitsAndOriginDoNotShow) {
  const auto [items, truth] = three_blobs({.per_blob = 30, .spread = 1.0});
  const NeighbourMap map = neighbour_map(items);
  for (const double unit : {0x1p-500, 0x1p500}) {
    const NeighbourMap other = neighbour_map(unit * items);
    EXPECT_EQ(map.places, other.places) << unit;  // powers of two lose nothing
  }
}

TEST(NeighbourMap, ItemsOnALineBecomeAMapOfTwoDimensions) {
  Matrix items(100, 1);
  for (Index i = 0; i < 100; ++i) items(i, 0) = static_cast<double>(i);
  const NeighbourMap map = neighbour_map(items);
  EXPECT_TRUE(map.places.allFinite());
  EXPECT_GT(map.places.col(1).norm(), 0.01 * map.places.col(0).norm());
  EXPECT_EQ(map.places, neighbour_map(items).places);
  for (Index i = 0; i < 100; ++i) EXPECT_LE(std::abs(nearest_on(map.places, i) - i), 3);
}

TEST(NeighbourMap, EqualItemsLieTogether) {
  Matrix items = random_matrix(60, 3, 10);
  for (Index i = 20; i < 40; ++i) items.row(i) = items.row(i - 20);
  const NeighbourMap map = neighbour_map(items);
  EXPECT_TRUE(map.places.allFinite());
  // Not at one place: where one of them is the last neighbour that counts, the other is not.
  const double radius = map.places.norm() / std::sqrt(60.0);
  for (Index i = 20; i < 40; ++i)
    EXPECT_LT((map.places.row(i) - map.places.row(i - 20)).norm(), 0.1 * radius) << i;
}

TEST(NeighbourMap, AFewItemsHaveFinitePlaces) {
  for (Index n = 0; n <= 12; ++n)
    for (const Index columns : {Index{1}, Index{3}}) {
      const NeighbourMap map = neighbour_map(random_matrix(n, columns, 11));
      EXPECT_EQ(map.places.rows(), n);
      EXPECT_EQ(map.places.cols(), 2);
      EXPECT_TRUE(map.places.allFinite()) << n;
      EXPECT_TRUE(std::isfinite(map.divergence));
      if (n > 1) EXPECT_LT(map.places.cwiseAbs().maxCoeff(), 1e5) << n;
    }
}

TEST(NeighbourMap, EqualItemsAndEqualColumnsHaveFinitePlaces) {
  for (const Index n : {2, 3, 10, 200}) {
    const NeighbourMap all_equal = neighbour_map(Matrix::Constant(n, 4, 0.1));
    EXPECT_EQ(all_equal.places, Matrix::Zero(n, 2));
    EXPECT_TRUE(std::isfinite(all_equal.divergence));
    Matrix one_apart = Matrix::Constant(n, 4, 0.1);
    one_apart(0, 2) = 7;
    EXPECT_TRUE(neighbour_map(one_apart).places.allFinite());
  }
  EXPECT_EQ(neighbour_map(Matrix(5, 0)).places, Matrix::Zero(5, 2));
}

TEST(NeighbourMap, StoppedItGivesThePlacesSoFarAndTellsHowFarItIs) {
  const Matrix items = random_matrix(50, 3, 12);
  std::stop_source stop;
  std::vector<int> told;
  const NeighbourMap map = neighbour_map(items, {},
                                         {.threads = 1,
                                          .on_progress =
                                              [&](const Progress& progress) {
                                                told.push_back(progress.iteration);
                                                if (progress.iteration == 20) stop.request_stop();
                                              },
                                          .stop = stop.get_token()});
  EXPECT_THAT(told, testing::ElementsAre(0, 10, 20, 21));
  EXPECT_EQ(map.places, neighbour_map(items, {.iterations = 21}).places);
}

TEST(NeighbourMap, SaysWhatIsWrong) {
  Matrix items = random_matrix(5, 2, 13);
  items(3, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT([&] { neighbour_map(items); }, ThrowsMessage<InvalidInput>(HasSubstr("row 4")));
  EXPECT_THAT([] { neighbour_map(random_matrix(5, 2, 1), {.perplexity = 0.5}); },
              ThrowsMessage<InvalidOption>(HasSubstr("perplexity")));
}

}  // namespace
}  // namespace bellwether
