#include <bellwether/transforms/tuning.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <stop_token>

#include <bellwether/engine/random.h>
#include <bellwether/transforms/best_map.h>

namespace bellwether {
namespace {

using ::testing::ElementsAreArray;
using ::testing::UnorderedElementsAreArray;

/// Classes apart along x, and stretched along y, where nothing tells them apart.
struct Sorted {
  Matrix items = {};
  std::vector<int> labels = {};
};

Sorted stretched_classes(int classes, int each, double stretch) {
  Random random(5);
  Sorted sorted{.items = Matrix(classes * each, 2)};
  for (int c = 0; c < classes; ++c)
    for (int i = 0; i < each; ++i) {
      sorted.labels.push_back(c);
      sorted.items.row(c * each + i) << 4.0 * c + 0.5 * random.normal(), stretch * random.normal();
    }
  return sorted;
}

Candidate constant_map(const char* name, const Matrix& map) {
  return {name, [=](const Rows&, std::span<const int>, double, const bellwether::Run&) {
            return LinearMap{.name = "test", .map = map};
          }};
}

const Matrix keep_x{{1, 0}, {0, 0.01}};
const Matrix keep_y{{0.01, 0}, {0, 1}};

TEST(ClassSplits, UseEveryHalfBothWays) {
  for (const int classes : {4, 5, 9}) {
    const auto splits = class_splits(classes, 3, 1);
    ASSERT_EQ(splits.size(), 6u);
    std::vector<int> all(static_cast<std::size_t>(classes));
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t s = 0; s < splits.size(); ++s) {
      std::vector<int> both = splits[s].learn;
      both.insert(both.end(), splits[s].held_out.begin(), splits[s].held_out.end());
      EXPECT_THAT(both, UnorderedElementsAreArray(all));
      EXPECT_GE(splits[s].held_out.size(), 2u);
      EXPECT_THAT(splits[s ^ 1].learn, ElementsAreArray(splits[s].held_out));
    }
  }
}

TEST(HoldOut, ShowsLearnersOnlyTheLabelsThatTheyMayLearnFrom) {
  const Sorted sorted = stretched_classes(4, 5, 1);
  const Classes classes = classes_of(sorted.items, sorted.labels);
  const HeldOut held = hold_out(classes, {{0, 2}, {1, 3}}, 100, 0);
  EXPECT_EQ(held.items.rows(), 20);
  EXPECT_EQ(held.clusters, 2);
  EXPECT_EQ(held.share, 0.5);
  EXPECT_EQ(std::set<int>(held.labels.begin(), held.labels.end()), (std::set<int>{unlabelled, 0, 2}));
  EXPECT_EQ(std::set<int>(held.truth.begin(), held.truth.end()), (std::set<int>{1, 3}));
  EXPECT_EQ(held.items.bottomRows(10), held.held_out);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(held.labels[static_cast<std::size_t>(10 + i)], unlabelled);

  const HeldOut sample = hold_out(classes, {{0, 2}, {1, 3}}, 4, 0);
  EXPECT_EQ(sample.held_out.rows(), 4);
  EXPECT_EQ(sample.truth.size(), 4u);
}

TEST(FoundAgain, IsOneForClassesThatLieApartAndZeroWhereAMapLeavesNothing) {
  const Sorted sorted = stretched_classes(3, 20, 0.1);
  EXPECT_EQ(found_again(sorted.items, sorted.labels, 3, Geometry::distances, 3, 0), 1);
  const Matrix nothing = Matrix::Zero(60, 2);
  EXPECT_EQ(found_again(nothing, sorted.labels, 3, Geometry::distances, 3, 0), 0);
}

TEST(Tuning, TakesTheSettingThatFindsHeldOutClasses) {
  const Sorted sorted = stretched_classes(6, 30, 12);
  const auto learn = [](const HeldOut& held, const bellwether::Run&) {
    EXPECT_EQ(held.clusters, 3);
    return std::vector<LinearMap>{{.map = keep_y}, {.map = keep_x}, {.map = keep_y}};
  };
  const TuningCurve curve = tune(classes_of(sorted.items, sorted.labels), {{10, 1}, {1, 1}, {0.1, 1}}, learn,
                                 Geometry::distances, {}, {});
  ASSERT_TRUE(curve.possible);
  ASSERT_EQ(curve.tried.size(), 3u);
  EXPECT_EQ(curve.best, 1);
  EXPECT_EQ(curve.chosen().gamma, 1);
  EXPECT_EQ(curve.tried[1].trial.gains.size(), 8u);
  EXPECT_GT(curve.tried[1].trial.gain, 0.3);
  EXPECT_LT(curve.tried[0].trial.gain, curve.tried[1].trial.gain);
}

TEST(Tuning, NeedsFourClasses) {
  const Sorted sorted = stretched_classes(3, 10, 12);
  const auto never = [](const HeldOut&, const bellwether::Run&) -> std::vector<LinearMap> {
    ADD_FAILURE() << "nothing should be learned";
    return {};
  };
  const Classes classes = classes_of(sorted.items, sorted.labels);
  EXPECT_FALSE(tune(classes, {{1, 1}}, never, Geometry::distances, {}, {}).possible);
}

TEST(Selection, TakesTheMapThatFindsHeldOutClasses) {
  const Sorted sorted = stretched_classes(6, 30, 12);
  const Chosen chosen =
      choose_map(sorted.items, sorted.labels, {constant_map("y", keep_y), constant_map("x", keep_x)});
  ASSERT_TRUE(chosen.possible);
  EXPECT_EQ(chosen.best, 1);
  EXPECT_EQ(chosen.splits, 8);  // and that was clear after half of them
  EXPECT_GT(chosen.trials[1].gain, 0.3);
  EXPECT_LT(chosen.plain, 0.6);
  EXPECT_NEAR(chosen.plain + chosen.trials[1].gain, 1, 0.1);
}

TEST(Selection, LeavesItemsAsTheyAreIfNoMapHelps) {
  const Sorted sorted = stretched_classes(6, 30, 0.5);
  const Chosen chosen = choose_map(sorted.items, sorted.labels, {constant_map("y", keep_y)});
  EXPECT_TRUE(chosen.possible);
  EXPECT_EQ(chosen.best, -1);
  EXPECT_LT(chosen.trials[0].gain, 0);
  EXPECT_EQ(chosen.trials[0].gains.size(), 4u);  // and that was soon clear
}

/// Gains 0.1 and -0.02 have mean 0.04 and standard error 0.06.
TEST(Selection, AsksForAGainThatIsClear) {
  const Trial trial = trial_of("some", {0.1, -0.02});
  EXPECT_NEAR(trial.gain, 0.04, 1e-15);
  EXPECT_NEAR(trial.error, 0.06, 1e-15);
  EXPECT_LT(trial.score(1), 0);
  EXPECT_GT(trial.score(0.5), 0);
}

TEST(Selection, NeedsFourClasses) {
  const Sorted sorted = stretched_classes(3, 10, 12);
  const Chosen chosen = choose_map(sorted.items, sorted.labels, {constant_map("x", keep_x)});
  EXPECT_FALSE(chosen.possible);
  EXPECT_EQ(chosen.best, -1);
  EXPECT_EQ(chosen.classes, 3);
}

TEST(Selection, NeverShowsACandidateTheLabelsThatItIsTestedOn) {
  const Sorted sorted = stretched_classes(4, 6, 1);
  Candidate spy = constant_map("spy", keep_x);
  spy.learn = [](const Rows& items, std::span<const int> labels, double share, const bellwether::Run&) {
    EXPECT_EQ(items.rows(), static_cast<Index>(labels.size()));
    EXPECT_EQ(std::set<int>(labels.begin(), labels.end()).size(), 3u);  // two classes, and unlabelled
    EXPECT_EQ(share, 0.5);
    return LinearMap{.name = "spy", .map = keep_x};
  };
  choose_map(sorted.items, sorted.labels, {spy}, {.permutations = 2}, {.threads = 1});
}

TEST(Selection, IsTheSameOnAnyNumberOfThreads) {
  const Sorted sorted = stretched_classes(5, 15, 3);
  const auto gains = [&](int threads) {
    return choose_map(sorted.items, sorted.labels, {constant_map("x", keep_x)}, {}, {.threads = threads})
        .trials[0]
        .gains;
  };
  EXPECT_EQ(gains(1), gains(3));
}

TEST(Selection, ChoosesNothingWhenItIsInterrupted) {
  const Sorted sorted = stretched_classes(6, 30, 12);
  std::stop_source stop;
  stop.request_stop();
  const Chosen chosen =
      choose_map(sorted.items, sorted.labels, {constant_map("x", keep_x)}, {}, {.stop = stop.get_token()});
  EXPECT_TRUE(chosen.stopped);
  EXPECT_EQ(chosen.best, -1);
}

TEST(BestMap, MayBeOneForWhichSomethingElseSpeaks) {
  std::vector<Trial> trials{trial_of("a little", {0.02, 0.04}), trial_of("nothing", {-0.01, 0.01})};
  for (Trial& trial : trials) trial.beyond_chance = {0.5, 0.6};
  EXPECT_EQ(best_of(trials, 1), 0);
  EXPECT_EQ(best_of(trials, 1, std::vector{0.0, 0.1}), 1);
  EXPECT_EQ(best_of(trials, 1, std::vector{-0.1, -0.1}), -1);
}

TEST(BestMap, IsNoneThatIsClearlyWorseOrFindsNothing) {
  std::vector<Trial> trials{trial_of("worse", {-0.21, -0.2}), trial_of("blind", {0.3, 0.3})};
  trials[0].beyond_chance = {0.5, 0.6};
  trials[1].beyond_chance = {0.0, 0.01};
  EXPECT_FALSE(may_help(trials[0]));
  EXPECT_FALSE(may_help(trials[1]));
  EXPECT_EQ(best_of(trials, 1, std::vector{1.0, 1.0}), -1);
  EXPECT_EQ(best_of({}, 1), -1);
}

TEST(ChooseMap, IsComparedWithTheSearchThatIsUsedWithoutIt) {
  const Sorted sorted = stretched_classes(6, 20, 10);
  const std::vector<Candidate> good{constant_map("x", keep_x)};
  EXPECT_EQ(choose_map(sorted.items, sorted.labels, good).best, 0);
  // One that finds every class by itself: there is nothing left to gain.
  AsUsual usual;
  usual.find = [&](const std::vector<Index>& items, int clusters, std::uint64_t, const bellwether::Run&) {
    EXPECT_GE(clusters, 2);
    std::vector<int> found;
    for (const Index i : items) found.push_back(sorted.labels[static_cast<std::size_t>(i)]);
    return found;
  };
  const Chosen beside_all = choose_map(sorted.items, sorted.labels, good, {}, {}, &usual);
  EXPECT_EQ(beside_all.plain, 1);
  EXPECT_EQ(beside_all.best, -1);
  // One that finds nothing.
  usual.find = [](const std::vector<Index>& items, int, std::uint64_t, const bellwether::Run&) {
    return std::vector<int>(items.size(), 0);
  };
  EXPECT_EQ(choose_map(sorted.items, sorted.labels, good, {}, {}, &usual).plain, 0);
}

}  // namespace
}  // namespace bellwether
