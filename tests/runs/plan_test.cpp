#include <bellwether/runs/plan.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using enum EvidenceKind;

const Matrix counts = testing_support::random_counts(30, 12, 0.5, 1);

Material dense() {
  return material_of({.values = counts});
}

/// Something of each kind, as little as makes it one.
Evidence some_of(EvidenceKinds kinds) {
  Evidence all;
  all.seeds.assign(30, unlabelled);
  all.seeds[0] = 0;
  all.must_link = {{1, 2}};
  all.min_size = 2;
  all.known = {.items = {.values = counts}, .classes = std::vector<int>(30, 0), .names = {"a"}};
  all.auxiliary = {{.rows = {.values = counts}, .items = 30}};
  all.annotated = {.rows = {.values = counts}, .items = 30};
  Dataset sorted{.values = counts};
  for (int i = 0; i < 30; ++i) sorted.labels.push_back(i % 2 == 0 ? "a" : "b");
  all.solved.collections = {solved_collection("s", sorted)};
  return only(all, kinds);
}

std::string search_for(EvidenceKinds kinds, const Material& material = dense()) {
  return plan(material, some_of(kinds), {}).search.method;
}

TEST(Plan, ChoosesTheSearchThatTakesWhatIsKnown) {
  const Material sparse = material_of({.values = testing_support::to_sparse(counts)});
  EXPECT_EQ(search_for({}), "kmeans");
  EXPECT_EQ(search_for({}, sparse), "kmeans");  // of rows of length 1
  EXPECT_EQ(search_for({seeds}), "constrained-kmeans");
  EXPECT_EQ(search_for({seeds}, sparse), "constrained-kmeans");
  EXPECT_EQ(search_for({links}), "cop-kmeans");
  EXPECT_EQ(search_for({seeds, sizes}, sparse), "constrained-kmeans");
  EXPECT_EQ(search_for({auxiliary}), "spherical-kmeans");
  EXPECT_EQ(search_for({annotated}), "aplsa");
  EXPECT_EQ(search_for({solved}), "sib");
  EXPECT_EQ(search_for({solved, links}), "constrained-sib");
  EXPECT_EQ(search_for({known}), "gm");
  EXPECT_EQ(search_for({known, seeds}), "constrained-kmeans");
}

std::vector<std::string> chain_for(EvidenceKinds kinds, const Wishes& wishes = {}) {
  std::vector<std::string> names;
  for (const auto& link : plan(dense(), some_of(kinds), wishes).chain) names.push_back(link.name);
  return names;
}

TEST(Plan, WhatOtherDataTeachComesBeforeAMap) {
  EXPECT_THAT(chain_for({auxiliary}), ElementsAre("word-vectors"));
  EXPECT_THAT(chain_for({auxiliary}, {.auxiliary_by = "stc"}), ElementsAre()) << "the search learns itself";
  EXPECT_THAT(chain_for({auxiliary, seeds}), ElementsAre("word-vectors"));
  EXPECT_THAT(chain_for({auxiliary}, {.method = "itcc"}), ElementsAre("stc")) << "it needs counts";
  EXPECT_THAT(chain_for({auxiliary, solved}), ElementsAre("stc"));
  EXPECT_THAT(chain_for({auxiliary, seeds}, {.settings = {{"lambda", 0.5}}}), ElementsAre("stc"))
      << "its option";
  EXPECT_THAT(chain_for({auxiliary, annotated}), ElementsAre("stc", "aplsa"));
  EXPECT_THAT(chain_for({known, annotated}), ElementsAre("aplsa", "auto"));
  EXPECT_THAT(chain_for({known, auxiliary}, {.represent = {"stc", "whiten:shrinkage=0.3"}}),
              ElementsAre("stc", "whiten"));
  EXPECT_THAT(chain_for({known, auxiliary}, {.method = "lmnn"}), ElementsAre("word-vectors", "lmnn"));
}

TEST(Plan, OtherDataHaveCandidatesUnlessOneIsNamed) {
  EXPECT_THAT(plan(dense(), some_of({auxiliary}), {}).chain[0].candidates,
              ElementsAre("word-vectors", "stc"));
  EXPECT_TRUE(
      plan(dense(), some_of({auxiliary}), {.represent = {"word-vectors"}}).chain[0].candidates.empty());
}

TEST(Plan, WeightsThatAreAskedForAreFittedOnItemsAndOtherDataTogether) {
  const auto weights = [](const StepWishes& steps) {
    const Plan made = plan(dense(), some_of({auxiliary}), {.steps = steps});
    EXPECT_EQ(made.steps.size(), steps.steps.empty() ? 0u : 2u);
    for (const auto& [name, value] : made.chain[0].settings)
      if (name == "weights") return to_text(value);
    return std::string("auto");
  };
  EXPECT_EQ(weights({}), "auto");
  EXPECT_EQ(weights({.weighting = "okapi"}), "okapi");
  EXPECT_EQ(weights({.steps = "okapi + l2"}), "none");
}

