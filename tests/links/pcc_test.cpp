#include <bellwether/links/pcc.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>
#include <tests/links/pcc_brute_force.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_sparse;

std::vector<PccOptions> every_kind(const PccOptions& base) {
  std::vector<PccOptions> all;
  for (const Metric metric : {Metric::none, Metric::diagonal, Metric::full})
    for (const MetricScope scope : {MetricScope::own, MetricScope::shared})
      for (const Penalties penalties : {Penalties::scaled, Penalties::constant}) {
        all.push_back(base);
        all.back().metric = metric;
        all.back().scope = scope;
        all.back().penalties = penalties;
      }
  return all;
}

/// Links between random items, right or wrong by chance.
Knowledge random_links(Index items, int must, int cannot, std::uint64_t seed) {
  Random random(seed);
  Knowledge knowledge;
  const auto draw = [&](std::vector<Link>& links, int count) {
    while (static_cast<int>(links.size()) < count) {
      const Index a = random.below(items), b = random.below(items);
      if (a != b) links.emplace_back(a, b);
    }
  };
  draw(knowledge.must_link, must);
  draw(knowledge.cannot_link, cannot);
  return knowledge;
}

/// A weight from 1/4 to 4 for each link.
Knowledge weighted(Knowledge knowledge, std::uint64_t seed) {
  Random random(seed + 100);
  const auto draw = [&] { return std::exp2(4 * random.uniform() - 2); };
  for (std::size_t l = 0; l < knowledge.must_link.size(); ++l) knowledge.must_weights.push_back(draw());
  for (std::size_t l = 0; l < knowledge.cannot_link.size(); ++l) knowledge.cannot_weights.push_back(draw());
  return knowledge;
}

TEST(Pcc, ACannotLinkCostsTheFarthestDistanceLessTheItems) {
  const Matrix line{{0}, {1}, {10}, {11}};
  Knowledge apart;
  apart.cannot_link = {{0, 1}};
  PccOptions options{.clusters = 2, .metric = Metric::none};
  // Kept together they would cost 1/2 + 1/2 + (121 - 1); apart, the best is {0}, {1, 10, 11}.
  const auto kept = pcc(line, apart, options);
  EXPECT_NEAR(kept.objective.value, 182.0 / 3, 1e-10);
  EXPECT_THAT(kept.links.cannot_broken, IsEmpty());
  options.cannot_weight = 0.1;
  const auto broken = pcc(line, apart, options);
  EXPECT_NEAR(broken.objective.value, 13, 1e-10);
  EXPECT_THAT(broken.links.cannot_broken, ElementsAre(Link{0, 1}));
}

TEST(Pcc, AMustLinkCostsTheDistanceOfTheItems) {
  const Matrix line{{0}, {1}, {10}, {11}};
  Knowledge together;
  together.must_link = {{1, 2}};
  PccOptions options{.clusters = 2, .metric = Metric::none, .must_weight = 0.1};
  EXPECT_NEAR(pcc_from(line, together, Matrix{{0.5}, {10.5}}, options).objective.value, 1 + 8.1, 1e-10);
  options.penalties = Penalties::constant;
  EXPECT_NEAR(pcc_from(line, together, Matrix{{0.5}, {10.5}}, options).objective.value, 1 + 0.1, 1e-10);
}

TEST(Pcc, TheObjectiveIsTheDefinition) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Matrix items = random_matrix(60, 3, seed);
    const Knowledge knowledge = random_links(60, 15, 15, seed);
    for (const auto& options :
         every_kind({.clusters = 4, .must_weight = 0.3, .cannot_weight = 0.2, .restarts = 2})) {
      const auto result = pcc(items, knowledge, options);
      const auto state = brute_force::state_of(result);
      const double expected = brute_force::pcc_objective(items, knowledge, options, state,
                                                         brute_force::farthest_of_clusters(items, state));
      EXPECT_NEAR(result.objective.value, expected, 1e-9 * (60 + std::abs(expected)));
      EXPECT_EQ(result.objective.value, result.objective.trace.back());
      EXPECT_EQ(std::ssize(result.objective.trace), result.iterations + 1);
    }
  }
}

