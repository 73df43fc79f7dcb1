#include <bellwether/links/cop_kmeans.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>
#include <tests/links/assignments.h>
#include <tests/mixtures/brute_force.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_sparse;

// ---- by hand

TEST(CopKMeans, FindsAnAnswerKnownByHand) {
  // 1 is nearest to the first mean, but 0 is held there and they are apart.
  const Matrix items{{0}, {1}, {9}, {10}};
  const Knowledge knowledge{.seeds = {0, -1, -1, -1}, .cannot_link = {{0, 1}}};
  for (const auto on_conflict : {OnConflict::search, OnConflict::fail, OnConflict::relax}) {
    const auto result = cop_kmeans_from(items, knowledge, Matrix{{0}, {10}},
                                        {.clusters = 2, .on_conflict = on_conflict, .tolerance = 0});
    EXPECT_THAT(result.labels, ElementsAre(0, 1, 1, 1));
    EXPECT_EQ(result.objective.trace[0], 81 + 1 + 0);
    // The second mean is 20/3: (17/3)^2 + (7/3)^2 + (10/3)^2.
    EXPECT_NEAR(result.objective.value, 438.0 / 9, 1e-12);
    EXPECT_NEAR(result.means(1, 0), 20.0 / 3, 1e-15);
    EXPECT_EQ(result.relaxed, 0);
    EXPECT_TRUE(result.converged);
  }
}

TEST(CopKMeans, JoinedItemsGoWhereTheirMeanIsNearest) {
  // 4 is nearer to 0 than to 10, but the mean of 4 and 10 is 7. Distances 36 + 0, or 16 + 100.
  const auto result =
      cop_kmeans_from(Matrix{{0}, {4}, {10}}, {.must_link = {{1, 2}}}, Matrix{{0}, {10}}, {.clusters = 2});
  EXPECT_THAT(result.labels, ElementsAre(0, 1, 1));
  EXPECT_EQ(result.objective.trace[0], 36);
  EXPECT_EQ(result.objective.value, 9 + 9);
}

TEST(CopKMeans, PlacedOneByOneTheFirstOfJoinedItemsDecides) {
  const Matrix items{{0}, {4}, {10}, {11}};
  int first_wins = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto order = placing_order(4, Random(seed).split(0).split(1));
    const auto place = [&](int item) { return std::ranges::find(order, item) - order.begin(); };
    const auto result = cop_kmeans_from(items, {.must_link = {{1, 2}}}, Matrix{{0}, {10}},
                                        {.clusters = 2,
                                         .must_links = MustLinks::one_by_one,
                                         .on_conflict = OnConflict::fail,
                                         .iterations = 1,
                                         .random_seed = seed});
    // In the first pass: 4 takes 10 to the mean 0, or 10 takes 4 to the mean 10.
    const bool four_first = place(1) < place(2);
    EXPECT_EQ(result.objective.trace[0], four_first ? 16 + 100 + 1 : 36 + 1);
    first_wins += four_first ? 1 : 0;
  }
  EXPECT_GT(first_wins, 0);
  EXPECT_LT(first_wins, 20);
}

TEST(CopKMeans, TheSlidesIllustrationFailsOnlyIfLinksAreNotClosed) {
  // The point to be labelled, 2, has a must-link to 0 and a cannot-link to 1; by then both are in cluster 0.
  const Matrix items{{0}, {1}, {2}, {10}};
  const Matrix means{{0}, {10}};
  brute_force::CopKMeans slides{items, {1, 1, 1, 1}, {{0, 2}, {2, 0}}, {{1, 2}, {2, 1}}, {0, 1, 2, 3}};
  EXPECT_FALSE(slides.assign(means));

  // What follows from the two links, 0 apart from 1, sends 1 elsewhere in time.
  const Knowledge knowledge{.must_link = {{0, 2}}, .cannot_link = {{1, 2}}};
  for (const auto must_links : {MustLinks::together, MustLinks::one_by_one})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto result = cop_kmeans_from(
          items, knowledge, means,
          {.clusters = 2, .must_links = must_links, .on_conflict = OnConflict::fail, .random_seed = seed});
      EXPECT_EQ(result.labels[0], result.labels[2]);
      EXPECT_NE(result.labels[1], result.labels[2]);
    }
}

