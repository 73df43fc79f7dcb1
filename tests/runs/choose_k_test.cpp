#include <bellwether/runs/choose_k.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/runs/finding.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct World {
  Matrix items = {};
  std::vector<int> truth = {};
};

/// Round groups in four dimensions, their centres on a line that bends: `apart` standard deviations from one
/// to the next.
World round_groups(int groups, Index each, double apart, std::uint64_t random_seed) {
  Random random(random_seed);
  World world{.items = Matrix(groups * each, 4)};
  for (Index i = 0; i < world.items.rows(); ++i) {
    const int group = static_cast<int>(i) % groups;
    world.truth.push_back(group);
    for (Index j = 0; j < 4; ++j)
      world.items(i, j) = random.normal() + (group % 4 == j ? apart * (1 + group / 4) : 0);
  }
  return world;
}

Matrix flat_noise(Index items, Index features, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix noise(items, features);
  for (Index i = 0; i < items; ++i)
    for (Index j = 0; j < features; ++j) noise(i, j) = random.uniform();
  return noise;
}

KChoice choice_for(const Matrix& items, const Evidence& evidence = {}, Wishes wishes = {},
                   const Run& run = {}) {
  if (!wishes.choose_k) wishes.choose_k = KRange{};
  return choose_k(material_of({.values = items}), evidence, wishes, run);
}

/// A clique of so many items that must all be apart.
Evidence clique(int items) {
  Evidence evidence;
  for (Index a = 0; a < items; ++a)
    for (Index b = 0; b < a; ++b) evidence.cannot_link.emplace_back(a, b);
  return evidence;
}

Evidence seeds_of(const std::vector<int>& truth, std::size_t count) {
  Evidence evidence;
  evidence.seeds.assign(truth.size(), unlabelled);
  for (std::size_t i = 0; i < count; ++i) evidence.seeds[i] = truth[i];
  return evidence;
}

TEST(ChooseK, FindsRoundGroupsThatAreApart) {
  for (const int groups : {1, 2, 3, 4, 7, 11}) {
    const KChoice choice = choice_for(round_groups(groups, 50, 8, 3).items);
    EXPECT_EQ(choice.clusters, groups);
    EXPECT_GE(choice.sure, 0.6) << groups;
  }
}

TEST(ChooseK, FindsRoundGroupsThatOverlapByTheirShape) {
  Matrix items = round_groups(5, 100, 8, 5).items;
  for (Index i = 4; i < items.rows(); i += 5) items(i, 0) -= 5.4;  // group 4 is 2.6 away from group 0
  const KChoice choice = choice_for(items);
  EXPECT_EQ(choice.clusters, 5);
  EXPECT_EQ(choice.rule, KRule::round);
  EXPECT_EQ(choice.runner_up, 4);
}

TEST(ChooseK, NoiseIsOneGroupWhateverItsShape) {
  EXPECT_EQ(choice_for(flat_noise(500, 2, 1)).clusters, 1);
  EXPECT_EQ(choice_for(flat_noise(200, 30, 2)).clusters, 1);
  Matrix stretched = testing_support::random_matrix(400, 3, 4);
  stretched.col(0) *= 20;
  EXPECT_EQ(choice_for(stretched, {}, {.method = "kmeans"}).clusters, 1);
}

TEST(ChooseK, GapsBetweenRoundedValuesAreNoBorders) {
  const Matrix normal = testing_support::random_matrix(400, 2, 4);
  EXPECT_EQ(choice_for(normal.array().round().matrix()).clusters, 1);
  EXPECT_EQ(choice_for((normal.array() > 0).cast<double>().matrix()).clusters, 1);
  EXPECT_EQ(choice_for(round_groups(4, 60, 8, 3).items.array().round().matrix()).clusters, 4);
}

TEST(ChooseK, FewOnesInFewColumnsAreMeasured) {
  const Matrix ones = testing_support::random_counts(200, 30, 0.15, 3).cwiseMin(1.0);
  EXPECT_EQ(choice_for(ones).clusters, 1);
}

TEST(ChooseK, FeaturesOfNoiseDoNotHideTheGroups) {
  const World world = round_groups(4, 80, 8, 6);
  Matrix wide(world.items.rows(), 40);
  wide << world.items, testing_support::random_matrix(world.items.rows(), 36, 8);
  EXPECT_EQ(choice_for(wide).clusters, 4);
}

TEST(ChooseK, MixturesChooseByTheirBic) {
  const KChoice choice = choice_for(round_groups(3, 60, 6, 2).items, {}, {.method = "gm"});
  EXPECT_EQ(choice.clusters, 3);
  EXPECT_EQ(choice.rule, KRule::bic);
  for (const KTried& tried : choice.curve)
    if (tried.clusters <= 4) EXPECT_TRUE(tried.bic.has_value()) << tried.clusters;
}