TEST(Pcc, TheWeightOfALinkMultipliesWhatItCostsToBreakIt) {
  const Matrix line{{0}, {1}, {10}, {11}};
  PccOptions options{.clusters = 2, .metric = Metric::none};
  const Knowledge apart{.cannot_link = {{0, 1}}, .cannot_weights = {0.1}};
  const auto broken = pcc(line, apart, options);
  EXPECT_NEAR(broken.objective.value, 0.5 + 0.5 + 0.1 * (121 - 1), 1e-10);
  EXPECT_THAT(broken.links.cannot_broken, ElementsAre(Link{0, 1}));
  const Knowledge together{.must_link = {{1, 2}}, .must_weights = {0.1}};
  EXPECT_NEAR(pcc_from(line, together, Matrix{{0.5}, {10.5}}, options).objective.value, 1 + 8.1, 1e-10);
  options.penalties = Penalties::constant;
  EXPECT_NEAR(pcc_from(line, together, Matrix{{0.5}, {10.5}}, options).objective.value, 1 + 0.1, 1e-10);
}

TEST(Pcc, TheObjectiveIsTheDefinitionWithWeightsToo) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Matrix items = random_matrix(60, 3, seed);
    const Knowledge knowledge = weighted(random_links(60, 15, 15, seed), seed);
    for (const auto& options :
         every_kind({.clusters = 4, .must_weight = 0.3, .cannot_weight = 0.2, .restarts = 2})) {
      const auto result = pcc(items, knowledge, options);
      const auto state = brute_force::state_of(result);
      const double expected = brute_force::pcc_objective(items, knowledge, options, state,
                                                         brute_force::farthest_of_clusters(items, state));
      EXPECT_NEAR(result.objective.value, expected, 1e-9 * (60 + std::abs(expected)));
    }
  }
}

TEST(Pcc, WeightsOfOneChangeNothingAndEqualWeightsAreThatOfTheKind) {
  const Matrix items = random_matrix(60, 3, 2);
  const Knowledge plain = random_links(60, 15, 15, 2);
  Knowledge ones = plain, twos = plain;
  ones.must_weights.assign(15, 1.0), ones.cannot_weights.assign(15, 1.0);
  twos.must_weights.assign(15, 2.0), twos.cannot_weights.assign(15, 0.25);
  for (auto options : every_kind({.clusters = 4, .restarts = 2})) {
    const auto a = pcc(items, plain, options), b = pcc(items, ones, options), c = pcc(items, twos, options);
    EXPECT_EQ(a.labels, b.labels);
    EXPECT_EQ(a.objective.trace, b.objective.trace);
    options.must_weight = 2, options.cannot_weight = 0.25;
    EXPECT_EQ(c.objective.trace, pcc(items, plain, options).objective.trace);  // powers of 2: no rounding
  }
}

TEST(Pcc, OfALinkThatIsGivenTwiceTheLargerWeightCounts) {
  const Matrix items = random_matrix(50, 3, 1);
  Knowledge once = random_links(50, 1, 1, 1), twice = once;
  once.must_weights = {3}, once.cannot_weights = {0.5};
  twice.must_link.emplace_back(once.must_link[0].second, once.must_link[0].first);
  twice.cannot_link.push_back(once.cannot_link[0]);
  twice.must_weights = {3, 2}, twice.cannot_weights = {0.1, 0.5};
  EXPECT_EQ(pcc(items, once, {.clusters = 3}).objective.trace,
            pcc(items, twice, {.clusters = 3}).objective.trace);
}

