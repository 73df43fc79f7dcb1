#include <bellwether/links/pcc_search.h>

#include <gtest/gtest.h>

#include <bellwether/links/pcc_start.h>
#include <tests/links/pcc_brute_force.h>
#include <tests/support/data.h>

namespace bellwether::pcc_parts {
namespace {

using testing_support::random_matrix;

/// A search with its data, and J from the definition, for any labels, means, metrics and farthest pairs.
struct Scene {
  Matrix items;
  Knowledge knowledge = {};
  PccOptions options;
  LinkGraph graph;
  bellwether::Run run = {.threads = 1};
  Spread spread;
  Search search;

  Scene(const PccOptions& o, std::uint64_t seed, Index count = 50)
      : items(random_matrix(count, 3, seed)),
        knowledge(links(count, seed)),
        options(o),
        graph(knowledge, count),
        spread(spread_of(items, run)),
        search(items, spread, graph, {}, options, Random(seed), run) {}

  static Knowledge links(Index count, std::uint64_t seed) {
    Random random(seed);
    Knowledge made;
    for (int l = 0; l < 40; ++l)
      (l % 2 == 0 ? made.must_link : made.cannot_link)
          .emplace_back(random.below(count / 2), count / 2 + l % 20);
    return made;
  }

  /// The pairs of the search, measured by given metrics.
  double objective(const Round& round, const std::vector<int>& labels) const {
    const auto metrics =
        brute_force::matrices_of(round.metrics.weights(), round.metrics.matrices(), round.means.rows());
    std::vector<double> far;
    for (Index h = 0; h < round.means.rows(); ++h) {
      const FarPair& pair = search.far()[std::min(h, pairs - 1)];
      far.push_back(brute_force::quadratic(metrics[h], items.row(pair.first) - items.row(pair.second)));
    }
    return brute_force::pcc_objective(items, knowledge, options, {labels, round.means, metrics}, far);
  }
  Index pairs = 1;  ///< how many metrics the pairs were found for
};

std::vector<PccOptions> every_metric(double cannot_weight) {
  std::vector<PccOptions> all;
  for (const Metric metric : {Metric::none, Metric::diagonal, Metric::full})
    for (const MetricScope scope : {MetricScope::own, MetricScope::shared})
      all.push_back({.clusters = 4,
                     .metric = metric,
                     .scope = scope,
                     .must_weight = 0.3,
                     .cannot_weight = cannot_weight});
  return all;
}

TEST(PccSearch, TheObjectiveNeverRisesWithinARound) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const auto& options : every_metric(0.05)) {
      Scene s(options, seed);
      Round round = s.search.first_round(s.items.topRows(4));
      s.search.assess(round);
      for (int t = 0; t < 8; ++t) {
        s.pairs = round.metrics.count();
        const double assessed = s.objective(round, s.search.labels());
        const auto moments = s.search.assess(round);  // once more: the same pairs, labels that only gain
        const double again = s.objective(round, s.search.labels());
        const double slack = 1e-10 * (50 + std::abs(assessed));
        EXPECT_LE(again, assessed + slack);
        EXPECT_NEAR(moments.objective, again, slack);
        round = s.search.update(round, moments);
        EXPECT_LE(s.objective(round, s.search.labels()), again + slack) << "the update made it worse";

        const auto before = s.search.labels();
        const auto next = s.search.assess(round);
        s.pairs = round.metrics.count();
        EXPECT_LE(next.objective, s.objective(round, before) + slack) << "the assignment made it worse";
      }
    }
}

/// J as a function of the metrics has no slope where the update leaves them.
TEST(PccSearch, TheMetricsAreWhereTheGradientVanishes) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    for (const auto& options : every_metric(0.05)) {
      if (options.metric == Metric::none) continue;
      Scene s(options, seed);
      Round round = s.search.first_round(s.items.topRows(4));
      for (int t = 0; t < 2; ++t) {
        s.pairs = round.metrics.count();
        const auto moments = s.search.assess(round);
        round = s.search.update(round, moments);
      }
      ASSERT_FALSE(s.search.broken().links.empty());
      const auto& labels = s.search.labels();
      const bool full = options.metric == Metric::full;
      const Matrix tables = full ? round.metrics.matrices() : round.metrics.weights();
      const Index size = 3;
      for (Index row = 0; row < tables.rows(); ++row)
        for (Index column = 0; column < size; ++column) {
          const auto at = [&](double step) {
            Matrix moved = tables;
            moved(row, column) += step;
            // A matrix stays symmetric.
            if (full && row % size != column) moved(row - row % size + column, row % size) += step;
            const Round other{round.means,
                              full ? ClusterMetrics::full(moved) : ClusterMetrics::diagonal(moved)};
            return s.objective(other, labels);
          };
          const double step =
              1e-5 * std::abs(tables(row, row % size == column || !full ? column : row % size));
          const double curvature = (at(step) + at(-step) - 2 * at(0)) / (step * step);
          const double slope = (at(step) - at(-step)) / (2 * step);
          EXPECT_GE(curvature, 0);
          EXPECT_NEAR(slope * step, 0, 1e-8 * (50 + std::abs(at(0))) * step / 1e-5);
        }
    }
}

