// sIB that obeys what is known: costs of groups against the definition, whole searches against exhaustion,
// and the promises that seeds, links and sizes are kept.

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include <bellwether/bottleneck/item_costs.h>
#include <bellwether/bottleneck/sib.h>
#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using bottleneck::ClusterTable;
using bottleneck::ItemCosts;
using bottleneck::SibItems;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

struct Measure {
  Information kind;
  double alpha;
};
constexpr Measure shannon{Information::shannon, 1}, renyi{Information::jensen_renyi, 0.5},
    csiszar{Information::csiszar, 0.5};

/// Counts of any real size, so that no two moves cost the same.
Matrix real_counts(Index rows, Index columns, std::uint64_t random_seed) {
  Matrix m = random_counts(rows, columns, 0.5, random_seed);
  Random random(random_seed + 1);
  for (Index at = 0; at < m.size(); ++at) m.data()[at] *= 0.25 + random.uniform();
  return m;
}

/// Three groups that use different columns, with noise; item i is from group i mod 3.
Matrix grouped(Index rows, std::uint64_t random_seed, double topical) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(rows, 12);
  for (Index i = 0; i < rows; ++i)
    for (int word = 0; word < 40; ++word)
      m(i, random.uniform() < topical ? 4 * (i % 3) + random.below(4) : random.below(12)) += 1;
  return m;
}

bool obeys(const Knowledge& known, const std::vector<int>& labels) {
  for (std::size_t i = 0; i < known.seeds.size(); ++i)
    if (known.seeds[i] != unlabelled && known.seeds[i] != labels[i]) return false;
  const LinkReport links = report_links(known, labels);
  return links.must_broken.empty() && links.cannot_broken.empty();
}

bool within(const std::vector<int>& labels, const SibOptions& o) {
  const auto sizes = cluster_sizes(labels, o.clusters);
  return std::ranges::all_of(sizes, [&](auto size) {
    return size >= std::max<std::int64_t>(o.min_size, 1) && (o.max_size == 0 || size <= o.max_size);
  });
}

/// Items 0 and 1 together, 2 and 3 apart, item 4 in cluster 1.
Knowledge a_little_of_each(Index items) {
  Knowledge known{.must_link = {{0, 1}}, .cannot_link = {{2, 3}}};
  known.seeds.assign(static_cast<std::size_t>(items), unlabelled);
  known.seeds[4] = 1;
  return known;
}

TEST(ConstrainedSib, AMustLinkAndASeedDecideWhereTwoItemsGo) {
  // The first two items are of the first kind of word; the last alone is seeded away from its like.
  const Matrix items{{9, 1, 0, 0}, {8, 2, 0, 0}, {0, 0, 1, 9}, {0, 0, 2, 8}, {9, 1, 1, 1}};
  const std::vector<int> free = constrained_sib(items, {}, {.clusters = 2}).labels;
  EXPECT_EQ(free[4], free[0]);
  EXPECT_NE(free[2], free[0]);
  const Knowledge known{.seeds = {0, unlabelled, 1, unlabelled, unlabelled}, .must_link = {{3, 4}}};
  EXPECT_THAT(constrained_sib(items, known, {.clusters = 2}).labels, ElementsAre(0, 0, 1, 1, 1));
}

TEST(ConstrainedSib, WithNothingKnownIsSib) {
  const Matrix items = grouped(120, 1, 0.2);
  for (const Measure m : {shannon, renyi, csiszar}) {
    const SibOptions options{.clusters = 4, .information = m.kind, .alpha = m.alpha, .restarts = 3};
    const auto plain = sib(items, options), guided = constrained_sib(items, {}, options);
    EXPECT_EQ(guided.labels, plain.labels);
    EXPECT_EQ(guided.objective.trace, plain.objective.trace);
    EXPECT_EQ(guided.sums, plain.sums);
  }
}