TEST(ChooseK, SeedsBoundItFromBelow) {
  const World world = round_groups(2, 60, 8, 3);
  std::vector<int> labels = world.truth;
  for (int i = 0; i < 9; ++i) labels[static_cast<std::size_t>(i)] = i % 3;
  EXPECT_GE(choice_for(world.items, seeds_of(labels, 9)).clusters, 3);
  EXPECT_EQ(possible_range(material_of({.values = world.items}), seeds_of(labels, 9), {}).least, 3);
}

TEST(ChooseK, SeedsOfSomeGroupsDoNotHideTheOthers) {
  const World world = round_groups(5, 50, 8, 3);
  Evidence evidence = seeds_of(world.truth, 60);
  for (int& seed : evidence.seeds)
    if (seed > 2) seed = unlabelled;
  EXPECT_EQ(choice_for(world.items, evidence).clusters, 5);
}

TEST(ChooseK, ACliqueOfCannotLinksBoundsItFromBelow) {
  const Material material = material_of({.values = round_groups(2, 60, 8, 3).items});
  EXPECT_EQ(possible_range(material, clique(6), {}).least, 6);
  Evidence joined = clique(6);
  joined.must_link = {{10, 11}};
  joined.cannot_link.emplace_back(10, 0);  // no clique: it is apart from one of them
  EXPECT_EQ(possible_range(material, joined, {}).least, 6);
}

TEST(ChooseK, SizesBoundItOnBothSides) {
  const Material material = material_of({.values = flat_noise(100, 2, 1)});
  const KRange range = possible_range(material, {.min_size = 10, .max_size = 30}, {});
  EXPECT_EQ(range, (KRange{4, 10}));
}

TEST(ChooseK, LinksThatAreHeldBackSayMoreThanTheItems) {
  // Two groups that look like one: only links tell them apart.
  const World world = round_groups(2, 100, 1.6, 7);
  Evidence evidence;
  Random random(3);
  for (int l = 0; l < 120; ++l) {
    const Index a = random.below(200), b = random.below(200);
    if (a == b) continue;
    const auto of = [&](Index i) { return world.truth[static_cast<std::size_t>(i)]; };
    (of(a) == of(b) ? evidence.must_link : evidence.cannot_link).emplace_back(a, b);
  }
  const KChoice choice = choice_for(world.items, evidence);
  EXPECT_EQ(choice.clusters, 2);
  EXPECT_TRUE(choice.curve.front().met.has_value());
}

TEST(ChooseK, KnownClustersShowWhatCountsAsAGroup) {
  // Each known class is made of two lumps along the second feature, and so are the new ones.
  const auto lumps = [](std::uint64_t random_seed) {
    Random random(random_seed);
    World world{.items = Matrix(240, 3)};
    for (Index i = 0; i < 240; ++i) {
      world.truth.push_back(static_cast<int>(i % 3));
      for (Index j = 0; j < 3; ++j) world.items(i, j) = random.normal();
      world.items(i, 0) += 40.0 * static_cast<double>(i % 3);
      world.items(i, 1) += i % 2 == 0 ? 5 : 0;
    }
    return world;
  };
  const World fresh = lumps(1), sorted = lumps(2);
  EXPECT_EQ(choice_for(fresh.items).clusters, 6);
  Evidence evidence;
  evidence.known = {.items = {.values = sorted.items}, .classes = sorted.truth, .names = {"a", "b", "c"}};
  const KChoice choice = choice_for(fresh.items, evidence);
  EXPECT_EQ(choice.clusters, 3) << choice.reason;
  EXPECT_THAT(choice.reason, HasSubstr("3 known clusters"));
}

TEST(ChooseK, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = round_groups(5, 60, 6, 9).items;
  const KChoice one = choice_for(items, {}, {}, {.threads = 1}),
                four = choice_for(items, {}, {}, {.threads = 4});
  EXPECT_EQ(one.clusters, four.clusters);
  ASSERT_EQ(one.curve.size(), four.curve.size());
  for (std::size_t k = 0; k < one.curve.size(); ++k) EXPECT_EQ(one.curve[k].apart, four.curve[k].apart);
}

TEST(ChooseK, ManyItemsAreSampledAndWhatIsKnownOfThemStays) {
  const World world = round_groups(4, 1200, 8, 3);
  Evidence evidence = seeds_of(world.truth, 12);
  evidence.must_link = {{4798, 4794}};
  const KChoice choice = choice_for(world.items, evidence);
  EXPECT_EQ(choice.clusters, 4);
  EXPECT_TRUE(choice.curve.front().met.has_value());
}