TEST(Pcc, NoItemGainsByMovingAlone) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Matrix items = random_matrix(40, 2, seed);
    const Knowledge knowledge = weighted(random_links(40, 15, 15, seed), seed);
    for (const auto& options : every_kind({.clusters = 3, .cannot_weight = 0.2, .restarts = 1})) {
      auto state = brute_force::state_of(pcc(items, knowledge, options));
      const auto far = brute_force::farthest_of_clusters(items, state);
      const auto cost = [&] { return brute_force::pcc_objective(items, knowledge, options, state, far); };
      const double least = cost();
      for (int& label : state.labels) {
        const int before = label;
        for (label = 0; label < 3; ++label) EXPECT_GE(cost(), least - 1e-9 * std::abs(least));
        label = before;
      }
    }
  }
}

TEST(Pcc, WithoutCannotLinksTheObjectiveNeverRises) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix items = random_matrix(80, 3, seed);
    Knowledge knowledge = random_links(80, 30, 0, seed);
    if (seed % 2 == 1) knowledge = weighted(knowledge, seed);
    for (const auto& options : every_kind({.clusters = 5, .restarts = 1, .iterations = 40, .tolerance = 0})) {
      const auto trace = pcc(items, knowledge, options).objective.trace;
      for (std::size_t t = 1; t < trace.size(); ++t)
        EXPECT_LE(trace[t], trace[t - 1] + 1e-10 * (80 + std::abs(trace[t - 1])));
    }
  }
}

TEST(Pcc, WithoutLinksAndMetricItIsKMeans) {
  const auto [items, truth] = three_blobs({.per_blob = 100, .spread = 3});
  const Matrix start = items.topRows(3);
  const auto plain = kmeans_from(items, start, {.clusters = 3});
  const auto found = pcc_from(items, {}, start, {.clusters = 3, .metric = Metric::none});
  EXPECT_EQ(found.labels, plain.labels);
  EXPECT_TRUE(found.model.means.isApprox(plain.means, 1e-12));
  EXPECT_EQ(found.model.weights, Matrix::Ones(1, 2));
  EXPECT_NEAR(found.objective.value, plain.objective.value, 1e-9 * plain.objective.value);
}

/// Two groups that differ in the first feature by 4, under a second feature of noise twenty times as wide.
struct Noisy {
  Matrix items;
  std::vector<int> truth;
  Knowledge knowledge;
};
Noisy noisy_groups(int links) {
  Noisy made{random_matrix(200, 2, 3), {}, {}};
  for (Index i = 0; i < 200; ++i) {
    made.truth.push_back(static_cast<int>(i % 2));
    made.items(i, 0) = 0.5 * made.items(i, 0) + (i % 2 == 0 ? 0 : 4);
    made.items(i, 1) *= 20;
  }
  Random random(4);
  for (int l = 0; l < links; ++l) {
    const Index a = random.below(200), b = random.below(200);
    if (a == b) continue;
    (a % 2 == b % 2 ? made.knowledge.must_link : made.knowledge.cannot_link).emplace_back(a, b);
  }
  return made;
}

double share_right(const std::vector<int>& labels, const std::vector<int>& truth) {
  double same = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) same += labels[i] == truth[i] ? 1 : 0;
  return std::max(same, static_cast<double>(labels.size()) - same) / static_cast<double>(labels.size());
}

TEST(Pcc, LearnsWhichFeatureMattersFromLinks) {
  const auto [items, truth, knowledge] = noisy_groups(60);
  EXPECT_LT(share_right(kmeans(items, {.clusters = 2}).labels, truth), 0.6);
  for (const Metric metric : {Metric::diagonal, Metric::full})
    for (const MetricScope scope : {MetricScope::own, MetricScope::shared}) {
      const auto found = pcc(items, knowledge, {.clusters = 2, .metric = metric, .scope = scope});
      EXPECT_GT(share_right(found.labels, truth), 0.99);
      EXPECT_TRUE(found.converged);
    }
}