TEST(Plan, SolvedCollectionsChooseAnOptionOfTheSearchOrOfTheMap) {
  const Plan of_search = plan(dense(), some_of({solved}), {});
  EXPECT_EQ(of_search.tuning->strap.option, "alpha");
  EXPECT_FALSE(of_search.tuning->of_map);
  const Plan of_map = plan(dense(), some_of({solved, known}), {});
  EXPECT_EQ(of_map.tuning->strap.option, "shrinkage");
  EXPECT_TRUE(of_map.tuning->of_map);
}

TEST(Plan, StepsThatLeaveCountsBehindComeAfterWhatNeedsThem) {
  const Plan with_chain = plan(dense(), some_of({auxiliary, seeds}), {.steps = {.svd = "3"}});
  EXPECT_TRUE(with_chain.steps.empty());
  ASSERT_EQ(with_chain.last_steps.size(), 1u);
  EXPECT_EQ(with_chain.last_steps[0].name, "svd");
  const Plan with_map = plan(dense(), some_of({auxiliary, known}), {.steps = {.svd = "3"}});
  ASSERT_EQ(with_map.chain[1].first.size(), 1u);
}

TEST(Plan, OptionsGoToWhoKnowsThemAndUnknownOnesAreErrors) {
  const Plan made =
      plan(dense(), some_of({known}),
           {.method = "whiten", .options = {{"shrinkage", 0.3}, {"restarts", std::int64_t{4}}}});
  const auto has = [](const Settings& settings, const char* name) {
    return std::ranges::any_of(settings, [&](const auto& setting) { return setting.first == name; });
  };
  EXPECT_TRUE(has(made.chain[0].settings, "shrinkage"));
  EXPECT_FALSE(has(made.search.settings, "shrinkage"));
  EXPECT_TRUE(has(made.search.settings, "restarts"));
  EXPECT_THROW(plan(dense(), {}, {.options = {{"shrinkag", 0.3}}}), InvalidOption);
}

TEST(Plan, KnowledgeIsNeverIgnoredWithoutAWord) {
  for (const Method& method : searches())
    for (const EvidenceKind kind : {seeds, links, sizes}) {
      if (method.guided() && kind == sizes) continue;  // it needs more than that
      if (method.takes.contains(kind))
        EXPECT_NO_THROW(require_makes_sense({.method = method.name}, {kind})) << method.name;
      else
        EXPECT_THROW(require_makes_sense({.method = method.name}, {kind}), InvalidOption) << method.name;
    }
  for (const Method& method : searches())
    if (method.guided() && !method.plain.empty())
      EXPECT_THROW(require_makes_sense({.method = method.name}, {}), InvalidOption) << method.name;
}

TEST(Plan, RefusesWhatDoesNotGoTogetherAndSaysWhatDoes) {
  const auto refuses = [](const Wishes& wishes, EvidenceKinds kinds, const char* words) {
    EXPECT_THAT([&] { require_makes_sense(wishes, kinds); }, ThrowsMessage<InvalidOption>(HasSubstr(words)));
  };
  refuses({.method = "whiten"}, {}, "give them with known");
  refuses({.represent = {"stc"}}, {}, "learns from");
  refuses({.represent = {"word-vectors"}}, {known}, "learns from");
  refuses({.method = "word-vectors"}, {auxiliary}, "represents items");
  refuses({.represent = {"kmeans"}}, {}, "these represent items");
  refuses({.method = "stc"}, {}, "needs knowledge");
  refuses({.method = "whiten", .represent = {"lmnn"}}, {known}, "both name what learns");
  refuses({.method = "idt", .start = {0, 1}}, {}, "cannot begin");
  refuses({.combine = true}, {seeds, auxiliary}, "as one collection");
  refuses({.method = "kmean"}, {}, "did you mean");
}

TEST(Plan, IsToldInALineWithItsCost) {
  const Plan made = plan(dense(), some_of({known, auxiliary}), {});
  EXPECT_EQ(in_words(made), "word-vectors -> best of 4 maps -> gm");
  EXPECT_THAT(cost_in_words(made), HasSubstr("3 searches and 2 checks"));
  EXPECT_EQ(cost_in_words(plan(dense(), {}, {})), "1 search, and 2 ways to measure tried on a sample");
  EXPECT_EQ(cost_in_words(plan(dense(), {}, {.method = "kmeans"})), "1 search");
}

TEST(Plan, OfSomeKindsIsWhatThoseAloneWouldGive) {
  const Evidence all = some_of({seeds, links, known});
  const Plan some = plan(dense(), all, {}, {seeds}), alone = plan(dense(), only(all, {seeds}), {});
  EXPECT_EQ(some.search.method, alone.search.method);
  EXPECT_TRUE(some.chain.empty());
  EXPECT_EQ(plan(dense(), all, {.method = "cop-kmeans"}, {}).search.method, "kmeans");
}

}  // namespace
}  // namespace bellwether
