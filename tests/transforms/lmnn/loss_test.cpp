#include <bellwether/transforms/lmnn/loss.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/engine/run.h>
#include <tests/support/data.h>
#include <tests/transforms/lmnn/brute_force.h>

namespace bellwether::lmnn_detail {
namespace {

using testing_support::random_matrix;
using testing_support::slow_loss;
using testing_support::slow_targets;

std::vector<int> random_labels(Index count, int classes, std::uint64_t random_seed) {
  Random random(random_seed);
  std::vector<int> labels{0};  // classes may be missing, but one is there
  for (Index i = 1; i < count; ++i) labels.push_back(static_cast<int>(random.below(classes)));
  return labels;
}

/// Everything that a loss needs, of random items in a few classes of random sizes.
struct Problem {
  Classes classes;
  SortedClasses sorted;
  Targets targets;

  Problem(Index count, Index features, int class_count, int neighbours, std::uint64_t random_seed)
      : classes(classes_of(random_matrix(count, features, random_seed),
                           random_labels(count, class_count, random_seed))),
        sorted(sort_by_class(classes)),
        targets(target_neighbours(sorted, neighbours)) {}

  std::vector<int> labels() const {
    std::vector<int> labels = classes.labels;
    std::sort(labels.begin(), labels.end());
    return labels;
  }
  Loss loss(double push, int threads = 1) const { return {sorted, targets, sorted.items, push, threads}; }
};

TEST(LmnnTargets, AreTheNearestOfTheSameClass) {
  const Matrix x{{0}, {1}, {10}, {3}, {11}, {1.5}};
  const Classes classes = classes_of(x, std::vector<int>{0, 0, 1, 0, 1, 1});
  const SortedClasses sorted = sort_by_class(classes);
  EXPECT_EQ(sorted.begins, (std::vector<Index>{0, 3, 6}));
  EXPECT_EQ(sorted.items, (Matrix{{0}, {1}, {3}, {10}, {11}, {1.5}}));
  const Targets one = target_neighbours(sorted, 1);
  EXPECT_EQ(one.items, (std::vector<int>{1, 0, 1, 4, 3, 3}));
  const Targets many = target_neighbours(sorted, 7);  // all there are, the nearest first
  EXPECT_EQ(many.items, (std::vector<int>{1, 2, 0, 2, 1, 0, 4, 5, 3, 5, 3, 4}));
}

RC_GTEST_PROP(LmnnTargets, AgreeWithSorting, (std::uint64_t seed)) {
  const Problem p(40, 3, 4, 5, seed);
  const auto slow = slow_targets(p.sorted.items, p.labels(), 5);
  for (Index i = 0; i < 40; ++i) {
    RC_ASSERT(p.targets.count(i) == static_cast<Index>(slow[i].size()));
    for (Index q = 0; q < p.targets.count(i); ++q)
      RC_ASSERT(p.targets.items[p.targets.begins[i] + q] == slow[i][q]);
  }
}

RC_GTEST_PROP(LmnnLoss, IsTheSumOverAllTriplets, (std::uint64_t seed)) {
  const Problem p(30, 3, 3, 4, seed);
  Loss loss = p.loss(0.3);
  for (const double scale : {0.01, 0.3, 1.0, 10.0}) {
    const Matrix map = scale * random_matrix(2, 3, seed + 1);
    const auto slow = slow_loss(p.sorted.items, p.sorted.items * map.transpose(), p.labels(),
                                slow_targets(p.sorted.items, p.labels(), 4), 0.3);
    const Assessed assessed = loss.assess(map);
    RC_ASSERT(std::abs(assessed.value - slow.value) <= 1e-12 * (1 + slow.value));
    RC_ASSERT(assessed.active == slow.active);
    RC_ASSERT((assessed.scatter - slow.scatter).norm() <= 1e-11 * (1 + slow.scatter.norm()));
  }
}

RC_GTEST_PROP(LmnnLoss, HasTheGradientOfFiniteDifferences, (std::uint64_t seed)) {
  const Problem p(25, 4, 3, 3, seed);
  Loss loss = p.loss(0.6);
  const Matrix map = 0.7 * random_matrix(3, 4, seed + 1);
  const Matrix gradient = 2 * map * loss.assess(map).scatter;
  const Matrix direction = random_matrix(3, 4, seed + 2);
  // Between kinks the loss is quadratic in the map, so that central differences are exact but for rounding.
  // At a kink, where a triplet begins or ceases to count, there is no gradient.
  const double step = 1e-6;
  const Assessed ahead = loss.assess(map + step * direction), behind = loss.assess(map - step * direction);
  RC_PRE(ahead.active == behind.active);
  const double difference = (ahead.value - behind.value) / (2 * step);
  RC_ASSERT(std::abs(difference - gradient.cwiseProduct(direction).sum()) <= 1e-4 * (1 + gradient.norm()));
}

/// A walk of small and large steps: what is kept of pairs that may be impostors is never too little.
RC_GTEST_PROP(LmnnLoss, RemembersPairsWithoutMissingAny, (std::uint64_t seed)) {
  const Problem p(40, 3, 4, 3, seed);
  Loss remembering = p.loss(0.5);
  Matrix map = random_matrix(3, 3, seed + 1);
  for (std::uint64_t step = 0; step < 12; ++step) {
    map += (step % 5 == 0 ? 0.1 : 1e-3) * random_matrix(3, 3, seed + 2 + step);
    const Assessed one = remembering.assess(map), other = p.loss(0.5).assess(map);
    RC_ASSERT(one.active == other.active);
    RC_ASSERT(std::abs(one.value - other.value) <= 1e-12 * other.value);
  }
  RC_ASSERT(remembering.scans() < 12);
}

TEST(LmnnLoss, LooksAtAllPairsOnlyWhenItHasTo) {
  const Problem p(300, 5, 4, 3, 1);
  Loss loss = p.loss(0.5);
  const Matrix map = random_matrix(5, 5, 2);
  for (int step = 0; step < 20; ++step) loss.assess(map * (1 + 1e-4 * step));
  EXPECT_LE(loss.scans(), 8);
  EXPECT_GE(loss.scans(), 1);
}

TEST(LmnnLoss, TheNumberOfThreadsDoesNotShow) {
  const Problem p(700, 6, 5, 4, 3);
  const Matrix map = random_matrix(6, 6, 2);
  const Assessed one = p.loss(0.5).assess(map);
  for (const int threads : {2, 3, 8}) {
    on_threads(threads, [&] {
      const Assessed other = p.loss(0.5, threads).assess(map);
      EXPECT_EQ(one.value, other.value);
      EXPECT_EQ(one.active, other.active);
      EXPECT_EQ(one.scatter, other.scatter);
    });
  }
}

}  // namespace
}  // namespace bellwether::lmnn_detail
