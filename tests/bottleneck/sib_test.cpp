// sIB: each move against the definitions, whole searches against exhaustion and against the laws they must
// keep.

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
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

constexpr auto shannon = Information::shannon, csiszar = Information::csiszar,
               jensen_renyi = Information::jensen_renyi;

/// Counts of any real size, so that no two moves cost the same; some features without any.
Matrix real_counts(Index rows, Index columns, double share, std::uint64_t random_seed) {
  Matrix m = random_counts(rows, columns, share, random_seed);
  Random random(random_seed + 1);
  for (Index at = 0; at < m.size(); ++at) m.data()[at] *= 0.25 + random.uniform();
  return m;
}

/// Three groups that use different columns, with noise; item i is from group i mod 3.
Matrix grouped(Index rows, std::uint64_t random_seed, double topical = 0.6) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(rows, 12);
  for (Index i = 0; i < rows; ++i)
    for (int word = 0; word < 40; ++word)
      m(i, random.uniform() < topical ? 4 * (i % 3) + random.below(4) : random.below(12)) += 1;
  return m;
}

std::vector<int> random_labels(Index count, int clusters, Random random) {
  std::vector<int> labels;
  for (Index i = 0; i < count; ++i)
    labels.push_back(static_cast<int>(i < 2 * clusters ? i % clusters : random.below(clusters)));
  random.shuffle(labels);
  return labels;
}

std::vector<Index> in_order(Index count) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

struct Case {
  Matrix items;
  std::vector<int> labels;
  int clusters;
  SibItems prepared;
  ClusterTable table;

  Case(std::uint64_t seed, Information kind, double alpha, Index rows = 14, int clusters_ = 3)
      : items(real_counts(rows, 9, 0.4, seed)),
        labels(random_labels(rows, clusters_, Random(seed + 5))),
        clusters(clusters_),
        prepared(bottleneck::distributions_of(items), kind, alpha),
        table(prepared, clusters) {
    table.fill(labels, in_order(rows));
  }

  /// (|C| + 1) I_a(X; {d, C}) with C as it is without d.
  double cost_by_definition(Index d, int cluster) const {
    Matrix two = Matrix::Zero(2, items.cols());
    double n = 0;
    for (Index i = 0; i < items.rows(); ++i) {
      if (i == d || labels[i] != cluster) continue;
      two.row(1) += items.row(i) / items.row(i).sum();
      n += 1;
    }
    two.row(0) = items.row(d) / items.row(d).sum();
    two.row(1) /= n;
    const std::vector<double> weights{1 / (n + 1), n / (n + 1)};
    return (n + 1) * information(prepared.kind(), two, weights, prepared.alpha());
  }

  /// What all costs here leave out, because it is the same for all.
  double left_out(Index d) const {
    if (prepared.tilted()) return 0;
    const Vector p = items.row(d).transpose() / items.row(d).sum();
    return renyi_entropy({p.data(), static_cast<std::size_t>(p.size())}, prepared.alpha());
  }
};

struct Measure {
  Information kind;
  double alpha;
};
const std::vector<Measure> measures{{shannon, 1},
                                    {csiszar, 1},
                                    {csiszar, 0.5},
                                    {csiszar, 0.9},
                                    {csiszar, 0.3},
                                    {csiszar, 0.05},
                                    {csiszar, 0.99},
                                    {csiszar, 0.9995},
                                    {csiszar, 1 - 1e-9},
                                    {jensen_renyi, 0.5},
                                    {jensen_renyi, 0.995},
                                    {jensen_renyi, 0.1},
                                    {jensen_renyi, 1 - 1e-9}};

RC_GTEST_PROP(SibMove, CostsWhatTheDefinitionSays, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  for (const auto& [kind, alpha] : measures) {
    const Case c(seed, kind, alpha);
    ItemCosts costs(c.table);
    for (Index d = 0; d < c.items.rows(); ++d) {
      const auto found = costs.all(d, c.labels[d]);
      for (int cluster = 0; cluster < c.clusters; ++cluster)
        RC_ASSERT(std::abs(found[cluster] - c.left_out(d) - c.cost_by_definition(d, cluster)) < 2e-11);
    }
  }
}

