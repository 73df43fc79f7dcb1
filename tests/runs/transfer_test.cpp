#include <bellwether/runs/transfer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/portraits/explain.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;

struct Stretched {
  Matrix items = {};
  std::vector<int> labels = {};
};

/// Six known classes and two to be found, apart along the first feature, wide along the second.
Stretched stretched() {
  Random random(1);
  Stretched made{.items = Matrix(8 * 25, 2)};
  for (int c = 0; c < 8; ++c)
    for (int i = 0; i < 25; ++i) {
      made.items.row(25 * c + i) << 3.0 * c + 0.4 * random.normal(), 8 * random.normal();
      made.labels.push_back(c < 6 ? c : unlabelled);
    }
  return made;
}

TEST(Transfer, EveryLearnerOfClassesCanBeTriedAndFindsWhatMatters) {
  const Stretched s = stretched();
  for (const Learner& learner : representations()) {
    const bool directions = learner.geometry == Geometry::directions;
    if (directions) continue;  // two features have one angle: nothing to find
    const Settings settings = learner.name == "whiten" ? Settings{{"shrinkage", 0.05}} : Settings{};
    const Representation made =
        learn_representation(learner, settings, s.items, s.labels, Trust::checked, {.permutations = 2}, {});
    ASSERT_TRUE(made.check.possible) << learner.name;
    EXPECT_TRUE(made.used()) << learner.name << ": " << made.reason;
    EXPECT_THAT(made.reason, HasSubstr("on held-out known classes")) << learner.name;
  }
}

TEST(Transfer, ChoosesAmongCandidatesByName) {
  const Stretched s = stretched();
  const Representation made = choose_representation({"whiten:shrinkage=1", "whiten:shrinkage=0.01"}, s.items,
                                                    s.labels, {.permutations = 3}, {});
  ASSERT_TRUE(made.used());
  EXPECT_EQ(made.name, "whiten:shrinkage=0.01");
  EXPECT_EQ(made.check.best, 1);
  EXPECT_NEAR(made.check.trials[0].gain, 0, 0.05) << "the unit alone changes nothing";
}

TEST(Transfer, ACandidateIsAMapOfKnownClasses) {
  EXPECT_THROW(candidate_of("word-vectors"), InvalidOption);
}

TEST(Transfer, GammaOfFewerItemsIsLess) {
  const Stretched s = stretched();
  const Candidate candidate = candidate_of("tcs-gm:gamma=4");
  const LinearMap half = candidate.learn(s.items, s.labels, 0.5, {});
  const LinearMap direct = candidate_of("tcs-gm:gamma=2").learn(s.items, s.labels, 1, {});
  EXPECT_TRUE(half.map.isApprox(direct.map, 1e-12));
}

TEST(Transfer, RefusesUnknownCandidates) {
  EXPECT_THROW(candidate_of("whitten"), InvalidOption);
  EXPECT_THROW(candidate_of("whiten:shrinkage=3"), InvalidOption);
}

/// The second feature varies 8 times as much; the map takes 1/16 of it, so that the first leads.
TEST(Explain, LeadsWithTheDirectionInWhichMappedItemsDifferMost) {
  Matrix items(4, 2);
  items << -1, -8, -1, 8, 1, -8, 1, 8;
  const LinearMap map{.name = "test", .map = Matrix{{1, 0}, {0, 1.0 / 16}}};
  const auto directions = explain(map, items, {}, {"width", "height"});
  ASSERT_EQ(directions.size(), 2u);
  EXPECT_EQ(directions[0].features[0], (std::pair<std::string, double>{"width", 1}));
  EXPECT_NEAR(directions[0].share, 0.8, 1e-12);        // 1 of 1 + 1/4
  EXPECT_NEAR(directions[0].before, 1.0 / 65, 1e-12);  // 1 of 1 + 64
}

TEST(Explain, SpeaksOfTheFeaturesBeforeAnSvd) {
  const Matrix items{{1, 0}, {-1, 0}, {0, 0.5}, {0, -0.5}};
  const Svd svd{.components = Matrix{{0, 1, 0}, {0, 0, 1}}, .singular_values = Vector::Ones(2)};
  const LinearMap map{.name = "test", .weights = Vector::Ones(2)};
  const auto directions = explain(map, items, {svd}, {"a", "b", "c"}, 1);
  ASSERT_EQ(directions.size(), 1u);
  EXPECT_EQ(directions[0].features.front().first, "b");
}

}  // namespace
}  // namespace bellwether