TEST(Pcc, SeedsNumberTheClustersAndStay) {
  const auto [items, truth] = three_blobs({.per_blob = 30});
  Knowledge knowledge{.seeds = std::vector<int>(90, unlabelled)};
  knowledge.seeds[0] = 2;  // of blob 0
  knowledge.seeds[1] = 0;  // of blob 1
  knowledge.seeds[5] = 1;  // of blob 2
  knowledge.seeds[8] = 0;  // of blob 2: wrong, but held
  const std::vector<int> expected{2, 0, 1};
  for (const auto& options : every_kind({.clusters = 3, .least_variance = 0.01, .restarts = 3})) {
    const auto labels = pcc(items, knowledge, options).labels;
    for (std::size_t i = 0; i < 90; ++i) EXPECT_EQ(labels[i], i == 8 ? 0 : expected[i % 3]) << i;
  }
}

TEST(Pcc, HeldSeedsBreakLinksBetweenThemAndPayForThem) {
  const Matrix line{{0}, {1}, {10}, {11}};
  Knowledge knowledge{.seeds = {0, 0, 1, 1}, .must_link = {{0, 3}}, .cannot_link = {{0, 1}}};
  const auto found = pcc(line, knowledge, {.clusters = 2, .metric = Metric::none});
  EXPECT_THAT(found.labels, ElementsAre(0, 0, 1, 1));
  EXPECT_NEAR(found.objective.value, 0.5 + 0.5 + 121 + (121 - 1), 1e-10);
  EXPECT_THAT(found.links.must_broken, SizeIs(1));
  EXPECT_THAT(found.links.cannot_broken, SizeIs(1));
}

TEST(Pcc, ALinkCountsOnceHoweverOftenItIsGiven) {
  const Matrix items = random_matrix(50, 3, 1);
  Knowledge one = random_links(50, 10, 10, 1), many = one;
  for (const auto& [a, b] : one.must_link) many.must_link.emplace_back(b, a);
  for (const auto& [a, b] : one.cannot_link) many.cannot_link.emplace_back(a, b);
  many.must_link.emplace_back(7, 7);  // true of every item
  const auto a = pcc(items, one, {.clusters = 3}), b = pcc(items, many, {.clusters = 3});
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.objective.trace, b.objective.trace);
}

TEST(Pcc, APairLinkedBothWaysHasOneOfItsLinksBroken) {
  const Matrix line{{0}, {1}, {10}, {11}};
  Knowledge both;
  both.must_link = both.cannot_link = {{0, 1}, {2, 3}, {0, 3}};
  for (const auto& options : every_kind({.clusters = 2})) {
    const auto found = pcc(line, both, options);
    EXPECT_EQ(found.links.must_broken.size() + found.links.cannot_broken.size(), 3u);
    EXPECT_TRUE(std::isfinite(found.objective.value));
  }
}

TEST(Pcc, EveryPairMayBeLinked) {
  const auto [items, truth] = three_blobs({.per_blob = 12, .spread = 4});
  Knowledge all;
  for (Index i = 0; i < 36; ++i)
    for (Index j = 0; j < i; ++j) (truth[i] == truth[j] ? all.must_link : all.cannot_link).emplace_back(i, j);
  for (const auto& options : every_kind({.clusters = 3, .must_weight = 10, .cannot_weight = 10})) {
    const auto found = pcc(items, all, options);
    EXPECT_THAT(found.links.must_broken, IsEmpty());
    EXPECT_THAT(found.links.cannot_broken, IsEmpty());
  }
}

TEST(Pcc, AChainOfMustLinksMayBeLong) {
  const Matrix items = random_matrix(5000, 2, 1);
  Knowledge chain;
  for (Index i = 1; i < 5000; ++i) chain.must_link.emplace_back(i - 1, i);
  EXPECT_EQ(pcc(items, chain, {.clusters = 2, .restarts = 1, .iterations = 3}).labels.size(), 5000u);
}

TEST(Pcc, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_matrix(5000, 4, 1);
  const Knowledge knowledge = random_links(5000, 400, 400, 1);
  const SparseMatrix sparse = to_sparse(items);
  for (auto options : every_kind({.clusters = 5, .cannot_weight = 0.1, .restarts = 2, .iterations = 6}))
    for (const Rows& rows : {Rows(items), Rows(sparse)}) {
      const auto one = pcc(rows, knowledge, options, {.threads = 1});
      const auto four = pcc(rows, knowledge, options, {.threads = 4});
      EXPECT_EQ(one.labels, four.labels);
      EXPECT_EQ(one.model.means, four.model.means);
      EXPECT_EQ(one.model.weights, four.model.weights);
      EXPECT_EQ(one.model.matrices, four.model.matrices);
      EXPECT_EQ(one.objective.trace, four.objective.trace);
    }
}