RC_GTEST_PROP(SibMove, CostsThatOfValuesOfAnySizeAndOfSmallOrders, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  Random random(seed);
  for (const double alpha : {0.01, 0.05, 0.9995}) {
    Case c(seed, csiszar, alpha);
    for (Index at = 0; at < c.items.size(); ++at) c.items.data()[at] *= std::exp(8 * random.normal());
    const SibItems prepared(bottleneck::distributions_of(c.items), csiszar, alpha);
    ClusterTable table(prepared, c.clusters);
    table.fill(c.labels, in_order(14));
    for (Index d = 0; d < 14; ++d) {
      const auto found = ItemCosts(table).all(d, c.labels[d]);
      for (int cluster = 0; cluster < c.clusters; ++cluster) {
        if (cluster == c.labels[d]) continue;  // what is left when nearly all is taken out has few digits
        RC_ASSERT(std::abs(found[cluster] - c.cost_by_definition(d, cluster)) < 2e-11);
      }
    }
  }
}

RC_GTEST_PROP(SibMove, GoesWhereItCostsTheLeast, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  for (const auto& [kind, alpha] : measures) {
    const Case c(seed, kind, alpha, 40, 7);
    ItemCosts costs(c.table);
    std::vector<float> tilts(static_cast<std::size_t>(c.table.width()), 0);
    for (Index d = 0; d < c.items.rows(); ++d) {  // the tilts of the item before are as good a start as any
      const int own = c.labels[d];
      const int found = costs.cheapest(d, own, tilts);
      const auto all = costs.all(d, own);
      RC_ASSERT(all[found] <= *std::min_element(all.begin(), all.end()) + 1e-11);
    }
  }
}

RC_GTEST_PROP(SibMove, RaisesTheInformationByWhatItSaves, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  for (const Measure m : {Measure{shannon, 1}, Measure{jensen_renyi, 0.4}}) {
    Case c(random.bits(), m.kind, m.alpha);
    const Index d = random.below(c.items.rows());
    const int from = c.labels[d], to = (from + 1) % c.clusters;
    const double before = information_kept(c.items, c.labels, c.clusters, m.kind, m.alpha);
    const auto costs = ItemCosts(c.table).all(d, from);
    c.labels[d] = to;
    const double after = information_kept(c.items, c.labels, c.clusters, m.kind, m.alpha);
    RC_ASSERT(std::abs(14 * (after - before) - (costs[from] - costs[to])) < 1e-12);
  }
}

RC_GTEST_PROP(SibMove, LeavesTheTableAsIfItHadBeenMadeAfresh, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  Case c(random.bits(), csiszar, 0.5, 30, 5);
  for (int move = 0; move < 40; ++move) {
    const Index d = random.below(30);
    const int from = c.labels[d], to = static_cast<int>(random.below(5));
    if (to == from || c.table.sizes()[from] < 2) continue;
    c.table.move(d, from, to);
    c.labels[d] = to;
  }
  ClusterTable fresh(c.prepared, 5);
  fresh.fill(c.labels, in_order(30));
  EXPECT_EQ(c.table.sizes(), fresh.sizes());
  for (Index x = 0; x < c.items.cols(); ++x)
    for (int z = 0; z < 5; ++z) {
      RC_ASSERT(std::abs(c.table.cells().sums(x)[z] - fresh.cells().sums(x)[z]) < 1e-14);
      RC_ASSERT((c.table.cells().sums(x)[z] == 0) == (fresh.cells().sums(x)[z] == 0));
    }
  std::vector<double> none;
  RC_ASSERT(std::abs(c.table.information(none) - information_kept(c.items, c.labels, 5, csiszar, 0.5)) <
            1e-12);
}

