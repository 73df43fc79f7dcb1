// What is known of the items, judged on a part that is held back; all through carry_out().

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/runs/finding.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing_support::three_blobs;

TEST(CountMoved, MatchesClustersBeforeItCounts) {
  EXPECT_EQ(count_moved({0, 0, 1, 1}, {1, 1, 0, 0}), 0);
  EXPECT_EQ(count_moved({0, 0, 1, 1, 1}, {1, 1, 0, 0, 1}), 1);
  EXPECT_EQ(count_moved({0, 0, 0, 0}, {0, 0, 0, 1}), 1);
  EXPECT_EQ(count_moved({5, 5, 9}, {9, 9, 9}), 1);
  EXPECT_EQ(count_moved({0, 0, 1, 1, 1}, {1, 1, 0, 0, 1}, {false, false, false, false, true}), 0);
}

TEST(ClusterNames, OfClustersWithoutASeedClashWithNoLabel) {
  EXPECT_EQ(cluster_names({"a", "2"}, 3), (std::vector<std::string>{"a", "2", "cluster 2"}));
  EXPECT_TRUE(cluster_names({}, 3).empty());
}

/// Blobs that touch.
class Judged : public ::testing::Test {
 protected:
  Finding find(const Evidence& evidence, Wishes wishes = {}, const bellwether::Run& run = {}) const {
    wishes.clusters = 3;
    return carry_out(material, evidence, plan(material, evidence, wishes), run);
  }

  Evidence seeds_by(const auto& label_of) const {
    Evidence evidence{.seeds = std::vector<int>(blobs.truth.size(), unlabelled)};
    for (std::size_t i = 0; i < blobs.truth.size(); i += 4) evidence.seeds[i] = label_of(i);
    return evidence;
  }
  Evidence true_seeds() const {
    return seeds_by([&](std::size_t i) { return blobs.truth[i]; });
  }

  const testing_support::LabelledItems blobs = three_blobs({.per_blob = 80, .spread = 3});
  const Material material = material_of({.values = blobs.items});
};

TEST_F(Judged, GoodSeedsAreUsedAndWhatTheyChangeIsTold) {
  const Finding found = find(true_seeds());
  ASSERT_EQ(found.verdicts.size(), 1u);
  const Verdict& verdict = found.verdicts[0];
  EXPECT_TRUE(verdict.asked && verdict.possible && verdict.used);
  EXPECT_GT(verdict.with, 2 * verdict.error);
  EXPECT_TRUE(find_method(found.plan.search.method).takes.contains(EvidenceKind::seeds));
  EXPECT_EQ(found.moved, count_moved(found.plain.labels, found.labels()));
  EXPECT_LE(found.moved_uncovered, found.moved);
  EXPECT_EQ(std::ranges::count(found.covered, true), 60);
  EXPECT_EQ(found.plain.labels, find({}).labels());
}

TEST_F(Judged, SeedsWithoutMeaningAreLeftOutAndTheFindingIsTheDefaultBitByBit) {
  Random random(3);
  const Evidence nonsense = seeds_by([&](std::size_t) { return static_cast<int>(random.below(3)); });
  const Finding checked = find(nonsense), plain = find({});
  EXPECT_TRUE(checked.verdicts[0].possible);
  EXPECT_FALSE(checked.verdicts[0].used);
  EXPECT_EQ(checked.labels(), plain.labels());
  EXPECT_EQ(checked.outcome.clustering.objective.value, plain.outcome.clustering.objective.value);
  EXPECT_EQ(checked.plan.search.method, plain.plan.search.method);
  EXPECT_EQ(checked.moved, 0);
  EXPECT_TRUE(checked.names.empty());

  const Finding trusted = find(nonsense, {.trust = Trust::always});
  EXPECT_FALSE(trusted.verdicts[0].asked);
  EXPECT_TRUE(trusted.verdicts[0].used);
  for (std::size_t i = 0; i < nonsense.seeds.size(); ++i)
    EXPECT_TRUE(nonsense.seeds[i] == unlabelled || trusted.labels()[i] == nonsense.seeds[i]);
}

TEST_F(Judged, LinksWithoutMeaningAreLeftOutAndGoodOnesAreNot) {
  Random random(4);
  Evidence good, bad;
  for (int l = 0; l < 120; ++l) {
    const Index a = random.below(240), b = random.below(240);
    if (a == b) continue;
    (blobs.truth[a] == blobs.truth[b] ? good.must_link : good.cannot_link).emplace_back(a, b);
    // Each item once, so that nothing contradicts itself.
    (random.below(2) == 0 ? bad.must_link : bad.cannot_link).emplace_back(l, l + 120);
  }
  const Finding with_good = find(good);
  EXPECT_TRUE(with_good.used(EvidenceKind::links));
  EXPECT_TRUE(with_good.links.must_broken.empty());
  EXPECT_TRUE(with_good.links.cannot_broken.empty());
  const Finding with_bad = find(bad);
  EXPECT_FALSE(with_bad.used(EvidenceKind::links));
  EXPECT_FALSE(with_bad.links.must_broken.empty());  // of the search that did not obey them
  EXPECT_EQ(with_bad.labels(), find({}).labels());
}