TEST(Pcc, SparseItemsGetTheLabelsOfDenseOnes) {
  const Matrix items = testing_support::random_counts(300, 12, 0.4, 1);
  const Knowledge knowledge = random_links(300, 50, 50, 2);
  const Matrix start = items.topRows(4) + 0.1 * random_matrix(4, 12, 3);  // counts alone would tie
  for (const auto& options : every_kind({.clusters = 4, .restarts = 1, .iterations = 10})) {
    const auto dense = pcc_from(items, knowledge, start, options);
    const auto sparse = pcc_from(to_sparse(items), knowledge, start, options);
    EXPECT_EQ(dense.labels, sparse.labels);
    EXPECT_NEAR(dense.objective.value, sparse.objective.value, 1e-9 * std::abs(dense.objective.value));
  }
}

TEST(Pcc, TheModelPlacesUnlinkedItemsWhereTheyAre) {
  const Matrix items = random_matrix(400, 3, 5);
  for (const auto& options : every_kind({.clusters = 4, .restarts = 2})) {
    const auto found = pcc(items, {}, options);
    const auto placed = place_by_pcc(items, found.model);
    EXPECT_EQ(placed.labels, found.labels);
    EXPECT_NEAR(placed.objective, found.objective.value, 1e-10 * (400 + std::abs(placed.objective)));
    EXPECT_EQ(place_by_pcc(to_sparse(items), found.model).labels, found.labels);
  }
}

TEST(Pcc, StoppingAtOnceKeepsAValidResult) {
  std::stop_source stop;
  stop.request_stop();
  const Matrix items = random_matrix(100, 3, 5);
  for (const auto& options : every_kind({.clusters = 4})) {
    const auto found = pcc(items, random_links(100, 20, 20, 1), options, {.stop = stop.get_token()});
    EXPECT_TRUE(found.stopped);
    EXPECT_THAT(found.labels, Each(::testing::AllOf(::testing::Ge(0), ::testing::Lt(4))));
    EXPECT_EQ(place_by_pcc(items, found.model).labels.size(), 100u);
  }
}

TEST(Pcc, AnEmptiedClusterIsGivenTheItemThatFitsWorst) {
  const Matrix line{{0}, {1}, {10}, {11}, {30}};
  const auto found = pcc_from(line, {}, Matrix{{5}, {1000}, {2000}}, {.clusters = 3, .metric = Metric::none});
  EXPECT_GE(found.refills, 2);
  EXPECT_EQ(found.labels[0], found.labels[1]);
  EXPECT_EQ(found.labels[2], found.labels[3]);
  EXPECT_NEAR(found.objective.value, 1, 1e-12);
}

TEST(Pcc, AMetricThatLinksWouldMakeIndefiniteStopsAtTheLeastVariance) {
  // One cluster breaks the link, whose d d' outweighs the spread in the second feature: 50 - 10 * 100 < 0.
  const Matrix cross{{-100, 0}, {100, 0}, {0, 5}, {0, -5}};
  Knowledge apart;
  apart.cannot_link = {{2, 3}};
  const double floor = 1e-6 * 0.5 * (20000 + 50) / 4;
  PccOptions options{.clusters = 1, .cannot_weight = 10, .iterations = 1};
  const double first = 4 / (20000 + 10 * 40000.0);
  EXPECT_TRUE(pcc(cross, apart, options).model.weights.isApprox(Matrix{{first, 1 / floor}}, 1e-12));
  options.metric = Metric::full;
  EXPECT_TRUE(pcc(cross, apart, options).model.matrices.isApprox(Matrix{{first, 0}, {0, 1 / floor}}, 1e-9));
}