TEST(SibKernels, AreExactToAFewUnitsInTheLastPlace) {
  Random random(1);
  std::vector<double> t{0, 1, 0.5, 2, 1e-300, 1e300, 1 - 1e-16, 1 + 3e-16};
  while (t.size() < 1003) t.push_back(std::exp(20 * random.normal()));
  std::vector<double> found(t.size());
  for (const double alpha : {1.0, 0.5, 0.1, 0.999, 1 - 1e-9}) {
    bottleneck::kernels::psi(t.data(), static_cast<Index>(t.size()), alpha, found.data());
    for (std::size_t k = 0; k < t.size(); ++k) {
      const long double e = 1 - static_cast<long double>(alpha),
                        log = std::log(static_cast<long double>(t[k]));
      const auto expected = t[k] == 0 ? 0.0L : alpha == 1 ? t[k] * log : -t[k] * std::expm1(-e * log) / e;
      // e^y has the error of y, and 1 - alpha itself is rounded.
      const double size = std::max(1.0, t[k] == 0 ? 0 : static_cast<double>(std::abs(e * log)));
      EXPECT_NEAR(found[k], static_cast<double>(expected),
                  6e-16 * size * std::abs(static_cast<double>(expected)))
          << t[k] << " " << alpha;
    }
  }
}

/// Every partition of the items into two or three.
double best_by_exhaustion(const Matrix& items, int clusters, Information kind, double alpha) {
  double best = 0;
  std::vector<int> labels(static_cast<std::size_t>(items.rows()), 0);
  while (true) {
    best = std::max(best, information_kept(items, labels, clusters, kind, alpha));
    std::size_t i = 0;
    while (i < labels.size() && ++labels[i] == clusters) labels[i++] = 0;
    if (i == labels.size()) return best;
  }
}

TEST(Sib, FindsTheBestPartitionOfAFewItems) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Matrix items = real_counts(7, 5, 0.5, seed);
    for (const int clusters : {2, 3})
      for (const Measure m : {Measure{shannon, 1}, Measure{jensen_renyi, 0.5}})
        EXPECT_NEAR(sib(items, {.clusters = clusters,
                                .information = m.kind,
                                .alpha = m.alpha,
                                .restarts = 100,
                                .tolerance = 0})
                        .objective.value,
                    best_by_exhaustion(items, clusters, m.kind, m.alpha), 1e-12)
            << seed;
  }
}

RC_GTEST_PROP(Sib, EndsWhereNoMoveHelps, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = real_counts(25, 10, 0.4, seed);
  for (const Measure m : {Measure{shannon, 1}, Measure{jensen_renyi, 0.7}}) {
    auto found = sib(items, {.clusters = 4,
                             .information = m.kind,
                             .alpha = m.alpha,
                             .restarts = 1,
                             .iterations = 200,
                             .tolerance = 0,
                             .random_seed = seed});
    RC_ASSERT(found.converged);
    for (std::size_t i = 0; i < 25; ++i) {
      const int own = found.labels[i];
      if (cluster_sizes(found.labels, 4)[own] == 1) continue;
      for (int c = 0; c < 4; ++c) {
        found.labels[i] = c;
        RC_ASSERT(information_kept(items, found.labels, 4, m.kind, m.alpha) <= found.objective.value + 1e-11);
      }
      found.labels[i] = own;
    }
  }
}

RC_GTEST_PROP(Sib, KeepsTheLawsOfItsInformation, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = real_counts(40, 12, 0.3, seed);
  for (const auto& [kind, alpha] : measures) {
    const auto found = sib(items, {.clusters = 5,
                                   .information = kind,
                                   .alpha = alpha,
                                   .restarts = 2,
                                   .tolerance = 0,
                                   .random_seed = seed});
    const auto& trace = found.objective.trace;
    RC_ASSERT(found.objective.value == trace.back());
    RC_ASSERT(static_cast<int>(trace.size()) == found.iterations + 1);
    RC_ASSERT(found.objective.value == *std::max_element(trace.begin(), trace.end()));
    RC_ASSERT(std::abs(found.objective.value - information_kept(items, found.labels, 5, kind, alpha)) <
              1e-12);
    if (kind != csiszar || alpha == 1)
      for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - 1e-13);
    for (const auto size : cluster_sizes(found.labels, 5)) RC_ASSERT(size > 0);
  }
}