/// b is apart from a and from c, which are nearest to different clusters. If b comes last, nothing is left.
const Matrix three_in_a_row{{0}, {5.1}, {10}};
const Knowledge between{.cannot_link = {{0, 1}, {1, 2}}};

TEST(CopKMeans, SearchFindsTheWayOutOfADeadEndOfThePaper) {
  int failed = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CopKMeansOptions options{.clusters = 2, .on_conflict = OnConflict::fail, .random_seed = seed};
    const auto order = placing_order(3, Random(seed).split(0).split(1));
    const auto literal = [&] { return cop_kmeans_from(three_in_a_row, between, Matrix{{0}, {10}}, options); };
    if (order[2] == 1) {
      EXPECT_THROW(literal(), InvalidInput);
      ++failed;
    } else {
      EXPECT_EQ(literal().labels[0], literal().labels[2]);
    }
    options.on_conflict = OnConflict::search;
    // b to 10 costs 24.01 and c to 0 costs 100; a to 10 costs 100 and b to 0 costs 26.01.
    EXPECT_THAT(literal().labels, ElementsAre(0, 1, 0));
    EXPECT_NEAR(literal().objective.trace[0], 124.01, 1e-12);
  }
  EXPECT_GT(failed, 0);
  EXPECT_LT(failed, 20);
}

TEST(CopKMeans, ARestartThatFailsIsNoErrorIfAnotherDoesNot) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const int threads : {1, 2}) {
      const auto result =
          cop_kmeans(three_in_a_row, between,
                     {.clusters = 2, .on_conflict = OnConflict::fail, .restarts = 40, .random_seed = seed},
                     {.threads = threads});
      EXPECT_THAT(result.labels, AllOf(::testing::SizeIs(3), Each(::testing::Ge(0))));
      EXPECT_EQ(result.labels[0], result.labels[2]);
    }
}

// ---- against slow and obvious versions

/// Links that some labels keep, so that there is a way, and (not in all cases) seeds.
Knowledge true_links(const std::vector<int>& truth, int must, int cannot, double seeds, Random random) {
  Knowledge knowledge;
  const auto count = std::ssize(truth);
  for (int tries = 0; tries < 40 * (must + cannot); ++tries) {
    const Index a = random.below(count), b = random.below(count);
    auto& links = truth[a] == truth[b] ? knowledge.must_link : knowledge.cannot_link;
    if (a != b && std::ssize(links) < (truth[a] == truth[b] ? must : cannot)) links.emplace_back(a, b);
  }
  if (seeds == 0) return knowledge;
  for (const int label : truth) knowledge.seeds.push_back(random.uniform() < seeds ? label : unlabelled);
  return knowledge;
}

struct Puzzle {
  Matrix items;
  int clusters = 2;
  std::vector<int> truth = {};
  Knowledge knowledge = {};
};

Puzzle random_puzzle(Index items, int clusters, int must, int cannot, double seeds) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  Puzzle p{random_matrix(items, 3, random.bits()), clusters};
  for (Index i = 0; i < items; ++i)
    p.truth.push_back(i < clusters ? static_cast<int>(i) : static_cast<int>(random.below(clusters)));
  for (Index i = 0; i < items; ++i) p.items(i, 0) += p.truth[i];  // some sense in it
  p.knowledge = true_links(p.truth, must, cannot, seeds, random.split(7));
  return p;
}