TEST(Pcc, OneItemEqualItemsAndConstantFeaturesAreFine) {
  for (const auto& options : every_kind({.clusters = 1})) {
    EXPECT_THAT(pcc(Matrix{{1, 2, 3}}, {}, options).labels, ElementsAre(0));
    EXPECT_THAT(pcc(Matrix(Matrix::Ones(5, 2)), random_links(5, 3, 3, 1), options).labels, Each(0));
  }
  Matrix constant = random_matrix(30, 3, 1);
  constant.col(1).setConstant(4);
  for (const auto& options : every_kind({.clusters = 3}))
    EXPECT_TRUE(std::isfinite(pcc(constant, random_links(30, 9, 9, 1), options).objective.value));
}

TEST(Pcc, SaysWhatToDoAboutAFullMetricThatIsTooLarge) {
  PccOptions options{.clusters = 2, .metric = Metric::full};
  EXPECT_THAT([&] { pcc(random_matrix(3, 2001, 1), {}, options); },
              ThrowsMessage<InvalidOption>(::testing::AllOf(HasSubstr("2001 features"), HasSubstr("svd = 30"),
                                                            HasSubstr("metric = diagonal"))));
  options.clusters = 3;
  EXPECT_THAT([&] { pcc(random_matrix(3, 1500, 1), {}, options); },
              ThrowsMessage<InvalidOption>(HasSubstr("scope = shared")));
}

TEST(Pcc, SaysWhatIsWrongWithLinksSeedsAndValues) {
  const Matrix items = random_matrix(4, 2, 1);
  Knowledge self, outside, seeds;
  self.cannot_link = {{2, 2}};
  outside.must_link = {{0, 4}};
  seeds.seeds = {0, 1, 2, unlabelled};
  for (const auto& knowledge : {self, outside, seeds}) EXPECT_THROW(pcc(items, knowledge), InvalidInput);
  const Knowledge missing{.must_link = {{0, 1}, {1, 2}}, .must_weights = {1}};
  EXPECT_THAT([&] { pcc(items, missing); },
              ThrowsMessage<InvalidInput>(HasSubstr("there are 1 weights for 2 must-links")));
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    const Knowledge weightless{.cannot_link = {{0, 1}}, .cannot_weights = {bad}};
    EXPECT_THAT([&] { pcc(items, weightless); },
                ThrowsMessage<InvalidInput>(HasSubstr("the weight of cannot-link 0 is")));
  }
  Matrix bad = items;
  bad(1, 1) = std::numeric_limits<double>::quiet_NaN();
  for (const Metric metric : {Metric::diagonal, Metric::full}) {
    EXPECT_THAT([&] { pcc(bad, {}, {.metric = metric}); }, ThrowsMessage<InvalidInput>(HasSubstr("2")));
    EXPECT_THAT([&] { pcc(to_sparse(bad), {}, {.metric = metric}); },
                ThrowsMessage<InvalidInput>(HasSubstr("2")));
  }
  EXPECT_THROW(pcc(items, {}, {.must_weight = -1}), InvalidOption);
}

TEST(Pcc, RestartsAlsoBeginAwayFromTheMustLinks) {
  // Four groups on a line. The must-links are all in the first: as starts they part it and join others.
  Matrix items(80, 1);
  for (Index i = 0; i < 80; ++i)
    items(i, 0) = 10.0 * static_cast<double>(i / 20) + 0.1 * static_cast<double>(i % 20);
  const Knowledge known{.must_link = {{0, 1}, {5, 6}, {11, 12}, {18, 19}}};
  const auto once = pcc(items, known, {.clusters = 4, .metric = Metric::none, .restarts = 1});
  const auto often = pcc(items, known, {.clusters = 4, .metric = Metric::none, .restarts = 10});
  EXPECT_LT(often.objective.value, once.objective.value);
  for (std::size_t i = 0; i < 80; ++i) EXPECT_EQ(often.labels[i], often.labels[i / 20 * 20]);
}

}  // namespace
}  // namespace bellwether