/// Goes through items as ICM does, computing J in full for every choice.
std::vector<int> slow_sweeps(const Scene& s, const Round& round, std::vector<int> labels,
                             const std::vector<Index>& order) {
  const auto state = [&] {
    return brute_force::PccState{
        labels, round.means,
        brute_force::matrices_of(round.metrics.weights(), round.metrics.matrices(), round.means.rows())};
  };
  const auto far = brute_force::farthest_of_clusters(s.items, state());
  for (bool moved = true; moved;) {
    moved = false;
    for (const Index i : order) {
      const int before = labels[i];
      int best = before;
      double least = brute_force::pcc_objective(s.items, s.knowledge, s.options, state(), far);
      for (int h = 0; h < round.means.rows(); ++h) {
        labels[i] = h;
        const double cost = brute_force::pcc_objective(s.items, s.knowledge, s.options, state(), far);
        if (cost < least - 1e-9) {
          least = cost;
          best = h;
        }
      }
      labels[i] = best;
      moved = moved || best != before;
    }
  }
  return labels;
}

TEST(LinkedChoice, MovesItemsAsASlowSweepDoes) {
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    for (const auto& options : every_metric(0.1)) {
      Scene s(options, seed, 40);
      Round round = s.search.first_round(s.items.topRows(4));
      for (int t = 0; t < 2; ++t) round = s.search.update(round, s.search.assess(round));

      // From the labels of nearest means, which links have not touched yet.
      std::vector<int> labels =
          place_by_pcc(s.items, {round.means, round.metrics.weights(), round.metrics.matrices()}).labels;
      std::vector<int> order(s.graph.linked.size());
      std::vector<Index> items;
      for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>((7 * k) % order.size());
      for (const int k : order) items.push_back(s.graph.linked[k]);
      const auto expected = slow_sweeps(s, round, labels, items);

      Matrix scores(std::ssize(s.graph.linked), 4);
      for (Index k = 0; k < scores.rows(); ++k)
        for (Index h = 0; h < 4; ++h)
          scores(k, h) = round.metrics.squared_length(s.items.row(s.graph.linked[k]) - round.means.row(h),
                                                      round.metrics.of(h)) -
                         round.metrics.log_determinant(round.metrics.of(h));
      FarPairs far(s.items);
      far.renew(round.metrics);
      const Matrix lengths = round.metrics.squared_distances(s.items, s.graph.links);
      LinkedChoice choice(s.graph, scores, lengths, round.metrics, far,
                          {options.must_weight, options.cannot_weight}, {});
      choice.settle(order, labels);
      EXPECT_EQ(labels, expected);
    }
}

TEST(Neighbourhoods, TheLargestComesFirstThenTheFarAndLarge) {
  // Neighbourhoods: {0, 1} at 0, {2, 3, 4} at 10, {5, 6} at 11, {7, 8} at -20; item 9 is alone.
  const Matrix line{{-1}, {1}, {9}, {10}, {11}, {10}, {12}, {-19}, {-21}, {500}};
  Knowledge knowledge;
  knowledge.must_link = {{0, 1}, {2, 3}, {3, 4}, {5, 6}, {7, 8}};
  const Neighbourhoods three(line, knowledge, 3);
  EXPECT_EQ(three.first_means(line, Start::plus_plus, Random(1), {}), (Matrix{{10}, {-20}, {0}}));
  const Matrix five = Neighbourhoods(line, knowledge, 5).first_means(line, Start::plus_plus, Random(1), {});
  EXPECT_EQ(Matrix(five.topRows(4)), (Matrix{{10}, {-20}, {0}, {11}}));
  EXPECT_EQ(five(4, 0), 500);  // the only item far from all others, within a chance of a thousandth
}

TEST(Neighbourhoods, SeedsAndWhatIsLinkedToThemStartTheirClusters) {
  const Matrix line{{0}, {2}, {10}, {20}, {30}, {32}};
  Knowledge knowledge{.seeds = {1, unlabelled, unlabelled, 1, unlabelled, unlabelled}};
  knowledge.must_link = {{0, 1}, {4, 5}};
  const Matrix means = Neighbourhoods(line, knowledge, 2).first_means(line, Start::plus_plus, Random(1), {});
  EXPECT_EQ(means, (Matrix{{31}, {22.0 / 3}}));
}

TEST(Neighbourhoods, AnItemThatLeadsToTwoSeedsFollowsNeither) {
  const Matrix line{{0}, {2}, {10}};
  Knowledge knowledge{.seeds = {0, unlabelled, 1}};
  knowledge.must_link = {{0, 1}, {1, 2}};
  const Matrix means = Neighbourhoods(line, knowledge, 2).first_means(line, Start::random, Random(1), {});
  EXPECT_EQ(means, (Matrix{{0}, {10}}));
}

}  // namespace
}  // namespace bellwether::pcc_parts