RC_GTEST_PROP(CopKMeans, FailIsThePrintedAlgorithmLabelByLabel, ()) {
  const auto p = random_puzzle(40, 3, 10, 12, 0);
  const Groups groups = close_links(p.knowledge, 40, 3);
  const Matrix start = p.items.topRows(3);
  CopKMeansOptions options{.clusters = 3,
                           .on_conflict = OnConflict::fail,
                           .iterations = 12,
                           .tolerance = 0,
                           .random_seed = *rc::gen::arbitrary<std::uint32_t>()};
  const Random random = Random(options.random_seed).split(0).split(1);
  for (const auto must_links : {MustLinks::together, MustLinks::one_by_one}) {
    options.must_links = must_links;
    const bool together = must_links == MustLinks::together;
    const auto expected =
        together
            ? brute_force::literal_together(p.items, groups, placing_order(groups.count, random))
                  .run(start, options.iterations)
            : brute_force::literal(p.items, groups, placing_order(40, random)).run(start, options.iterations);
    try {
      const auto found = cop_kmeans_from(p.items, p.knowledge, start, options);
      if (found.refills > 0) continue;
      RC_ASSERT(expected.has_value());
      for (Index i = 0; i < 40; ++i) RC_ASSERT(found.labels[i] == (*expected)[together ? groups.of[i] : i]);
    } catch (const InvalidInput&) {
      RC_ASSERT(!expected.has_value());
    }
  }
}

RC_GTEST_PROP(CopKMeans, SearchFindsAWayIfAndOnlyIfThereIsOneAndItsFirstRoundIsTheCheapest, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const auto clusters = static_cast<int>(2 + random.below(2));
  const Index count = 4 + random.below(4);
  const Matrix items = random_matrix(count, 2, random.bits());
  Knowledge knowledge;
  knowledge.seeds.assign(static_cast<std::size_t>(count), unlabelled);
  for (auto links = random.below(3); links > 0; --links)
    knowledge.must_link.emplace_back(random.below(count), random.below(count));
  for (auto links = random.below(2 * count); links > 0; --links)
    knowledge.cannot_link.emplace_back(random.below(count), random.below(count));
  std::erase_if(knowledge.cannot_link, [](const Link& link) { return link.first == link.second; });
  if (random.uniform() < 0.5) knowledge.seeds[0] = static_cast<int>(random.below(clusters));

  const Matrix means = random_matrix(clusters, 2, random.bits());
  const auto cheapest = brute_force::cheapest(items, means, knowledge);
  try {
    RC_PRE(close_links(knowledge, count, clusters).count >= clusters);
  } catch (const InvalidInput&) {  // a contradiction
    RC_ASSERT(!cheapest);
    return;
  }
  if (cheapest) {
    const auto found = cop_kmeans_from(items, knowledge, means, {.clusters = clusters});
    RC_ASSERT(brute_force::keeps(knowledge, found.labels));
    RC_ASSERT(std::abs(found.objective.trace[0] - *cheapest) <= 1e-12 * *cheapest);
  } else {
    RC_ASSERT_THROWS_AS(cop_kmeans_from(items, knowledge, means, {.clusters = clusters}), InvalidInput);
  }
}

RC_GTEST_PROP(CopKMeans, SearchBreaksNoLinkAndItsObjectiveNeverRisesAndIsThatOfTheLabels, ()) {
  const int clusters = *rc::gen::inRange(2, 7);
  const auto p = random_puzzle(300, clusters, *rc::gen::inRange(0, 150), *rc::gen::inRange(0, 1500),
                               *rc::gen::element(0.0, 0.1));
  const CopKMeansOptions options{
      .clusters = clusters, .search_limit = *rc::gen::element(10000, 100'000), .restarts = 1, .tolerance = 0};
  CopKMeansResult result;
  try {
    result = cop_kmeans(p.items, p.knowledge, options);
  } catch (const InvalidInput& error) {
    // A way exists. Some of these graphs are as hard to colour as can be: then the limit may come first, and
    // the error must say that, and not that there is no way.
    RC_ASSERT(std::string(error.what()).find("the search was ended at its limit") != std::string::npos);
    RC_DISCARD("too hard");
  }
  RC_ASSERT(brute_force::keeps(p.knowledge, result.labels));
  const auto& trace = result.objective.trace;
  const double slack = 300 * 0x1p-50 * trace.front();  // a few roundings for each item
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] <= trace[t - 1] + slack);
  RC_ASSERT(std::abs(brute_force::squared_error(p.items, result.labels, result.means) - trace.back()) <=
            slack);
  RC_ASSERT(result.iterations + 1 == std::ssize(trace));
}

