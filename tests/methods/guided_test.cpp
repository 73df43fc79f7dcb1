#include <bellwether/methods/guided.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/scores/agreement.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using testing_support::three_blobs;

TEST(CountMoved, MatchesClustersBeforeItCounts) {
  EXPECT_EQ(count_moved({0, 0, 1, 1}, {1, 1, 0, 0}), 0);
  EXPECT_EQ(count_moved({0, 0, 1, 1, 1}, {1, 1, 0, 0, 1}), 1);
  EXPECT_EQ(count_moved({0, 0, 0, 0}, {0, 0, 0, 1}), 1);
  EXPECT_EQ(count_moved({5, 5, 9}, {9, 9, 9}), 1);
  EXPECT_EQ(count_moved({0, 0, 1, 1, 1}, {1, 1, 0, 0, 1}, {false, false, false, false, true}), 0);
}

/// k-means on blobs that touch, guided by what `known` says.
class Guided : public ::testing::Test {
 protected:
  GuidedOutcome guide(const std::string& name, const Knowledge& known, Trust trust = Trust::checked) const {
    const Method& method = find_method(name);
    const auto fit = [&](const Knowledge& some, const bellwether::Run& run) {
      return method.cluster({blobs.items, {}, some}, {{"clusters", std::int64_t{3}}}, run);
    };
    return cluster_guided(fit, known, blobs.items.rows(), trust, {});
  }

  Knowledge seeds_by(const auto& label_of) const {
    Knowledge known{.seeds = std::vector<int>(blobs.truth.size(), unlabelled)};
    for (std::size_t i = 0; i < blobs.truth.size(); i += 4) known.seeds[i] = label_of(i);
    return known;
  }

  const testing_support::LabelledItems blobs = three_blobs({.per_blob = 80, .spread = 3});
};

TEST_F(Guided, GoodSeedsAreUsedAndWhatTheyChangeIsTold) {
  const auto found = guide("constrained-kmeans", seeds_by([&](std::size_t i) { return blobs.truth[i]; }));
  EXPECT_TRUE(found.check.asked);
  EXPECT_TRUE(found.check.possible);
  EXPECT_TRUE(found.check.used);
  EXPECT_GT(found.check.guided, 2 * found.check.chance);
  EXPECT_EQ(found.moved, count_moved(found.unguided.labels, found.outcome.clustering.labels));
  EXPECT_LE(found.moved_uncovered, found.moved);
  EXPECT_EQ(std::ranges::count(found.covered, true), 60);
  const auto plain = find_method("kmeans").cluster({blobs.items}, {{"clusters", std::int64_t{3}}}, {});
  EXPECT_EQ(found.unguided.labels, plain.clustering.labels);
}

TEST_F(Guided, SeedsWithoutMeaningAreLeftOut) {
  Random random(3);
  const Knowledge known = seeds_by([&](std::size_t) { return static_cast<int>(random.below(3)); });
  const auto checked = guide("constrained-kmeans", known);
  EXPECT_TRUE(checked.check.possible);
  EXPECT_FALSE(checked.check.used);
  EXPECT_EQ(checked.outcome.clustering.labels, checked.unguided.labels);
  EXPECT_EQ(checked.moved, 0);

  const auto trusted = guide("constrained-kmeans", known, Trust::always);
  EXPECT_FALSE(trusted.check.asked);
  EXPECT_TRUE(trusted.check.used);
  for (std::size_t i = 0; i < known.seeds.size(); ++i)
    EXPECT_TRUE(known.seeds[i] == unlabelled || trusted.outcome.clustering.labels[i] == known.seeds[i]);
}

TEST_F(Guided, LinksWithoutMeaningAreLeftOutAndGoodOnesAreNot) {
  Random random(4);
  Knowledge good, bad;
  for (int l = 0; l < 120; ++l) {
    const Index a = random.below(240), b = random.below(240);
    if (a == b) continue;
    (blobs.truth[a] == blobs.truth[b] ? good.must_link : good.cannot_link).emplace_back(a, b);
    // Each item once, so that nothing contradicts itself.
    (random.below(2) == 0 ? bad.must_link : bad.cannot_link).emplace_back(l, l + 120);
  }
  const auto with_good = guide("cop-kmeans", good);
  EXPECT_TRUE(with_good.check.used);
  EXPECT_TRUE(with_good.links.must_broken.empty());
  EXPECT_TRUE(with_good.links.cannot_broken.empty());
  const auto with_bad = guide("cop-kmeans", bad);
  EXPECT_FALSE(with_bad.check.used);
  EXPECT_FALSE(with_bad.links.must_broken.empty());  // of the search that did not obey them
}

TEST_F(Guided, TooLittleToHoldSomeBackIsUsedUnchecked) {
  Knowledge known{.seeds = std::vector<int>(240, unlabelled)};
  for (int k = 0; k < 3; ++k) known.seeds[k] = k;
  const auto found = guide("seeded-kmeans", known);
  EXPECT_TRUE(found.check.asked);
  EXPECT_FALSE(found.check.possible);
  EXPECT_TRUE(found.check.used);
}

TEST_F(Guided, ErrorsOfTheWholeKnowledgeComeFirst) {
  const Knowledge known{.must_link = {{0, 1}, {1, 2}}, .cannot_link = {{0, 2}}};
  EXPECT_THROW(guide("cop-kmeans", known), InvalidInput);
}

TEST_F(Guided, AHalfThatCannotBeFittedOrAStopEndsTheCheckNotTheRun) {
  const Knowledge known = seeds_by([&](std::size_t i) { return blobs.truth[i]; });
  const Method& method = find_method("constrained-kmeans");
  const auto fussy = [&](const Knowledge& some, const bellwether::Run& run) {
    const auto seeds = std::ranges::count_if(some.seeds, [](int seed) { return seed != unlabelled; });
    if (seeds == 30) throw InvalidInput("half is not enough");
    return method.cluster({blobs.items, {}, some}, {{"clusters", std::int64_t{3}}}, run);
  };
  const auto found = cluster_guided(fussy, known, 240, Trust::checked, {});
  EXPECT_FALSE(found.check.possible);
  EXPECT_TRUE(found.check.used);

  std::stop_source stopped;
  stopped.request_stop();
  const auto fit = [&](const Knowledge& some, const bellwether::Run& run) {
    return method.cluster({blobs.items, {}, some}, {{"clusters", std::int64_t{3}}}, run);
  };
  EXPECT_FALSE(cluster_guided(fit, known, 240, Trust::checked, {.stop = stopped.get_token()}).check.possible);
}

TEST_F(Guided, ProgressSaysWhatItIsFor) {
  const Method& method = find_method("constrained-kmeans");
  std::vector<std::string> stages;
  const bellwether::Run run{.on_progress = [&](const Progress& p) {
    if (stages.empty() || stages.back() != p.stage) stages.push_back(p.stage);
  }};
  const auto fit = [&](const Knowledge& some, const bellwether::Run& inner) {
    return method.cluster({blobs.items, {}, some}, {{"clusters", std::int64_t{3}}, {"start", "random"}},
                          inner);
  };
  cluster_guided(fit, seeds_by([&](std::size_t i) { return blobs.truth[i]; }), 240, Trust::checked, run);
  EXPECT_THAT(stages,
              ElementsAre("iterating", "comparing with no knowledge", "checking on knowledge held back"));
}

}  // namespace
}  // namespace bellwether
