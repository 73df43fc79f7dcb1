#include <experiments/seeding.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/links/groups.h>
#include <experiments/slides_figures.h>

namespace bellwether::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::vector<int> classes_in_turn(int items, int classes) {
  std::vector<int> truth;
  for (int i = 0; i < items; ++i) truth.push_back(i % classes);
  return truth;
}

std::set<Index> seeded_items(const SeededFold& fold) {
  std::set<Index> items;
  for (std::size_t i = 0; i < fold.seeds.size(); ++i)
    if (fold.seeds[i] != unlabelled) items.insert(static_cast<Index>(i));
  return items;
}

RC_GTEST_PROP(SeedingFolds, ScoreNoSeedAndHaveExactlyTheFractionsAskedFor, ()) {
  const int items = *rc::gen::inRange(20, 300), classes = *rc::gen::inRange(2, 8);
  const double fraction = *rc::gen::inRange(0, 11) / 10.0, wrong = *rc::gen::inRange(0, 11) / 10.0;
  const std::vector<int> truth = classes_in_turn(items, classes);
  const SeededFold fold = draw_fold(truth, classes, fraction, wrong, *rc::gen::arbitrary<std::uint64_t>(),
                                    *rc::gen::inRange(0, 25));
  const std::set<Index> seeds = seeded_items(fold);
  for (const Index i : fold.test) RC_ASSERT(!seeds.contains(i));
  const auto others = static_cast<double>(items - std::ssize(fold.test));
  RC_ASSERT(std::ssize(seeds) == std::llround(fraction * others));
  std::int64_t mistaken = 0;
  for (const Index i : seeds)
    mistaken += fold.seeds[static_cast<std::size_t>(i)] != truth[static_cast<std::size_t>(i)];
  RC_ASSERT(mistaken == std::llround(wrong * static_cast<double>(seeds.size())));
}

TEST(SeedingFolds, OfOneDivisionPutEveryItemAsideOnce) {
  const std::vector<int> truth = classes_in_turn(101, 3);
  std::vector<Index> aside;
  for (int split = 10; split < 20; ++split) {
    const SeededFold fold = draw_fold(truth, 3, 0.5, 0, 7, split);
    aside.insert(aside.end(), fold.test.begin(), fold.test.end());
  }
  EXPECT_EQ(aside.size(), 101U);
  EXPECT_EQ(std::set(aside.begin(), aside.end()).size(), 101U);
  EXPECT_NE(draw_fold(truth, 3, 0.5, 0, 7, 3).test, draw_fold(truth, 3, 0.5, 0, 7, 13).test);
}

TEST(SeedingFolds, KeepTheirSeedsWhenThereAreMore) {
  const std::vector<int> truth = classes_in_turn(120, 4);
  const auto few = seeded_items(draw_fold(truth, 4, 0.2, 0, 1, 2)),
             many = seeded_items(draw_fold(truth, 4, 0.7, 0, 1, 2));
  EXPECT_TRUE(std::ranges::includes(many, few));
  EXPECT_THAT(draw_fold(truth, 4, 0, 0, 1, 2).seeds, IsEmpty());
}

TEST(SeedingLinks, SayTheSameAsAllPairsOfSeeds) {
  const std::vector<int> seeds{0, unlabelled, 1, 0, 1, 0, unlabelled};
  const Knowledge links = links_of_seeds(seeds, 3);
  EXPECT_THAT(links.must_link, ElementsAre(Link{0, 3}, Link{2, 4}, Link{3, 5}));
  EXPECT_THAT(links.cannot_link, ElementsAre(Link{0, 2}));
}

/// Three classes with four words each of their own, and two that all have.
Corpus small_corpus() {
  Corpus corpus;
  corpus.counts.columns = 14;
  Random random(3);
  for (int i = 0; i < 90; ++i) {
    const int k = i % 3;
    corpus.classes.emplace_back(1, static_cast<char>('a' + k));
    for (std::int32_t j = 0; j < 14; ++j)
      if (j >= 12 || (j / 4 == k && (random.uniform() < 0.7 || j % 4 == 0))) {
        corpus.counts.column_of.push_back(j);
        corpus.counts.values.push_back(1.0 + static_cast<double>(random.below(3)));
      }
    corpus.counts.starts.push_back(static_cast<std::int64_t>(corpus.counts.values.size()));
  }
  return corpus;
}

TEST(SeedingData, HasAsManyOfEachClassAndDirectionsOfLengthOne) {
  const SeedingData data = draw_documents(small_corpus(), {"a", "c"}, 20, 5);
  EXPECT_EQ(data.classes, 2);
  EXPECT_EQ(std::ranges::count(data.truth, 0), 20);
  EXPECT_EQ(std::ranges::count(data.truth, 1), 20);
  double squares = 0;
  for (auto at = data.items.starts[3]; at < data.items.starts[4]; ++at)
    squares += std::pow(data.items.values[static_cast<std::size_t>(at)], 2);
  EXPECT_NEAR(squares, 1, 1e-12);
  EXPECT_THAT([] { draw_documents(small_corpus(), {"a"}, 31, 5); },
              ThrowsMessage<InvalidInput>(HasSubstr("class a has 30 items, but 31")));
}

TEST(SeedingMethods, KeepSeedsWhereTheirMethodSaysSo) {
  const SeedingData data = draw_documents(small_corpus(), {"a", "b", "c"}, 30, 5);
  // Half of the seeds are wrong, so that a method that may move them does.
  const SeededFold fold = draw_fold(data.truth, 3, 0.5, 0.5, 1, 0);
  const auto labels = [&](const char* method) {
    return cluster_with_seeds(method, data, fold.seeds, 1, {.threads = 1});
  };
  const auto constrained = labels("constrained"), cop = labels("cop"), seeded = labels("seeded");
  int moved = 0;
  std::vector<std::set<int>> clusters_of(3);
  for (std::size_t i = 0; i < fold.seeds.size(); ++i) {
    if (fold.seeds[i] == unlabelled) continue;
    EXPECT_EQ(constrained[i], fold.seeds[i]);
    clusters_of[static_cast<std::size_t>(fold.seeds[i])].insert(cop[i]);
    moved += seeded[i] != fold.seeds[i];
  }
  for (const auto& clusters : clusters_of) EXPECT_EQ(clusters.size(), 1U);
  EXPECT_GT(moved, 0);
}

TEST(SphericalObjective, IsTheSumOfCosinesWithTheDirectionOfTheCluster) {
  // (1, 0), (0.6, 0.8) together and (0, 1) alone: the first two sum to (1.6, 0.8).
  const SparseMatrix items{
      .columns = 2, .starts = {0, 1, 3, 4}, .column_of = {0, 0, 1, 1}, .values = {1, 0.6, 0.8, 1}};
  const std::vector<int> labels{0, 0, 1};
  EXPECT_NEAR(spherical_objective(items, labels, 2), std::sqrt(1.6 * 1.6 + 0.64) + 1, 1e-12);
}

}  // namespace
}  // namespace bellwether::experiments