RC_GTEST_PROP(CopKMeans, FailAndRelaxReportWhatTheyDid, ()) {
  const auto p = random_puzzle(200, 4, 50, *rc::gen::inRange(0, 400), *rc::gen::element(0.0, 0.1));
  for (const auto must_links : {MustLinks::together, MustLinks::one_by_one}) {
    CopKMeansOptions options{.clusters = 4,
                             .must_links = must_links,
                             .on_conflict = OnConflict::relax,
                             .restarts = 2,
                             .iterations = 20};
    const auto relaxed = cop_kmeans(p.items, p.knowledge, options);
    const auto report = report_links(p.knowledge, relaxed.labels);
    RC_ASSERT(report.must_broken.empty());
    RC_ASSERT(std::ssize(report.cannot_broken) == relaxed.relaxed);
    for (std::size_t i = 0; i < p.knowledge.seeds.size(); ++i)
      RC_ASSERT(p.knowledge.seeds[i] == unlabelled || p.knowledge.seeds[i] == relaxed.labels[i]);
    const double value = brute_force::squared_error(p.items, relaxed.labels, relaxed.means);
    RC_ASSERT(std::abs(value - relaxed.objective.value) <= 1e-12 * value);
    try {
      options.on_conflict = OnConflict::fail;
      RC_ASSERT(brute_force::keeps(p.knowledge, cop_kmeans(p.items, p.knowledge, options).labels));
    } catch (const InvalidInput&) {
    }
  }
}

// ---- laws

RC_GTEST_PROP(CopKMeans, WithoutLinksItIsKMeans, ()) {
  const Matrix items = random_matrix(400, 3, *rc::gen::arbitrary<std::uint32_t>());
  const int clusters = *rc::gen::inRange(1, 12);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto plain =
      kmeans(items, {.clusters = clusters, .restarts = 2, .iterations = 20, .random_seed = seed});
  for (const auto on_conflict : {OnConflict::search, OnConflict::fail, OnConflict::relax}) {
    const auto guided = cop_kmeans(items, {},
                                   {.clusters = clusters,
                                    .on_conflict = on_conflict,
                                    .restarts = 2,
                                    .iterations = 20,
                                    .random_seed = seed});
    RC_ASSERT(guided.labels == plain.labels);
    RC_ASSERT(guided.restart == plain.restart);
    RC_ASSERT(guided.refills == plain.refills);
    RC_ASSERT(guided.objective.trace.size() == plain.objective.trace.size());
    for (std::size_t t = 0; t < plain.objective.trace.size(); ++t)
      RC_ASSERT(std::abs(guided.objective.trace[t] - plain.objective.trace[t]) <=
                1e-12 * plain.objective.trace[t]);
  }
}

TEST(CopKMeans, TheNumberOfThreadsDoesNotShow) {
  const auto [items, truth] = three_blobs({.per_blob = 2000, .spread = 4.0});
  const Knowledge knowledge = true_links(truth, 1000, 4000, 0.01, Random(3));
  for (const auto on_conflict : {OnConflict::search, OnConflict::relax})
    for (const int restarts : {1, 3}) {
      const CopKMeansOptions options{
          .clusters = 3, .on_conflict = on_conflict, .restarts = restarts, .iterations = 20};
      const auto one = cop_kmeans(items, knowledge, options, {.threads = 1});
      for (const int threads : {2, 4}) {
        const auto many = cop_kmeans(items, knowledge, options, {.threads = threads});
        EXPECT_EQ(one.means, many.means);  // equal, not merely close
        EXPECT_EQ(one.labels, many.labels);
        EXPECT_EQ(one.objective.trace, many.objective.trace);
      }
    }
}

RC_GTEST_PROP(CopKMeans, SparseItemsGetTheLabelsOfDenseOnes, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  // Of whole numbers, means can be equally near, and rounding then decides.
  const Matrix items =
      random_counts(200, 40, 0.1, seed).cwiseProduct(random_matrix(200, 40, seed + 1).cwiseAbs());
  std::vector<int> truth;
  for (int i = 0; i < 200; ++i) truth.push_back(i % 4);
  const Knowledge knowledge = true_links(truth, 40, 100, 0.05, Random(seed));
  const Matrix start = items.topRows(4) + 0.01 * random_matrix(4, 40, seed + 2);  // no two alike
  const CopKMeansOptions options{.clusters = 4, .iterations = 4, .tolerance = 0};
  const auto dense = cop_kmeans_from(items, knowledge, start, options);
  const auto sparse = cop_kmeans_from(to_sparse(items), knowledge, start, options);
  RC_PRE(dense.refills == 0);
  RC_ASSERT(dense.labels == sparse.labels);
  RC_ASSERT(std::abs(dense.objective.value - sparse.objective.value) <= 1e-12 * dense.objective.value);
}