TEST_F(Judged, OfFewLinksWithoutMeaningHardlyAnyAreUsed) {
  int used = 0, used_good = 0;
  constexpr int draws = 24;
  for (int d = 0; d < draws; ++d) {
    Random random(100 + static_cast<std::uint64_t>(d));
    Evidence good, bad;
    for (int l = 0; l < 50; ++l) {
      const Index a = random.below(240), b = random.below(240);
      if (a != b) (blobs.truth[a] == blobs.truth[b] ? good.must_link : good.cannot_link).emplace_back(a, b);
      (random.below(2) == 0 ? bad.must_link : bad.cannot_link).emplace_back(2 * l, 2 * l + 101);
    }
    used += find(bad, {.random_seed = 1}).used(EvidenceKind::links);
    used_good += find(good, {.random_seed = 1}).used(EvidenceKind::links);
  }
  EXPECT_LE(used, 2);  // chance lets one of 25 pass
  EXPECT_GE(used_good, draws - 2);
}

TEST_F(Judged, ALeftOutKindLeavesTheOthers) {
  Evidence evidence = true_seeds();
  Random random(5);
  for (int l = 0; l < 120; ++l)
    (random.below(2) == 0 ? evidence.must_link : evidence.cannot_link).emplace_back(l, l + 120);
  // Seeds and links that contradict each other are an error; so the links name only items without a seed.
  std::erase_if(evidence.must_link, [&](const Link& link) {
    return evidence.seeds[link.first] >= 0 || evidence.seeds[link.second] >= 0;
  });
  std::erase_if(evidence.cannot_link, [&](const Link& link) {
    return evidence.seeds[link.first] >= 0 || evidence.seeds[link.second] >= 0;
  });
  const Finding found = find(evidence);
  EXPECT_TRUE(found.used(EvidenceKind::seeds));
  EXPECT_FALSE(found.used(EvidenceKind::links));
  EXPECT_EQ(found.labels(), find(true_seeds()).labels());
}

TEST_F(Judged, TooLittleToHoldSomeBackIsUsedUnchecked) {
  Evidence evidence{.seeds = std::vector<int>(240, unlabelled)};
  for (int k = 0; k < 3; ++k) evidence.seeds[static_cast<std::size_t>(k)] = k;
  const Finding found = find(evidence, {.method = "seeded-kmeans"});
  EXPECT_TRUE(found.verdicts[0].asked);
  EXPECT_FALSE(found.verdicts[0].possible);
  EXPECT_TRUE(found.verdicts[0].used);
  EXPECT_THAT(found.verdicts[0].reason, HasSubstr("not checked"));
}

TEST_F(Judged, ErrorsOfTheWholeKnowledgeComeFirst) {
  EXPECT_THROW(find({.must_link = {{0, 1}, {1, 2}}, .cannot_link = {{0, 2}}}), InvalidInput);
}

TEST_F(Judged, AStopKeepsWhatIsThereAndSaysWhatWasNotTried) {
  std::stop_source stopped;
  stopped.request_stop();
  const Finding found = find(true_seeds(), {}, {.stop = stopped.get_token()});
  EXPECT_EQ(found.labels().size(), 240u);
  EXPECT_FALSE(found.verdicts[0].used);
  EXPECT_THAT(found.verdicts[0].reason, HasSubstr("interrupted"));
  EXPECT_TRUE(found.outcome.clustering.stopped);
}

TEST_F(Judged, ProgressSaysWhatItIsFor) {
  std::vector<std::string> stages;
  find(true_seeds(), {.options = {{"start", std::string("random")}}},
       {.on_progress = [&](const Progress& p) { stages.emplace_back(p.stage); }});
  EXPECT_THAT(stages, Contains("clustering without the knowledge"));
  EXPECT_THAT(stages, Contains("checking on knowledge held back"));
}

TEST_F(Judged, SizesAreKeptAndNotChecked) {
  const Finding found = find({.min_size = 79});
  EXPECT_EQ(found.verdicts[0].kind, EvidenceKind::sizes);
  EXPECT_TRUE(found.verdicts[0].used);
  EXPECT_FALSE(found.verdicts[0].possible);
  for (const auto size : cluster_sizes(found.labels(), 3)) EXPECT_GE(size, 79);
}

TEST_F(Judged, EvidenceThatDoesNotFitIsRefusedBeforeAnythingIsComputed) {
  const auto refuses = [&](const Evidence& evidence, const char* words) {
    EXPECT_THAT([&] { find(evidence); }, ::testing::ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  refuses({.labels = {"a", "b", "c", "d"}}, "4 different labels");
  refuses({.min_size = 81}, "there are 240 items");
  refuses({.max_size = 79}, "there are 240 items");
  refuses({.cannot_link = {{7, 7}}}, "itself");
  refuses({.known = {.items = {.values = Matrix::Ones(4, 5)}, .classes = {0, 0, 1, 1}}}, "5 features");
}

}  // namespace
}  // namespace bellwether
