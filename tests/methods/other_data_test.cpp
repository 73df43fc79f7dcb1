#include <bellwether/methods/other_data.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <bellwether/collections/topics.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_support::to_sparse;

TEST(OtherData, InformationIsThatOfTheDefinition) {
  // Two items that share nothing, in two clusters: log 2. In one cluster: nothing.
  const Matrix apart{{1, 0}, {0, 1}};
  EXPECT_NEAR(information_about_features(apart, {0, 1}), std::log(2.0), 1e-15);
  EXPECT_NEAR(information_about_features(apart, {0, 0}), 0, 1e-15);
  // p = (1/2 1/4; 0 1/4): sum p log p/(rows columns) by hand.
  const Matrix joint{{2, 1}, {0, 1}};
  const double expected =
      0.5 * std::log(0.5 / (0.75 * 0.5)) + 0.25 * std::log(0.25 / (0.75 * 0.5)) + 0.25 * std::log(2.0);
  EXPECT_NEAR(information_about_features(joint, {0, 1}), expected, 1e-15);
  EXPECT_NEAR(information_about_features(to_sparse(joint), {0, 1}), expected, 1e-15);
}

TEST(OtherData, AMethodWithoutItIsItsTwin) {
  EXPECT_EQ(without_other_data(find_method("stc")).name, "itcc");
  EXPECT_EQ(without_other_data(find_method("aplsa")).name, "plsa");
  EXPECT_EQ(without_other_data(find_method("kmeans")).name, "kmeans");
  const Settings kept = settings_without_other_data(
      find_method("stc"), {{"clusters", std::int64_t{3}}, {"lambda", 2.0}, {"restarts", std::int64_t{1}}});
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].first, "clusters");
  EXPECT_EQ(kept[1].first, "restarts");
}

TEST(OtherData, FeatureClustersRepresentItemsByShares) {
  const Method& method = find_method("itcc");
  Outcome found;
  found.features = {.clusters = 2, .labels = {0, 1, 0}, .weights = {1, 1, 1}};
  Dataset items{.values = Matrix{{1, 1, 2}, {0, 5, 0}, {0, 0, 0}}};
  for (const Step& step : steps_of(method, found)) apply(step, items);
  EXPECT_EQ(std::get<Matrix>(items.values), (Matrix{{0.75, 0.25}, {0, 1}, {0, 0}}));
}

TEST(OtherData, TopicsRepresentItemsByMixtures) {
  Outcome found;
  found.parameters = {{"topics", Matrix{{0.5, 0.5, 0, 0}, {0, 0, 0.5, 0.5}}}};
  Dataset items{.values = Matrix{{3, 3, 2, 2}, {1, 1, 0, 0}}};
  const auto steps = steps_of(find_method("plsa"), found);
  ASSERT_EQ(steps.size(), 1u);
  const Step again = restore_step(store(steps[0]));
  apply(again, items);
  const Matrix& mixtures = std::get<Matrix>(items.values);
  EXPECT_NEAR(mixtures(0, 0), 0.6, 1e-7);
  EXPECT_NEAR(mixtures(1, 0), 1, 1e-7);
  EXPECT_THAT(items.features, ElementsAre("topic 1", "topic 2"));
  EXPECT_EQ(columns_expected(again), 4);
  EXPECT_EQ(in_words(again), "plsa (mixtures of 2 topics)");
  Dataset narrow{.values = Matrix{{1, 2}}};
  EXPECT_THROW(apply(again, narrow), InvalidInput);
  EXPECT_THROW(restore_step({.kind = "topics",
                             .options = {{"learned_by", std::string("plsa")}},
                             .tables = {{"topics", Matrix{{-1}}}}}),
               InvalidInput);
}

TEST(OtherData, EveryRepresentationFeedsASearch) {
  const Dataset items = topics({.items = 80, .clusters = 2, .features = 200, .words = 60});
  const Dataset others =
      topics({.items = 100, .clusters = 4, .features = 200, .words = 60, .random_seed = 3});
  const Auxiliary auxiliary{others.rows()};
  for (const Method& method : methods()) {
    if (!can_represent(method)) continue;
    Problem problem{.items = items.rows()};
    if (method.takes_auxiliary) problem.auxiliary = std::span(&auxiliary, 1);
    if (method.takes_tags) problem.tags = others.rows();
    const Outcome found =
        method.cluster(problem, {{"clusters", std::int64_t{2}}, {"restarts", std::int64_t{2}}}, {});
    Dataset represented = items;
    for (const Step& step : steps_of(method, found)) apply(step, represented);
    EXPECT_EQ(represented.items(), 80) << method.name;
    EXPECT_FALSE(represented.sparse()) << method.name;
    const Outcome searched =
        find_method("kmeans").cluster({.items = represented.rows()}, {{"clusters", std::int64_t{2}}}, {});
    EXPECT_EQ(searched.clustering.labels.size(), 80u) << method.name;
  }
}