TEST(ChooseK, TheCurveTheRunnerUpAndTheReasonAreTold) {
  const KChoice choice = choice_for(round_groups(4, 50, 8, 3).items, {}, {.choose_k = KRange{2, 9}});
  ASSERT_EQ(choice.curve.size(), 8u);
  EXPECT_EQ(choice.curve.front().clusters, 2);
  EXPECT_GE(*choice.curve[2].apart, 1);
  EXPECT_LT(*choice.curve[3].apart, 1);
  EXPECT_LT(choice.runner_up, 4);
  EXPECT_GT(choice.runner_up, 0);
  EXPECT_THAT(in_words(choice), HasSubstr("k: 4 (sure 100 %, runner-up "));
}

TEST(ChooseK, AFindingIsThatOfTheNumberChosen) {
  const Material material = material_of({.values = round_groups(4, 50, 8, 3).items});
  const Wishes open{.choose_k = KRange{}}, given{.clusters = 4};
  const Finding chosen = carry_out(material, {}, plan(material, {}, open));
  const Finding asked = carry_out(material, {}, plan(material, {}, given));
  EXPECT_EQ(chosen.labels(), asked.labels());
  EXPECT_EQ(chosen.plan.wishes.clusters, 4);  // so that a session goes on with it
  ASSERT_TRUE(chosen.k_choice.has_value());
  EXPECT_FALSE(asked.k_choice.has_value());
}

TEST(ChooseK, EveryKindOfEvidenceIsAccepted) {
  const World world = round_groups(3, 40, 8, 3);
  const Matrix counts = world.items.cwiseAbs();
  const Material material = material_of({.values = counts});
  Evidence all = seeds_of(world.truth, 12);
  all.must_link = {{12, 15}};
  all.min_size = 5;
  all.known = {.items = {.values = counts}, .classes = world.truth, .names = {"a", "b", "c"}};
  all.auxiliary = {{.rows = {.values = counts}, .items = 120}};
  for (const EvidenceKind kind : all.kinds()) {
    const Evidence one = only(all, {kind});
    const Finding found = carry_out(material, one, plan(material, one, {.choose_k = KRange{2, 6}}));
    EXPECT_GE(found.k_choice->clusters, 2) << name_of(kind);
    EXPECT_LE(found.k_choice->clusters, 6) << name_of(kind);
    EXPECT_EQ(found.outcome.clustering.clusters, found.k_choice->clusters) << name_of(kind);
  }
}

TEST(ChooseK, AskedToStopTheBestSoFarIsKept) {
  std::stop_source stop;
  stop.request_stop();
  const KChoice choice = choice_for(round_groups(4, 50, 8, 3).items, {}, {}, {.stop = stop.get_token()});
  EXPECT_TRUE(choice.interrupted);
  EXPECT_GE(choice.clusters, 1);
  EXPECT_THAT(choice.reason, HasSubstr("interrupted"));
}

TEST(ChooseK, TheWorstInputsHaveAnAnswer) {
  EXPECT_EQ(choice_for(Matrix::Zero(1, 2)).clusters, 1);
  EXPECT_EQ(choice_for(Matrix::Zero(40, 2)).clusters, 1);  // all equal
  Matrix two = Matrix::Zero(120, 4);
  two.topRows(60).setOnes();
  EXPECT_EQ(choice_for(two).clusters, 2);
}

TEST(ChooseK, SaysAtOnceWhatCannotBe) {
  const Material material = material_of({.values = round_groups(2, 20, 8, 3).items});
  const auto refused = [&](const Evidence& evidence, KRange range, const char* words) {
    EXPECT_THAT([&] { possible_range(material, evidence, {.choose_k = range}); },
                ThrowsMessage<Error>(HasSubstr(words)));
  };
  refused({}, {9, 3}, "there is no number of clusters from 9 to 3 (use k_range = 3:9)");
  refused({}, {2, 50}, "only 40 items differ (use k_range = 2:40)");
  refused(clique(4), {2, 3}, "cannot-links keep 4 items apart from each other (use k_range = 4:6)");
  refused(seeds_of(round_groups(5, 8, 8, 3).truth, 10), {1, 3}, "the seeds have 5 labels");
  refused({.max_size = 5}, {2, 4}, "40 items of at most 5 to a cluster need 8");
  refused({.min_size = 15}, {3, 6},
          "3 clusters of at least 15 items are more than the 40 items that there are");
  Evidence contradiction = clique(3);
  contradiction.must_link = {{0, 1}};
  EXPECT_THROW(possible_range(material, contradiction, {}), InvalidInput);
}

TEST(ChooseK, APlanSaysWhatWouldBeTried) {
  const Material material = material_of({.values = round_groups(2, 60, 8, 3).items});
  EXPECT_THAT(k_plan_in_words(material, clique(3), {.choose_k = KRange{1, 12}}),
              HasSubstr("k: 3 to 12 would be tried (cannot-links keep 3 items apart"));
  EXPECT_TRUE(plan(material, {}, {.choose_k = KRange{}}).wishes.choose_k.has_value());
}

}  // namespace
}  // namespace bellwether