TEST(Sib, OfAnOrderNextToOneGivesTheLabelsOfOne) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Matrix items = real_counts(80, 15, 0.3, seed);
    const auto one = sib(items, {.clusters = 4, .restarts = 1, .tolerance = 0, .random_seed = seed});
    for (const Information kind : {csiszar, jensen_renyi}) {
      const auto near = sib(items, {.clusters = 4,
                                    .information = kind,
                                    .alpha = 1 - 1e-9,
                                    .restarts = 1,
                                    .tolerance = 0,
                                    .random_seed = seed});
      EXPECT_EQ(near.labels, one.labels);
      EXPECT_NEAR(near.objective.value, one.objective.value, 1e-7);
    }
  }
}

TEST(Sib, FindsGroupsWithEveryInformation) {
  const Matrix items = grouped(600, 3);
  for (const auto& [kind, alpha] : measures) {
    if (alpha < 0.3) continue;  // then hardly more counts than which features there are: here, all
    const auto found = sib(items, {.clusters = 3, .information = kind, .alpha = alpha});
    EXPECT_TRUE(found.converged);
    for (std::size_t i = 3; i < 600; ++i) ASSERT_EQ(found.labels[i], found.labels[i % 3]) << alpha;
  }
}

TEST(Sib, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = grouped(500, 1, 0.2);
  for (const Measure m : {Measure{shannon, 1}, Measure{csiszar, 0.6}}) {
    const SibOptions options{.clusters = 6, .information = m.kind, .alpha = m.alpha, .restarts = 4};
    const auto one = sib(items, options, {.threads = 1}),
               four = sib(to_sparse(items), options, {.threads = 4});
    EXPECT_EQ(one.labels, four.labels);
    EXPECT_EQ(one.objective.trace, four.objective.trace);
    EXPECT_EQ(one.sums, four.sums);
  }
}

TEST(Sib, ShuffledItemsGetShuffledLabels) {
  const Matrix items = grouped(200, 4, 0.2);
  const auto start = random_labels(200, 5, Random(1));
  auto order = in_order(200);
  Random(2).shuffle(order);
  Matrix shuffled(200, items.cols());
  std::vector<int> shuffled_start(200);
  for (Index i = 0; i < 200; ++i) {
    shuffled.row(i) = items.row(order[i]);
    shuffled_start[i] = start[order[i]];
  }
  for (const double alpha : {1.0, 0.5}) {
    const auto a = sib_from(items, start, {.clusters = 5, .alpha = alpha});
    const auto b = sib_from(shuffled, shuffled_start, {.clusters = 5, .alpha = alpha});
    for (Index i = 0; i < 200; ++i) EXPECT_EQ(b.labels[i], a.labels[order[i]]) << i;
  }
}

TEST(Sib, PlacesItsOwnItemsWhereTheyAre) {
  for (const double topical : {0.6, 0.2, 0.0}) {
    const Matrix items = grouped(150, 9, topical);
    const auto found = sib(items, {.clusters = 4, .restarts = 2, .iterations = 300, .tolerance = 0});
    std::vector<double> sizes;
    for (const auto size : cluster_sizes(found.labels, 4)) sizes.push_back(static_cast<double>(size));
    const auto placed = place_by_information(items, found.sums, sizes, csiszar, 1);
    EXPECT_EQ(placed.labels, found.labels);
    EXPECT_EQ(placed.objective, found.objective.value);
    const auto by_order =
        place_by_information(to_sparse(items), found.sums, sizes, csiszar, 0.5, {.threads = 4});
    EXPECT_EQ(by_order.labels,
              place_by_information(items, found.sums, sizes, csiszar, 0.5, {.threads = 1}).labels);
  }
}

TEST(Sib, EachItemMayBeAClusterOfItsOwn) {
  const Matrix items = real_counts(6, 5, 0.5, 1);
  for (const double alpha : {1.0, 0.5}) {
    const auto found = sib(items, {.clusters = 6, .alpha = alpha});
    EXPECT_THAT(cluster_sizes(found.labels, 6), Each(1));
    EXPECT_TRUE(found.converged);
  }
  EXPECT_THAT(sib(items, {.clusters = 1}).labels, Each(0));
  const Matrix equal = Matrix::Ones(9, 4);
  EXPECT_NEAR(sib(equal, {.clusters = 1, .alpha = 0.5}).objective.value, 0, 1e-15);
}