TEST(CopKMeans, SeedsAreHeldUnlessTheyOnlyStart) {
  // The last item is seeded wrongly.
  const Matrix items{{0}, {1}, {10}, {11}, {10.5}};
  const Knowledge knowledge{.seeds = {0, -1, 1, -1, 0}};
  EXPECT_THAT(cop_kmeans(items, knowledge, {.clusters = 2}).labels, ElementsAre(0, 0, 1, 1, 0));
  EXPECT_THAT(cop_kmeans(items, knowledge, {.clusters = 2, .hold_seeds = false}).labels,
              ElementsAre(0, 0, 1, 1, 1));
}

TEST(CopKMeans, ASeedTakesItsGroupAlong) {
  const Matrix items{{0}, {1}, {10}, {11}};
  const Knowledge knowledge{.seeds = {0, -1, 1, -1}, .must_link = {{0, 3}}};
  for (const auto on_conflict : {OnConflict::search, OnConflict::fail})
    EXPECT_EQ(cop_kmeans(items, knowledge, {.clusters = 2, .on_conflict = on_conflict}).labels[3], 0);
}

// ---- no way, and ways out

TEST(CopKMeans, RelaxBreaksTheFewestLinks) {
  // Three that must be apart and two clusters: one link has to go.
  const Matrix items{{0}, {1}, {10}};
  const Knowledge triangle{.cannot_link = {{0, 1}, {1, 2}, {0, 2}}};
  const auto result = cop_kmeans(items, triangle, {.clusters = 2, .on_conflict = OnConflict::relax});
  EXPECT_THAT(result.labels, AnyOf(ElementsAre(0, 0, 1), ElementsAre(1, 1, 0)));
  EXPECT_EQ(result.relaxed, 1);

  // The last, at 0.4, breaks two links beside the pair at 0 and one beside the seed at 10.
  const Matrix pair{{0}, {0.1}, {10}, {0.4}};
  const Knowledge heavy{.seeds = {0, 0, 1, -1}, .cannot_link = {{0, 3}, {1, 3}, {2, 3}}};
  const auto heavier = cop_kmeans(pair, heavy, {.clusters = 2, .on_conflict = OnConflict::relax});
  EXPECT_EQ(heavier.labels[3], 1);
  EXPECT_EQ(heavier.relaxed, 1);
}

TEST(CopKMeans, ThePrintedAlgorithmSaysWhatStandsInTheWay) {
  const Matrix items{{0}, {1}, {2}, {10}};
  const Knowledge known{.seeds = {0, 1, -1, -1},
                        .must_link = {{2, 3}},
                        .cannot_link = {{0, 2}, {3, 1}},
                        .name_item = [](Index i) { return std::string(1, static_cast<char>('a' + i)); }};
  EXPECT_THAT(
      [&] { cop_kmeans(items, known, {.clusters = 2, .on_conflict = OnConflict::fail}); },
      ThrowsMessage<InvalidInput>(AllOf(
          HasSubstr("no cluster is left for c and the items joined to it"),
          HasSubstr("cannot-links keep c from a in cluster 0, d from b in cluster 1"),
          HasSubstr("on_conflict = search"), HasSubstr("on_conflict = relax"), HasSubstr("more clusters"))));
  EXPECT_THAT([&] { cop_kmeans(items, known, {.clusters = 2}); },
              ThrowsMessage<InvalidInput>(AllOf(
                  HasSubstr("no clustering keeps all links: c is linked apart from seeds of every cluster"),
                  HasSubstr("hold_seeds = false"))));
}

