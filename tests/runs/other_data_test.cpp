#include <bellwether/runs/other_data.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <bellwether/collections/topics.h>
#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/engine/random.h>
#include <bellwether/runs/finding.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using testing_support::to_sparse;

/// foretold() as its definition says it, item by item; of the values in even columns.
double by_definition(const Matrix& items, const std::vector<int>& labels) {
  Matrix v = items.cwiseSqrt();
  for (Index j = 0; j < v.cols(); ++j)
    if ((items.col(j).array() > 0).count() < 2) v.col(j).setZero();
  double best = 0;
  for (const double share : {0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0}) {
    const double beta = share * v.sum();
    double sum = 0, all = 0;
    for (Index i = 0; i < v.rows(); ++i)
      for (Index j = 0; j < v.cols(); j += 2) {
        if (v(i, j) == 0) continue;
        double others = 0, all_others = 0, mates = 0, all_mates = 0;
        for (Index h = 0; h < v.rows(); ++h) {
          if (h == i) continue;
          others += v(h, j);
          all_others += v.row(h).sum();
          if (labels[static_cast<std::size_t>(h)] != labels[static_cast<std::size_t>(i)]) continue;
          mates += v(h, j);
          all_mates += v.row(h).sum();
        }
        const double b = others / all_others;
        sum += v(i, j) * std::log((mates + beta * b) / (all_mates + beta) / b);
        all += v(i, j);
      }
    best = std::max(best, sum / all);
  }
  return best;
}

TEST(OtherData, WhatIsForetoldIsThatOfTheDefinition) {
  const Matrix items = testing_support::random_counts(12, 9, 0.5, 4);
  Matrix even = items;
  for (Index j = 1; j < 9; j += 2) even.col(j).setZero();
  for (const auto& labels : {std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}, std::vector<int>(12, 0)}) {
    EXPECT_NEAR(foretold(even, items, labels), by_definition(items, labels), 1e-12);
    EXPECT_NEAR(foretold(to_sparse(even), to_sparse(items), labels), by_definition(items, labels), 1e-12);
  }
  // Of two pairs that share nothing, b = 1/3, q = (1 + beta/3) / (1 + beta) with beta = 0.003 of all 4.
  const Matrix pairs{{1, 0}, {1, 0}, {0, 1}, {0, 1}};
  EXPECT_NEAR(foretold(pairs, pairs, {0, 0, 1, 1}), std::log(3 * (1 + 0.004) / (1 + 0.012)), 1e-12);
  EXPECT_EQ(foretold(pairs, pairs, {0, 1, 0, 1}), 0) << "worse than nothing is nothing";
  const Matrix nothing = Matrix::Zero(4, 2);
  EXPECT_EQ(foretold(nothing, nothing, {0, 0, 1, 1}), 0);
}

TEST(OtherData, LabelsByChanceForetellNothingHoweverMany) {
  const Dataset items = topics({.items = 120, .clusters = 3, .features = 800, .words = 60});
  Random random(1);
  std::vector<int> chance, truth;
  for (int i = 0; i < 120; ++i) {
    chance.push_back(static_cast<int>(random.below(20)));
    truth.push_back(i % 3);
  }
  EXPECT_LT(foretold(items.rows(), items.rows(), chance), 0.1 * foretold(items.rows(), items.rows(), truth));
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
  for (const Method& method : searches()) {
    if (!can_represent(method)) continue;
    Problem problem{.items = items.rows()};
    if (method.takes.contains(EvidenceKind::auxiliary)) problem.auxiliary = std::span(&auxiliary, 1);
    if (method.takes.contains(EvidenceKind::annotated)) problem.tags = others.rows();
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

TEST(OtherData, EachPartOfACheckIsHeldBackOnceInADivision) {
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
  const HeldBackValues values(items, 7);
  for (int t = 0; t < HeldBackValues::trials; ++t) values.told(look, t, {});
  EXPECT_EQ(calls, 8);
  EXPECT_DOUBLE_EQ(seen,
                   2 * 3 * items.sum());  // two divisions, of which each value is held back once in four
}

TEST(OtherData, AGainThatIsClearAfterOneDivisionIsNotMeasuredAgain) {
  const Dataset items = topics({.items = 60, .clusters = 2, .features = 300, .words = 80});
  const auto numbered = [](int divisor) {
    return [divisor](const Rows& rows, const bellwether::Run&) {
      std::vector<int> labels;
      for (Index i = 0; i < rows.rows(); ++i) labels.push_back(static_cast<int>(i / divisor % 2));
      return labels;
    };
  };
  Tried right{numbered(1), {}}, wrong{numbered(2), {}}, wrong_too{numbered(3), {}};
  const HeldBackValues values(items.rows(), 1);
  EXPECT_TRUE(gain_of(right, wrong, values, {}).clear(2));
  EXPECT_EQ(right.told.size(), 4u);
  EXPECT_FALSE(gain_of(wrong_too, right, values, {}).clear(0));
  gain_of(wrong_too, wrong, values, {});
  EXPECT_EQ(wrong.told.size(), 8u) << "nothing is clear about those";
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

TEST(OtherData, ARunTellsWhatIsFoundWithoutThem) {
  const Dataset all = topics({.items = 90, .clusters = 3, .features = 60, .random_seed = 3});
  const Material material = material_of(copy_of(all.rows().slice(0, 30)));
  const Evidence evidence{.auxiliary = {{.rows = copy_of(all.rows().slice(30, 60)), .items = 60}}};
  const Settings settings{{"clusters", std::int64_t{3}}, {"restarts", std::int64_t{2}}};
  Wishes wishes{.clusters = 3,
                .settings = {{"restarts", std::int64_t{2}}},
                .auxiliary_by = "stc",
                .trust = Trust::always};
  const Finding always = carry_out(material, evidence, plan(material, evidence, wishes));
  const std::vector<Auxiliary> auxiliary{{evidence.auxiliary[0].rows.rows()}};
  const Problem problem{.items = material.items.rows(), .auxiliary = auxiliary};
  EXPECT_EQ(always.labels(), find_method("stc").cluster(problem, settings, {}).clustering.labels);
  EXPECT_EQ(always.plain.labels, find_method(always.plain_method)
                                     .cluster({.items = material.items.rows()}, settings, {})
                                     .clustering.labels);
  wishes.trust = Trust::checked;
  const Finding checked = carry_out(material, evidence, plan(material, evidence, wishes));
  EXPECT_TRUE(checked.verdicts[0].asked);
  EXPECT_TRUE(checked.verdicts[0].possible);
  EXPECT_EQ(checked.labels(), checked.verdicts[0].used ? always.labels() : checked.plain.labels);
}

}  // namespace
}  // namespace bellwether