TEST(Sib, ItemsOfTheSameProportionsAreTheSame) {
  const Matrix items{{1, 2, 0}, {2, 4, 0}, {0, 1, 9}, {0, 10, 90}};
  for (const double alpha : {1.0, 0.4}) {
    const auto labels = sib(items, {.clusters = 2, .alpha = alpha}).labels;
    EXPECT_EQ(labels[0], labels[1]);
    EXPECT_EQ(labels[2], labels[3]);
    EXPECT_NE(labels[0], labels[2]);
  }
}

TEST(Sib, KeepsTheBestWhenItIsStopped) {
  const Matrix items = grouped(400, 7, 0.1);
  std::stop_source at_once;
  at_once.request_stop();
  const auto stopped = sib(items, {.clusters = 5}, {.stop = at_once.get_token()});
  EXPECT_TRUE(stopped.stopped);
  EXPECT_FALSE(stopped.converged);
  EXPECT_EQ(stopped.iterations, 0);
  EXPECT_NEAR(stopped.objective.value, information_kept(items, stopped.labels, 5, shannon, 1), 1e-13);
}

TEST(Sib, SaysWhatIsWrong) {
  Matrix items = grouped(20, 1);
  const std::vector<int> gap(20, 0);
  EXPECT_THAT(
      [&] { sib(items, {.information = shannon, .alpha = 0.5}); },
      ThrowsMessage<InvalidOption>(HasSubstr("set information to csiszar or jensen-renyi, or alpha to 1")));
  EXPECT_THAT([&] { sib(items, {.alpha = 1.5}); }, ThrowsMessage<InvalidOption>(HasSubstr("alpha")));
  EXPECT_THAT([&] { sib(items, {.clusters = 21}); }, ThrowsMessage<InvalidInput>(HasSubstr("only 20 items")));
  EXPECT_THAT([&] { sib(Matrix(Matrix::Ones(3, 2)), {.clusters = 2}); },
              ThrowsMessage<InvalidInput>(HasSubstr("ask for fewer")));
  EXPECT_THAT([&] { sib_from(items, gap, {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("no item in cluster 1")));
  EXPECT_THAT(
      [&] {
        place_by_information(items, Matrix::Ones(2, 5), std::vector{1.0, 1.0}, csiszar, 1);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("12 features, but the clusters have 5")));
  items.row(7).setZero();
  EXPECT_THAT([&] { sib(items, {}); }, ThrowsMessage<InvalidInput>(HasSubstr("item 7 is all zeros")));
  items(7, 3) = -2;
  EXPECT_THAT([&] { sib(to_sparse(items), {}); }, ThrowsMessage<InvalidInput>(HasSubstr("-2")));
}

/// The same counts in every third column, and nothing in the others.
Matrix spread_out(const Matrix& items) {
  Matrix wide = Matrix::Zero(items.rows(), 3 * items.cols());
  for (Index j = 0; j < items.cols(); ++j) wide.col(3 * j + 1) = items.col(j);
  return wide;
}

TEST(Sib, FeaturesThatNoItemHasChangeNothing) {
  const Matrix items = grouped(90, 4, 0.3), wide = spread_out(items);
  for (const double alpha : {1.0, 0.5}) {
    const SibOptions options{.clusters = 3, .alpha = alpha, .restarts = 3};
    const auto narrow = sib(items, options), same = sib(wide, options);
    EXPECT_EQ(same.labels, narrow.labels);
    EXPECT_EQ(same.objective.trace, narrow.objective.trace);
    EXPECT_EQ(same.sums, spread_out(narrow.sums));
    EXPECT_EQ(sib_from(wide, narrow.labels, options).sums,
              spread_out(sib_from(items, narrow.labels, options).sums));
  }
}

}  // namespace
}  // namespace bellwether
