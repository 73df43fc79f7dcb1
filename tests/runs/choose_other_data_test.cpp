// Word vectors from other texts: what they find, and that they are left out where they teach nothing.

#include <bellwether/runs/choose_other_data.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/take.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/steps.h>
#include <bellwether/runs/finding.h>
#include <bellwether/scores/against_truth.h>
#include <bellwether/scores/agreement.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;

/// Six topics of 150 synonyms each. Twenty short items of each of three topics hardly share words; other
/// texts, each of two topics, show which are synonyms.
class Synonyms {
 public:
  explicit Synonyms(std::uint64_t random_seed = 1) : random_(random_seed) {
    Matrix items(60, words);
    for (int i = 0; i < 60; ++i) {
      truth.push_back(i % 3);
      items.row(i) = text({i % 3, i % 3}, 8);
    }
    constexpr int many = 1500;
    Matrix others(many, words);
    for (int i = 0; i < many; ++i)
      others.row(i) = text({static_cast<int>(random_.below(6)), static_cast<int>(random_.below(6))}, 60);
    material = material_of({.values = testing_support::to_sparse(items)});
    evidence.auxiliary = {
        {.source = "others", .rows = {.values = testing_support::to_sparse(others)}, .items = many}};
  }

  Vector text(std::pair<int, int> topics, int length) {
    Vector counts = Vector::Zero(words);
    for (int w = 0; w < length; ++w) {
      const int topic = random_.uniform() < 0.5 ? topics.first : topics.second;
      counts[random_.uniform() < 0.7 ? 150 * topic + random_.below(150) : random_.below(words)] += 1;
    }
    return counts;
  }

  static constexpr int words = 1200;
  std::vector<int> truth = {};
  Material material = {};
  Evidence evidence = {};

 private:
  Random random_;
};

Finding find(const Material& material, const Evidence& evidence, Wishes wishes = {}) {
  wishes.clusters = 3;
  return carry_out(material, evidence, plan(material, evidence, wishes));
}

double agreement(const std::vector<int>& labels, const std::vector<int>& truth) {
  return adjusted_rand_index(cross_tabulate(labels, truth));
}

TEST(ChooseOtherData, WordVectorsOfManyTextsFindWhatFewItemsDoNotShow) {
  const Synonyms s;
  const Finding found = find(s.material, s.evidence);
  ASSERT_TRUE(found.used(EvidenceKind::auxiliary)) << found.verdicts[0].reason;
  EXPECT_EQ(found.made_from(EvidenceKind::auxiliary)->plan.name, "word-vectors");
  EXPECT_EQ(found.plan.search.method, "spherical-kmeans");
  EXPECT_THAT(found.verdicts[0].reason, HasSubstr("held-out information: word-vectors "));
  EXPECT_GT(agreement(found.labels(), s.truth), agreement(found.plain.labels, s.truth) + 0.2);
  EXPECT_GT(found.verdicts[0].with, found.verdicts[0].without);
}

TEST(ChooseOtherData, NonsenseIsLeftOutBitByBit) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Synonyms s(seed);
    s.evidence.auxiliary = with_shuffled_features(s.evidence.auxiliary, 5 + seed);
    const Finding found = find(s.material, s.evidence), plain = find(s.material, {});
    EXPECT_FALSE(found.used(EvidenceKind::auxiliary)) << found.verdicts[0].reason;
    EXPECT_EQ(found.labels(), plain.labels());
    EXPECT_EQ(found.outcome.clustering.objective.value, plain.outcome.clustering.objective.value);
    EXPECT_THAT(found.verdicts[0].reason, HasSubstr("not clearly better"));
  }
}

TEST(ChooseOtherData, WhatIsAskedForByNameIsTakenWithoutAChoice) {
  const Synonyms s;
  const Finding found = find(s.material, s.evidence, {.represent = {"word-vectors:dimensions=20,power=1"}});
  ASSERT_TRUE(found.used(EvidenceKind::auxiliary));
  EXPECT_EQ(found.made_from(EvidenceKind::auxiliary)->map.learned->map.dimensions(), 20);
  const Finding always = find(s.material, s.evidence, {.trust = Trust::always});
  EXPECT_EQ(always.made_from(EvidenceKind::auxiliary)->plan.name, "word-vectors");
  EXPECT_EQ(always.verdicts[0].reason, "not checked, as asked");
}

TEST(ChooseOtherData, NewItemsComeIntoTheSameSpace) {
  const Synonyms s;
  const Finding found = find(s.material, s.evidence, {.trust = Trust::always});
  // Weights, the map, length 1: restored from what a model keeps, they bring raw counts where the items are.
  Dataset again = s.material.items;
  for (const Step& step : found.vectorizer.steps) bellwether::apply(restore_step(store(step)), again);
  EXPECT_EQ(std::get<Matrix>(again.values), std::get<Matrix>(found.items().values));
  ASSERT_EQ(found.vectorizer.steps.size(), 3u);
  const auto& weights = std::get<Weighter>(found.vectorizer.steps[0]);
  EXPECT_EQ(weights.documents, 1560) << "frequencies of items and other texts together";
}

TEST(ChooseOtherData, SeedsAreObeyedInTheSpaceOfWordVectors) {
  Synonyms s;
  s.evidence.seeds.assign(60, unlabelled);
  for (std::size_t i = 0; i < 9; ++i) s.evidence.seeds[i] = s.truth[i];
  s.evidence.labels = {"a", "b", "c"};
  const Finding found = find(s.material, s.evidence, {.trust = Trust::always});
  EXPECT_EQ(found.plan.search.method, "constrained-spherical-kmeans");
  EXPECT_GT(agreement(found.labels(), s.truth), 0.8);
}

TEST(ChooseOtherData, ShuffledFeaturesKeepTheirValues) {
  const Matrix counts = testing_support::random_counts(5, 8, 0.5, 1);
  const auto dense = with_shuffled_features({{.rows = {.values = counts}}}, 3),
             sparse = with_shuffled_features({{.rows = {.values = testing_support::to_sparse(counts)}}}, 3);
  const Matrix& made = std::get<Matrix>(dense[0].rows.values);
  EXPECT_EQ(made, testing_support::to_dense(std::get<SparseMatrix>(sparse[0].rows.values)));
  EXPECT_NE(made, counts);
  EXPECT_EQ(made.rowwise().sum(), counts.rowwise().sum());
}

TEST(ChooseOtherData, ThinnedRowsAreSpacedEvenlyOverAllSources) {
  Matrix first(6, 1), second(4, 1);
  first.col(0) << 0, 1, 2, 3, 4, 5;
  second.col(0) << 6, 7, 8, 9;
  const std::vector<OtherItems> others{{.rows = {.values = first}}, {.rows = {.values = second}}};
  const auto some = thinned(others, 5);
  EXPECT_EQ(std::get<Matrix>(some[0].rows.values), (Matrix{{0}, {2}, {4}}));
  EXPECT_EQ(std::get<Matrix>(some[1].rows.values), (Matrix{{6}, {8}}));
  EXPECT_EQ(thinned(others, 10)[0].rows.items(), 6);
}

}  // namespace
}  // namespace bellwether
