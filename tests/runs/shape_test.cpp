#include <gtest/gtest.h>

#include <bellwether/engine/random.h>
#include <bellwether/mixtures/starts.h>
#include <bellwether/runs/finding.h>
#include <bellwether/runs/shape.h>
#include <bellwether/scores/agreement.h>

namespace bellwether {
namespace {

std::shared_ptr<const Space> space_of(Matrix items) {
  return std::make_shared<const Space>(Space{.items = {.values = std::move(items)}});
}

TEST(Shrinkage, FallsWithTheItemsInGroups) {
  // Four items in two groups leave two degrees of freedom: (5 + 20) / (5 + 20 + 2).
  EXPECT_NEAR(shrinkage_for({0, 0, 1, 1, unlabelled}, 5, 0), 25.0 / 27, 1e-15);
  EXPECT_NEAR(shrinkage_for({0, 0, 1, 1}, 5, 0), 25.0 / 27, 1e-15);
  EXPECT_NEAR(shrinkage_for({0, 0, 1, 1}, 5, 0.5), (1 + 25.0 / 27) / 2, 1e-15);
  EXPECT_EQ(shrinkage_for({0, 1, unlabelled}, 5, 0), 1);
}

TEST(Shaped, WhatVariesWithinSeedsIsSqueezed) {
  Random random(1);
  Matrix items(40, 2);
  std::vector<int> seeds(40);
  for (Index i = 0; i < 40; ++i) {
    seeds[static_cast<std::size_t>(i)] = i % 2 == 0 ? 0 : 1;
    items(i, 0) = static_cast<double>(i % 2);
    items(i, 1) = 10 * random.uniform();
  }
  const auto before = space_of(items);
  const auto after = shaped(before, {.seeds = seeds}, EvidenceKind::seeds, 0, {});
  const Matrix& shaped_items = std::get<Matrix>(after->items.values);
  const auto spread = [](const Matrix& m, Index j) { return m.col(j).maxCoeff() - m.col(j).minCoeff(); };
  EXPECT_LT(spread(shaped_items, 1) / spread(shaped_items, 0), spread(items, 1) / spread(items, 0) / 1.2);
  EXPECT_EQ(after->steps.size(), 1);  // a model brings new items there, too
}

TEST(Shaped, GroupsThatVaryInNothingLeaveTheSpace) {
  const auto before = space_of(Matrix{{1, 1}, {1, 1}, {2, 5}, {2, 5}});
  EXPECT_EQ(shaped(before, {.seeds = {0, 0, 1, 1}}, EvidenceKind::seeds, 0, {}), before);
  EXPECT_EQ(shaped(before, {.seeds = {0, 1, unlabelled, unlabelled}}, EvidenceKind::seeds, 0, {}), before);
}

TEST(Begin, PlainClustersTakeTheNumbersOfTheSeeds) {
  const Dataset items{.values = Matrix{{0}, {0.1}, {5}, {5.1}, {9}}};
  const std::vector<int> seeds{unlabelled, 1, unlabelled, 0, unlabelled}, plain{0, 0, 1, 1, 2};
  EXPECT_EQ(begin_from(Begin::plain, items, seeds, plain, 3, {}), (std::vector{1, 1, 0, 0, 2}));
  EXPECT_TRUE(begin_from(Begin::itself, items, seeds, plain, 3, {}).empty());
}

TEST(Begin, BetweenIsNearestToMeansThatSeedsPull) {
  // The plain mean 0.5 counts as three seeds, the seeds at 10 as two: the centre of cluster 0 is at 4.3, that
  // of cluster 1 at 20, and the item at 12 is nearer to 4.3 than to 20 by a little.
  const Dataset items{.values = Matrix{{0}, {1}, {20}, {20}, {10}, {10}, {12}}};
  const std::vector<int> seeds{unlabelled, unlabelled, unlabelled, 1, 0, 0, unlabelled};
  const std::vector<int> plain{0, 0, 1, 1, 0, 0, 1};
  const auto start = begin_from(Begin::between, items, seeds, plain, 2, {});
  // (3 (0 + 1 + 10 + 10) / 4 + 20) / 5 = 7.15 and (3 (20 + 20 + 12) / 3 + 20) / 4 = 18; 12 is nearer to 7.15.
  EXPECT_EQ(start, (std::vector{0, 0, 1, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace bellwether