/// Clusters of items by their number: right or, by chance, wrong.
TEST(OtherData, TheCheckSeesWhetherItHelps) {
  const Dataset items = topics({.items = 60, .clusters = 2, .features = 300, .words = 80});
  const Labelling right = [](const Rows& rows, const bellwether::Run&) {
    std::vector<int> labels;
    for (Index i = 0; i < rows.rows(); ++i) labels.push_back(static_cast<int>(i % 2));
    return labels;
  };
  const Labelling wrong = [](const Rows& rows, const bellwether::Run&) {
    std::vector<int> labels;
    for (Index i = 0; i < rows.rows(); ++i) labels.push_back(static_cast<int>(i / 2 % 2));
    return labels;
  };
  const CountsCheck helps = check_on_counts(items.rows(), right, wrong, 0, 0, {});
  EXPECT_TRUE(helps.possible);
  EXPECT_TRUE(helps.used);
  EXPECT_GT(helps.with, helps.without);
  const CountsCheck hurts = check_on_counts(items.rows(), wrong, right, 2, 0, {});
  EXPECT_FALSE(hurts.used);
  EXPECT_DOUBLE_EQ(hurts.with, helps.without);
  const CountsCheck same = check_on_counts(items.rows(), right, right, 0, 0, {});
  EXPECT_TRUE(same.used);
}

TEST(OtherData, TheHalvesOfACheckAreAllOfTheItems) {
  const Matrix items = testing_support::random_counts(30, 20, 0.3, 1);
  double seen = 0;
  int calls = 0;
  const Labelling look = [&](const Rows& rows, const bellwether::Run&) {
    EXPECT_EQ(rows.rows(), 30);
    EXPECT_EQ(rows.columns(), 20);
    rows.visit([&](const auto& r) {
      if constexpr (requires { r.starts; })
        for (Index at = 0; at < r.stored(); ++at) seen += r.values[at];
    });
    ++calls;
    return std::vector<int>(30, 0);
  };
  check_on_counts(items, look, look, 0, 7, {});
  EXPECT_EQ(calls, 12);
  EXPECT_DOUBLE_EQ(seen, 6 * items.sum());  // three divisions, both halves, with and without
}

TEST(OtherData, WhatCannotBeCheckedIsUsed) {
  const Labelling cannot = [](const Rows&, const bellwether::Run&) -> std::vector<int> {
    throw InvalidInput("too few items");
  };
  const CountsCheck check = check_on_counts(Matrix{{1, 2}}, cannot, cannot, 0, 0, {});
  EXPECT_TRUE(check.asked);
  EXPECT_FALSE(check.possible);
  EXPECT_TRUE(check.used);
}

TEST(OtherData, IsNeverIgnored) {
  const auto words = [](const char* method, bool auxiliary, bool tags) {
    try {
      require_takes_other_data(find_method(method), auxiliary, tags);
    } catch (const InvalidOption& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(words("stc", true, false), "");
  EXPECT_EQ(words("aplsa", false, true), "");
  EXPECT_THAT(words("kmeans", true, false), HasSubstr("this one does: stc"));
  EXPECT_THAT(words("stc", false, true), HasSubstr("this one does: aplsa"));
  EXPECT_THAT(words("stc", false, false), HasSubstr("--auxiliary ITEMS"));
  EXPECT_THAT(words("aplsa", false, false), HasSubstr("--annotated ITEMS"));
}

TEST(OtherData, AutoTakesTheMethodForIt) {
  const Matrix items = Matrix::Ones(3, 2);
  const Auxiliary other{items};
  EXPECT_EQ(choose_method({.items = items, .auxiliary = std::span(&other, 1)}).method, "stc");
  EXPECT_EQ(choose_method({.items = items, .tags = items}).method, "aplsa");
}

TEST(OtherData, ARunTellsWhatTheItemsAloneGive) {
  const Dataset all = topics({.items = 90, .clusters = 3, .features = 60, .random_seed = 3});
  const Rows items = all.rows().slice(0, 30), others = all.rows().slice(30, 60);
  const std::vector<Auxiliary> auxiliary{{others}};
  const Settings settings{{"clusters", std::int64_t{3}}, {"restarts", std::int64_t{2}}};
  const Problem problem{.items = items, .auxiliary = auxiliary};
  const Method& stc = find_method("stc");
  const OtherDataOutcome always = cluster_with_other_data(stc, problem, settings, Trust::always, 2, 0, {});
  EXPECT_FALSE(always.check.asked);
  EXPECT_EQ(always.outcome.clustering.labels, stc.cluster(problem, settings, {}).clustering.labels);
  EXPECT_EQ(always.without.clustering.labels,
            find_method("itcc").cluster({.items = items}, settings, {}).clustering.labels);
  // Other data must do better than this by a thousand standard errors: they are left out.
  const OtherDataOutcome wary = cluster_with_other_data(stc, problem, settings, Trust::checked, -1000, 0, {});
  EXPECT_TRUE(wary.check.asked);
  EXPECT_FALSE(wary.check.used);
  EXPECT_EQ(wary.outcome.clustering.labels, wary.without.clustering.labels);
}

}  // namespace
}  // namespace bellwether
