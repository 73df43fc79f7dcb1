#include <experiments/k_table.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <experiments/k_rivals.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::experiments {
namespace {

TEST(KTable, EveryRuleFindsThreeBlobs) {
  const auto blobs = testing_support::three_blobs({.per_blob = 40, .spread = 0.5});
  EXPECT_EQ(by_gap(blobs.items, 1, {}), 3);
  EXPECT_EQ(by_silhouette(blobs.items, 1, {}), 3);
  EXPECT_EQ(by_variance_ratio(blobs.items, 1, {}), 3);
}

TEST(KTable, OnlyTheGapStatisticOfTheOthersCanSayOne) {
  const Matrix one = testing_support::random_matrix(150, 4, 3);
  EXPECT_EQ(by_gap(one, 1, {}), 1);
  EXPECT_GE(by_silhouette(one, 1, {}), 2);
  EXPECT_GE(by_variance_ratio(one, 1, {}), 2);
}

TEST(KTable, DrawnGroupsHaveTheirNumberAndOthersThatAreKnown) {
  std::set<int> numbers;
  for (std::uint64_t draw = 0; draw < 30; ++draw) {
    const KProblem problem = draw_groups(Random(draw));
    EXPECT_EQ(std::set<int>(problem.truth.begin(), problem.truth.end()).size(),
              static_cast<std::size_t>(problem.classes));
    EXPECT_EQ(problem.known.items.items(), std::ssize(problem.known.classes));
    numbers.insert(problem.classes);
  }
  EXPECT_GE(numbers.size(), 8u);
}

TEST(KTable, KnownClassesAreNotThoseToBeFound) {
  GuidedSet set{.classes = 12};
  for (int i = 0; i < 120; ++i) set.truth.push_back(i % 12);
  Matrix items(120, 2);
  for (Index i = 0; i < 120; ++i) items.row(i).setConstant(static_cast<double>(i % 12));
  set.material = material_of({.values = items});
  const KProblem problem = draw_classes(set, true, Random(4));
  EXPECT_GE(problem.classes, 3);
  EXPECT_LE(problem.classes, 10);
  std::set<double> wanted, known;
  const auto& values = std::get<Matrix>(problem.material.items.values);
  const auto& others = std::get<Matrix>(problem.known.items.values);
  for (Index i = 0; i < values.rows(); ++i) wanted.insert(values(i, 0));
  for (Index i = 0; i < others.rows(); ++i) known.insert(others(i, 0));
  EXPECT_EQ(wanted.size(), static_cast<std::size_t>(problem.classes));
  for (const double one : known) EXPECT_FALSE(wanted.contains(one));
}

TEST(KTable, AScoreSaysWhetherItIsRightAndHowFarOff) {
  KProblem problem{.classes = 4};
  const auto blobs = testing_support::three_blobs({.per_blob = 40, .spread = 0.5});
  problem.material = material_of({.values = blobs.items});
  problem.truth = blobs.truth;
  const auto figures = score_k(problem, "nothing", {.restarts = 1, .random_seed = 1});
  EXPECT_EQ(figures[0], 0);
  EXPECT_EQ(figures[1], 1);  // three are found
  problem.classes = 3;
  for (const char* method : {"seeds", "links", "BIC", "silhouette"})
    EXPECT_EQ(score_k(problem, method, {.restarts = 1, .random_seed = 1})[1], 0) << method;
}

TEST(KTable, ItIsToldLineByLine) {
  const Experiment experiment = k_table();
  const testing_support::TemporaryFolder folder;
  const Outcome outcome = experiment.run(
      {.data = folder.path(), .only = {"blobs"}, .methods = {"nothing", "BIC"}, .splits = 2, .restarts = 1},
      {});
  const auto tables = k_tables(outcome);
  ASSERT_EQ(tables.size(), 1u);
  ASSERT_EQ(tables[0].lines.size(), 2u);
  EXPECT_EQ(tables[0].lines[0].front(), "data set");
  EXPECT_EQ(tables[0].lines[1].front(), "blobs");
  EXPECT_THAT(tables[0].lines[1][1], testing::MatchesRegex("[0-2]/2 \\([0-9.]+\\)"));
  EXPECT_EQ(tables[0].lines[1][2], "");  // not asked for
}

}  // namespace
}  // namespace bellwether::experiments
