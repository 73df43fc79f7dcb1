// What seeds and links do beyond being obeyed: they shape the space, and a check chooses how.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/links/groups.h>
#include <bellwether/mixtures/starts.h>
#include <bellwether/runs/finding.h>
#include <bellwether/scores/agreement.h>
#include <bellwether/scores/information.h>

namespace bellwether {
namespace {

using enum EvidenceKind;
using ::testing::HasSubstr;

struct World {
  Material material;
  std::vector<int> truth;
  int clusters = 0;
};

/// Groups that differ a little in some features, and items that differ much in others, whatever their group.
World groups(int clusters, int each, double noise, bool hidden = false) {
  Random random(1);
  World world{.clusters = clusters};
  const Index items = clusters * each;
  Matrix values(items, 8);
  for (Index i = 0; i < items; ++i) {
    const int group = static_cast<int>(i % clusters);
    world.truth.push_back(group);
    for (Index j = 0; j < 8; ++j)
      values(i, j) = j < 4 ? 3.0 * ((group >> (j % 2)) & 1) + 0.7 * random.normal() : noise * random.normal();
    for (Index j = 5; hidden && j < 8; ++j) values(i, j) = values(i, 4) + 0.1 * values(i, j);
  }
  world.material = material_of({.values = std::move(values)});
  return world;
}

Evidence with_seeds(std::vector<int> seeds) {
  return {.seeds = std::move(seeds)};
}

std::vector<int> first_of_each(const std::vector<int>& truth, int clusters, int each) {
  std::vector<int> seeds(truth.size(), unlabelled), met(static_cast<std::size_t>(clusters), 0);
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (met[static_cast<std::size_t>(truth[i])]++ < each) seeds[i] = truth[i];
  return seeds;
}

Finding found(const World& world, const Evidence& evidence, Wishes wishes = {}) {
  wishes.clusters = world.clusters;
  return carry_out(world.material, evidence, plan(world.material, evidence, wishes));
}

double score(const World& world, const std::vector<int>& labels) {
  return nmi(cross_tabulate(labels, world.truth));
}

TEST(GuidedWays, SeedsFindWhatTheDefaultCannotSee) {
  const World world = groups(4, 60, 6, true);
  const Finding finding = found(world, with_seeds(first_of_each(world.truth, 4, 12)));
  EXPECT_TRUE(finding.used(seeds)) << finding.verdict(seeds)->reason;
  EXPECT_GT(score(world, finding.labels()), score(world, finding.plain.labels) + 0.2);
}

TEST(GuidedWays, MustLinksFindItToo) {
  const World world = groups(4, 60, 6, true);
  Evidence evidence;
  Random random(7);
  while (evidence.must_link.size() < 80 || evidence.cannot_link.size() < 80) {
    const auto a = static_cast<Index>(random.bits() % 240), b = static_cast<Index>(random.bits() % 240);
    const bool same = world.truth[static_cast<std::size_t>(a)] == world.truth[static_cast<std::size_t>(b)];
    auto& into = same ? evidence.must_link : evidence.cannot_link;
    if (a != b && into.size() < 80) into.emplace_back(a, b);
  }
  const Finding finding = found(world, evidence);
  EXPECT_TRUE(finding.used(links));
  EXPECT_GT(score(world, finding.labels()), score(world, finding.plain.labels) + 0.2);
}

TEST(GuidedWays, TwoSeedsForEachClusterAreCheckedAndUsed) {
  const World world = groups(4, 40, 0.5);
  const Finding finding = found(world, with_seeds(first_of_each(world.truth, 4, 2)));
  ASSERT_NE(finding.verdict(seeds), nullptr);
  EXPECT_TRUE(finding.verdict(seeds)->possible);
  EXPECT_TRUE(finding.used(seeds)) << finding.verdict(seeds)->reason;
}

TEST(GuidedWays, ClustersWithoutASeedAreNotSwallowed) {
  const World world = groups(4, 50, 0.5);
  std::vector<int> seeds = first_of_each(world.truth, 4, 15);
  for (int& seed : seeds)
    if (seed > 1) seed = unlabelled;
  const Finding finding = found(world, with_seeds(seeds));
  EXPECT_GT(score(world, finding.labels()), 0.9);
}

/// What is left out leaves the features, the search, its settings and every bit of the default.
void expect_default(const World& world, const Finding& finding) {
  const Finding alone = found(world, {});
  EXPECT_EQ(finding.labels(), alone.labels());
  EXPECT_EQ(finding.outcome.clustering.objective.trace, alone.outcome.clustering.objective.trace);
  EXPECT_EQ(finding.plan.search.method, alone.plan.search.method);
  EXPECT_EQ(finding.vectorizer.steps.size(), alone.vectorizer.steps.size());
  EXPECT_EQ(finding.moved, 0);
}

TEST(GuidedWays, NonsenseIsLeftOutAndLeavesTheDefault) {
  const World world = groups(4, 60, 3);
  Random random(11);
  int used = 0;
  constexpr int draws = 10;
  for (int d = 0; d < draws; ++d) {
    std::vector<int> seeds(world.truth.size(), unlabelled);
    for (int s = 0; s < 48; ++s)
      seeds[static_cast<std::size_t>(random.bits() % seeds.size())] = static_cast<int>(random.bits() % 4);
    const Finding finding = found(world, with_seeds(seeds));
    if (finding.used(EvidenceKind::seeds))
      ++used;
    else
      expect_default(world, finding);
  }
  EXPECT_LE(used, 1);
}

TEST(GuidedWays, LinksByChanceAreLeftOut) {
  const World world = groups(4, 100, 3);
  Evidence evidence;
  Random random(5);
  const auto any = [&] { return static_cast<Index>(random.bits() % 400); };
  while (evidence.must_link.size() < 100) {
    const Index a = any(), b = any(), c = any(), d = any();
    if (a == b || c == d) continue;
    evidence.must_link.emplace_back(a, b);
    evidence.cannot_link.emplace_back(c, d);
  }
  // One long chain of must-links would contradict some cannot-link.
  std::erase_if(evidence.cannot_link, [&](const Link& link) {
    const Groups groups = close_links({.must_link = evidence.must_link}, 400, 4);
    return groups.of[static_cast<std::size_t>(link.first)] ==
           groups.of[static_cast<std::size_t>(link.second)];
  });
  const Finding finding = found(world, evidence);
  EXPECT_FALSE(finding.used(links));
  expect_default(world, finding);
}

TEST(GuidedWays, AFewLinksAreObeyedWithoutACheck) {
  const World world = groups(3, 30, 0.5);
  Evidence evidence;
  evidence.must_link = {{0, 1}, {3, 4}};  // of different groups
  const Finding finding = found(world, evidence);
  EXPECT_FALSE(finding.verdict(links)->possible);
  EXPECT_TRUE(finding.used(links));
  EXPECT_EQ(finding.labels()[0], finding.labels()[1]);
  EXPECT_EQ(finding.labels()[3], finding.labels()[4]);
}

TEST(GuidedWays, ManySeedsMayTrainAClassifier) {
  // A ring around a blob of each of two classes: no two means tell them apart, a plane does.
  Random random(3);
  World world{.clusters = 2};
  Matrix values(600, 4);
  for (Index i = 0; i < 600; ++i) {
    const int group = static_cast<int>(i % 2);
    world.truth.push_back(group);
    for (Index j = 0; j < 4; ++j) values(i, j) = (j == 0 ? 0.5 : 4.0) * random.normal();
    values(i, 0) += group == 0 ? 0.8 : -0.8;
  }
  world.material = material_of({.values = std::move(values)});
  const Finding finding = found(world, with_seeds(first_of_each(world.truth, 2, 150)));
  EXPECT_TRUE(finding.used(seeds)) << finding.verdict(seeds)->reason;
  EXPECT_GT(score(world, finding.labels()), 0.6);
}

TEST(GuidedWays, WhatIsAskedForIsTheOnlyWay) {
  const World world = groups(4, 50, 0.5);
  const Finding finding =
      found(world, with_seeds(first_of_each(world.truth, 4, 10)), {.method = "constrained-kmeans"});
  EXPECT_EQ(finding.plan.search.method, "constrained-kmeans");
  EXPECT_TRUE(finding.vectorizer.steps.empty());
}

TEST(GuidedWays, LinksThatContradictThemselvesAreRefused) {
  const World world = groups(3, 30, 0.5);
  Evidence evidence;
  evidence.must_link = {{0, 1}, {1, 2}};
  evidence.cannot_link = {{0, 2}};
  EXPECT_THROW(found(world, evidence), InvalidInput);
}

TEST(GuidedWays, TheNumberOfThreadsDoesNotShow) {
  const World world = groups(4, 60, 3);
  const Evidence evidence = with_seeds(first_of_each(world.truth, 4, 6));
  const Wishes wishes{.clusters = 4};
  const Plan made = plan(world.material, evidence, wishes);
  const Finding one = carry_out(world.material, evidence, made, {.threads = 1});
  const Finding four = carry_out(world.material, evidence, made, {.threads = 4});
  EXPECT_EQ(one.labels(), four.labels());
  EXPECT_EQ(one.verdicts.front().with, four.verdicts.front().with);
  EXPECT_EQ(one.outcome.clustering.objective.trace, four.outcome.clustering.objective.trace);
}

}  // namespace
}  // namespace bellwether