TEST(CopKMeans, NamesThoseThatAreTooManyToBeApart) {
  const Matrix items = random_matrix(6, 2, 1);
  const Knowledge clique{.cannot_link = {{0, 2}, {0, 3}, {0, 5}, {2, 3}, {2, 5}, {3, 5}}};
  EXPECT_THAT(
      [&] { cop_kmeans(items, clique, {.clusters = 3}); },
      ThrowsMessage<InvalidInput>(
          AllOf(HasSubstr("these 4 must all be apart from each other, but only 3 clusters are open to them"),
                HasSubstr("item 0, item 2, item 3, item 5"), HasSubstr("on_conflict = relax"))));
  const auto four = cop_kmeans(items, clique, {.clusters = 4});
  EXPECT_TRUE(brute_force::keeps(clique, four.labels));
}

TEST(CopKMeans, SaysWhetherItProvedThatThereIsNoWay) {
  // Groetzsch's graph: no three are all apart from each other, and three clusters are not enough.
  Knowledge known;
  for (Index i = 0; i < 5; ++i)
    for (const Link& link :
         {Link{i, (i + 1) % 5}, Link{5 + i, (i + 1) % 5}, Link{5 + i, (i + 4) % 5}, Link{5 + i, 10}})
      known.cannot_link.push_back(link);
  const Matrix items = random_matrix(11, 2, 1);
  EXPECT_THAT([&] { cop_kmeans(items, known, {.clusters = 3}); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("a full search among the 11 groups"),
                                                HasSubstr("found no way to do with 3 clusters"))));
  EXPECT_THAT([&] { cop_kmeans(items, known, {.clusters = 3, .search_limit = 1}); },
              ThrowsMessage<InvalidInput>(
                  AllOf(HasSubstr("was found among the 11 groups"), HasSubstr("search_limit"))));
}

TEST(CopKMeans, AsksForChoicesThatGoTogether) {
  const Matrix items = random_matrix(6, 2, 1);
  EXPECT_THAT([&] { cop_kmeans(items, {}, {.must_links = MustLinks::one_by_one}); },
              ThrowsMessage<InvalidOption>(HasSubstr("on_conflict = fail or relax")));
  EXPECT_THAT([&] { cop_kmeans(items, {}, {.on_conflict = OnConflict::fail, .min_size = 1}); },
              ThrowsMessage<InvalidOption>(HasSubstr("on_conflict = search only")));
  EXPECT_THAT([&] { cop_kmeans(items, {}, {.min_size = 3, .max_size = 2}); },
              ThrowsMessage<InvalidOption>(HasSubstr("at least 3 and at most 2 items")));
  EXPECT_THAT([&] { cop_kmeans(items, {}, {.search_limit = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("at least 1")));
}

TEST(CopKMeans, LinksThatFitTheDataAreKeptEvenWhereTheSearchAmongThemIsHopeless) {
  // About five cannot-links for each item and three clusters, where colourings are hardest to find; and
  // hardly a search. From the means that k-means finds without them, nearly all are kept.
  const auto [items, truth] = three_blobs({.per_blob = 300, .spread = 1.5});
  const Knowledge knowledge = true_links(truth, 0, 2200, 0, Random(9));
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto result =
        cop_kmeans(items, knowledge, {.clusters = 3, .search_limit = 20, .restarts = 3, .random_seed = seed});
    EXPECT_TRUE(brute_force::keeps(knowledge, result.labels));
  }
}

// ---- sizes

TEST(CopKMeans, ClustersKeepTheSizesTheyMayHave) {
  const Matrix items{{0}, {1}, {2}, {3}, {10}, {11}};
  const auto halves = cop_kmeans(items, {}, {.clusters = 2, .min_size = 3});
  EXPECT_THAT(halves.labels, AnyOf(ElementsAre(0, 0, 0, 1, 1, 1), ElementsAre(1, 1, 1, 0, 0, 0)));
  const auto capped = cop_kmeans(items, {.must_link = {{4, 5}}}, {.clusters = 3, .max_size = 2});
  for (const auto size : cluster_sizes(capped.labels, 3)) EXPECT_EQ(size, 2);
  EXPECT_EQ(capped.labels[4], capped.labels[5]);
  EXPECT_THROW(cop_kmeans(items, {}, {.clusters = 2, .min_size = 4}), InvalidInput);
}

RC_GTEST_PROP(CopKMeans, SizesAndLinksHoldTogetherAndTheObjectiveNeverRises, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const Matrix items = random_matrix(40, 2, random.bits());
  std::vector<int> truth;
  for (int i = 0; i < 40; ++i) truth.push_back(i % 4);
  const Knowledge knowledge = true_links(truth, 5, 8, 0.05, random.split(1));
  const auto result = cop_kmeans(
      items, knowledge,
      {.clusters = 4, .min_size = 8, .max_size = 12, .restarts = 2, .iterations = 8, .tolerance = 0});
  RC_ASSERT(brute_force::keeps(knowledge, result.labels));
  for (const auto size : cluster_sizes(result.labels, 4)) RC_ASSERT(size >= 8 && size <= 12);
  const auto& trace = result.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] <= trace[t - 1] * (1 + 1e-12));
  const double value = brute_force::squared_error(items, result.labels, result.means);
  RC_ASSERT(std::abs(value - trace.back()) <= 1e-12 * value);
}