RC_GTEST_PROP(ConstrainedSib, AGroupCostsWhatTheDefinitionSays, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const Index rows = 12;
  const Matrix items = real_counts(rows, 7, random.bits());
  std::vector<Link> chain;
  for (const Index i : {1, 2, 3}) chain.emplace_back(0, i);  // a group of four
  const Groups groups = close_links({.must_link = chain}, rows, 3);
  std::vector<int> labels(static_cast<std::size_t>(groups.count));
  for (int g = 0; g < groups.count; ++g) labels[g] = g % 3;
  std::vector<Index> order(labels.size());
  std::iota(order.begin(), order.end(), Index{0});
  for (const Measure m : {shannon, renyi, csiszar, Measure{Information::csiszar, 0.95}}) {
    const auto distributions = bottleneck::distributions_of(items);
    const SibItems joined(bottleneck::joined(distributions, groups), m.kind, m.alpha,
                          {groups.sizes.begin(), groups.sizes.end()});
    ClusterTable table(joined, 3);
    table.fill(labels, order);
    const auto found = ItemCosts(table).all(0, labels[0]);
    for (int cluster = 0; cluster < 3; ++cluster) {
      Matrix two = Matrix::Zero(2, items.cols());
      double n = 0;
      for (Index i = 0; i < rows; ++i) {
        const bool own = groups.of[i] == 0;
        if (!own && labels[groups.of[i]] != cluster) continue;
        two.row(own ? 0 : 1) += items.row(i) / items.row(i).sum();
        n += own ? 0 : 1;
      }
      const Vector mean = two.row(0) / 4;
      two.row(0) /= 4;
      two.row(1) /= n;
      const std::vector<double> weights{4 / (n + 4), n / (n + 4)};
      // Costs leave out the group's own entropy, which is the same for all, but for Csiszar's.
      const double left_out =
          joined.tilted() ? 0
                          : 4 * renyi_entropy({mean.data(), static_cast<std::size_t>(mean.size())}, m.alpha);
      RC_ASSERT(std::abs(found[cluster] - left_out - (n + 4) * information(m.kind, two, weights, m.alpha)) <
                1e-10);
    }
  }
}

/// The best of all partitions that obey.
double best_by_exhaustion(const Matrix& items, const Knowledge& known, const SibOptions& o) {
  double best = -1;
  std::vector<int> labels(static_cast<std::size_t>(items.rows()), 0);
  while (true) {
    if (obeys(known, labels) && within(labels, o))
      best = std::max(best, information_kept(items, labels, o.clusters, o.information, o.alpha));
    std::size_t i = 0;
    while (i < labels.size() && ++labels[i] == o.clusters) labels[i++] = 0;
    if (i == labels.size()) return best;
  }
}

TEST(ConstrainedSib, FindsTheBestPartitionOfAFewItemsThatObeys) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Matrix items = real_counts(7, 5, seed);
    for (const Measure m : {shannon, renyi})
      for (const int max_size : {0, 4}) {
        const SibOptions options{.clusters = 2,
                                 .information = m.kind,
                                 .alpha = m.alpha,
                                 .restarts = 100,
                                 .tolerance = 0,
                                 .max_size = max_size};
        EXPECT_NEAR(constrained_sib(items, a_little_of_each(7), options).objective.value,
                    best_by_exhaustion(items, a_little_of_each(7), options), 1e-12)
            << seed;
      }
  }
}

/// What is known of `items` items, all of it true of some partition into `clusters` of equal size.
Knowledge drawn_knowledge(Index items, int clusters, Random random) {
  const auto truth = [&](Index i) { return static_cast<int>(i % clusters); };
  Knowledge known;
  known.seeds.assign(static_cast<std::size_t>(items), unlabelled);
  for (Index i = 0; i < items; i += 6) known.seeds[i] = truth(i);
  for (int link = 0; link < 12; ++link) {
    const Index a = random.below(items), b = random.below(items);
    if (a != b) (truth(a) == truth(b) ? known.must_link : known.cannot_link).emplace_back(a, b);
  }
  return known;
}

RC_GTEST_PROP(ConstrainedSib, ObeysAndEndsWhereNoAllowedMoveHelps, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Index rows = 24;
  const Matrix items = real_counts(rows, 9, seed);
  const Knowledge known = drawn_knowledge(rows, 4, Random(seed));
  const Groups groups = close_links(known, rows, 4);
  for (const Measure m : {shannon, renyi})
    for (const int max_size : {0, 8}) {
      const SibOptions options{.clusters = 4,
                               .information = m.kind,
                               .alpha = m.alpha,
                               .restarts = 1,
                               .iterations = 200,
                               .tolerance = 0,
                               .random_seed = seed,
                               .min_size = max_size / 2,
                               .max_size = max_size};
      auto found = constrained_sib(items, known, options);
      RC_ASSERT(found.converged);
      RC_ASSERT(obeys(known, found.labels));
      RC_ASSERT(within(found.labels, options));
      const auto& trace = found.objective.trace;
      for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - 1e-13);
      RC_ASSERT(std::abs(found.objective.value - information_kept(items, found.labels, 4, m.kind, m.alpha)) <
                1e-12);
      const std::vector<int> ended = found.labels;
      for (int g = 0; g < groups.count; ++g)
        for (int c = 0; c < 4; ++c) {
          std::vector<int> moved = ended;
          for (Index i = 0; i < rows; ++i)
            if (groups.of[i] == g) moved[i] = c;
          if (!obeys(known, moved) || !within(moved, options)) continue;
          RC_ASSERT(information_kept(items, moved, 4, m.kind, m.alpha) <= found.objective.value + 1e-11);
        }
    }
}

TEST(ConstrainedSib, ObeysWithCsiszarsInformation) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Matrix items = real_counts(40, 12, seed);
    const Knowledge known = drawn_knowledge(40, 4, Random(seed));
    for (const double alpha : {0.3, 0.9}) {
      const SibOptions options{.clusters = 4, .alpha = alpha, .restarts = 2, .min_size = 5, .max_size = 15};
      const auto found = constrained_sib(items, known, options);
      EXPECT_TRUE(obeys(known, found.labels));
      EXPECT_TRUE(within(found.labels, options));
      EXPECT_NEAR(found.objective.value,
                  information_kept(items, found.labels, 4, Information::csiszar, alpha), 1e-12);
    }
  }
}

TEST(ConstrainedSib, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = grouped(300, 2, 0.2);
  const Knowledge known = drawn_knowledge(300, 3, Random(2));
  const SibOptions options{.clusters = 3, .restarts = 4, .max_size = 110};
  const auto one = constrained_sib(items, known, options, {.threads = 1});
  const auto four = constrained_sib(to_sparse(items), known, options, {.threads = 4});
  EXPECT_EQ(one.labels, four.labels);
  EXPECT_EQ(one.objective.trace, four.objective.trace);
  EXPECT_EQ(one.sums, four.sums);
}

TEST(Sib, FindsGroupsOfKnownSizeWhereEveryClusterIsFull) {
  const Matrix items = grouped(150, 3, 0.5);
  const auto found = sib(items, {.clusters = 3, .min_size = 50, .max_size = 50});
  EXPECT_THAT(cluster_sizes(found.labels, 3), Each(50));
  for (std::size_t i = 3; i < 150; ++i) ASSERT_EQ(found.labels[i], found.labels[i % 3]) << i;
}

TEST(Sib, KeepsBoundsOnSizesThatTheGroupsDoNotHave) {
  const Matrix items = grouped(150, 4, 0.5);
  const auto smaller = sib(items, {.clusters = 2, .max_size = 80});
  EXPECT_THAT(cluster_sizes(smaller.labels, 2), Each(Le(80)));
  const auto larger = sib(items, {.clusters = 5, .min_size = 25});
  EXPECT_THAT(cluster_sizes(larger.labels, 5), Each(Ge(25)));
  const std::vector<int> start = sib(items, {.clusters = 3}).labels;
  EXPECT_THAT(cluster_sizes(sib_from(items, start, {.clusters = 3, .max_size = 50}).labels, 3), Each(50));
}

TEST(ConstrainedSib, BeginsFromTheClustersNextToThoseGivenThatObey) {
  const Matrix items = grouped(60, 5, 0.6);
  std::vector<int> start(60);
  for (std::size_t i = 0; i < 60; ++i) start[i] = static_cast<int>(i % 3);
  const Knowledge known{.must_link = {{0, 3}, {1, 4}}, .cannot_link = {{0, 1}, {2, 5}, {5, 8}, {2, 8}}};
  const auto found = constrained_sib_from(items, known, start, {.clusters = 3});
  EXPECT_TRUE(obeys(known, found.labels));
  Index same = 0;
  for (std::size_t i = 0; i < 60; ++i) same += found.labels[i] == start[i] ? 1 : 0;
  EXPECT_GE(same, 57);  // two of three items that belong together are kept apart
}

TEST(ConstrainedSib, KeepsWhatIsKnownWhenItIsStopped) {
  const Matrix items = grouped(200, 6, 0.2);
  const Knowledge known = drawn_knowledge(200, 3, Random(6));
  std::stop_source at_once;
  at_once.request_stop();
  const SibOptions options{.clusters = 3, .min_size = 60, .max_size = 70};
  const auto stopped = constrained_sib(items, known, options, {.stop = at_once.get_token()});
  EXPECT_TRUE(stopped.stopped);
  EXPECT_TRUE(obeys(known, stopped.labels));
  EXPECT_TRUE(within(stopped.labels, options));
}

TEST(ConstrainedSib, SaysWhyNothingIsPossible) {
  const Matrix items = grouped(12, 7, 0.6);
  const auto error_of = [&](const Knowledge& known, const SibOptions& options, const char* words) {
    EXPECT_THAT([&] { constrained_sib(items, known, options); },
                ThrowsMessage<InvalidInput>(HasSubstr(words)))
        << words;
  };
  error_of({.seeds = std::vector<int>(12, 0)}, {.clusters = 2}, "1 of 2 clusters have no seed");
  error_of({.must_link = {{0, 1}}, .cannot_link = {{0, 1}}}, {.clusters = 2}, "must");
  error_of({.cannot_link = {{0, 1}, {1, 2}, {0, 2}}}, {.clusters = 2}, "apart");
  error_of({.must_link = {{0, 1}, {1, 2}, {2, 3}}}, {.clusters = 4, .max_size = 3}, "group of 4 items");
  error_of({}, {.clusters = 3, .min_size = 5}, "need 15, but there are 12");
  EXPECT_THAT([&] { sib(items, {.min_size = 5, .max_size = 3}); },
              ThrowsMessage<InvalidOption>(HasSubstr("at least 5 and at most 3")));
}

}  // namespace
}  // namespace bellwether