// ---- worst inputs

TEST(CopKMeans, AMillionItemsInOneChainOfMustLinks) {
  constexpr Index count = 1'000'000;
  Knowledge chain;
  for (Index i = 2; i < count; ++i) chain.must_link.emplace_back(i - 1, i);
  chain.cannot_link = {{0, count - 1}};
  Matrix items(count, 1);
  for (Index i = 0; i < count; ++i) items(i, 0) = static_cast<double>(i % 3);
  const auto result = cop_kmeans(items, chain, {.clusters = 2, .restarts = 1});
  EXPECT_EQ(cluster_sizes(result.labels, 2)[result.labels[0]], 1);
}

TEST(CopKMeans, FewerGroupsThanClustersAreAnError) {
  const Matrix items = random_matrix(4, 2, 1);
  EXPECT_THAT(
      [&] {
        cop_kmeans(items, {.must_link = {{0, 1}, {2, 3}, {1, 2}}}, {.clusters = 2});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("must-links join the items to only 1 group")));
}

TEST(CopKMeans, AnEmptyClusterIsRefilledWithTheWorstFreePointAndCounted) {
  // No item is nearest to the second mean. 20 is the worst, but held; then 9.
  const Matrix items{{0}, {1}, {9}, {20}};
  const auto result = cop_kmeans_from(items, {.seeds = {-1, -1, -1, 0}}, Matrix{{3}, {1000}},
                                      {.clusters = 2, .iterations = 1, .tolerance = 0});
  EXPECT_EQ(result.refills, 1);
  EXPECT_EQ(result.means(1, 0), 9);
  EXPECT_EQ(result.labels[2], 1);

  // Where all are held, the cluster stays empty and its mean where it was.
  const auto held = cop_kmeans_from(items, {.seeds = {0, 0, 0, 0}}, Matrix{{3}, {1000}}, {.clusters = 2});
  EXPECT_THAT(held.labels, Each(0));
  EXPECT_EQ(held.means(1, 0), 1000);
  EXPECT_EQ(held.refills, 0);
  EXPECT_TRUE(held.converged);
}

TEST(CopKMeans, StoppingEarlyKeepsEveryLink) {
  const auto [items, truth] = three_blobs({.per_blob = 500, .spread = 4.0});
  const Knowledge knowledge = true_links(truth, 200, 2000, 0, Random(4));
  std::stop_source stop;
  stop.request_stop();
  const auto result = cop_kmeans(items, knowledge, {.clusters = 3}, {.stop = stop.get_token()});
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_TRUE(brute_force::keeps(knowledge, result.labels));
}

TEST(CopKMeans, EveryPairApartIsAPermutationOfTheClusters) {
  const Matrix items = random_matrix(12, 2, 3);
  Knowledge knowledge;
  for (Index a = 0; a < 12; ++a)
    for (Index b = 0; b < a; ++b) knowledge.cannot_link.emplace_back(a, b);
  auto labels = cop_kmeans(items, knowledge, {.clusters = 12}).labels;
  std::ranges::sort(labels);
  for (int k = 0; k < 12; ++k) EXPECT_EQ(labels[k], k);
}

}  // namespace
}  // namespace bellwether
