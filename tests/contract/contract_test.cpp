// The contract: what every method of the table owes its users. A method is tested here because it is in the
// table, without a line of test code of its own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include <bellwether/data/error.h>
#include <bellwether/models/model.h>
#include <tests/contract/recompute.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing_support::to_sparse;

/// Counts from three groups that use different columns, with noise: fit for every method, whether it wants
/// measurements, counts or directions. Item i is from group i mod 3.
Matrix grouped_counts(Index rows, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(rows, 12);
  for (Index i = 0; i < rows; ++i)
    for (int word = 0; word < 40; ++word) {
      const bool topical = random.uniform() < 0.6;
      m(i, topical ? 4 * (i % 3) + random.below(4) : random.below(12)) += 1;
    }
  return m;
}

/// Items of thousands of counts, each three times: responsibilities are 0 or 1, and with nearly as many
/// clusters as there are different items some clusters lose all of theirs.
Matrix long_repeated_counts(Index different, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(3 * different, 12);
  for (Index i = 0; i < different; ++i)
    for (int word = 0; word < 5000; ++word) {
      const bool topical = random.uniform() < 0.6;
      m(i, topical ? 4 * (i % 3) + random.below(4) : random.below(12)) += 1;
    }
  m.middleRows(different, different) = m.topRows(different);
  m.bottomRows(different) = m.topRows(different);
  return m;
}

class Contract : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method = find_method(GetParam());

  Outcome cluster(const Rows& items, int clusters, const Settings& more = {}, const struct Run& run = {},
                  std::span<const int> start = {}) const {
    Settings settings{{"clusters", std::int64_t{clusters}}};
    settings.insert(settings.end(), more.begin(), more.end());
    return method.cluster({.items = items, .start = start}, settings, run);
  }

  /// One search of many rounds, from items by chance where the method can: from a bad start clusters run
  /// empty.
  Settings random_starts(std::uint64_t random_seed) const {
    Settings settings{{"restarts", std::int64_t{1}},
                      {"tolerance", 0.0},
                      {"iterations", std::int64_t{60}},
                      {"random_seed", static_cast<std::int64_t>(random_seed)}};
    for (const auto& option : method.options())
      if (option.name == "start") settings.emplace_back("start", std::string("random"));
    return settings;
  }

  template <class Kind>
  void expect_error(const Rows& items, int clusters, const std::string& words,
                    const Settings& more = {}) const {
    try {
      cluster(items, clusters, more);
      FAIL() << "no error, but expected: " << words;
    } catch (const Kind& error) {
      EXPECT_THAT(error.what(), HasSubstr(words));
    }
  }
};

INSTANTIATE_TEST_SUITE_P(EveryMethod, Contract, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const auto& m : searches()) names.push_back(m.name);
                           return names;
                         }()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

void expect_same(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.clustering.labels, b.clustering.labels);
  EXPECT_EQ(a.clustering.probabilities, b.clustering.probabilities);
  EXPECT_EQ(a.clustering.objective.trace, b.clustering.objective.trace);
  ASSERT_EQ(a.parameters.size(), b.parameters.size());
  for (std::size_t p = 0; p < a.parameters.size(); ++p)
    EXPECT_EQ(a.parameters[p].second, b.parameters[p].second);
}

TEST_P(Contract, DescribesItself) {
  EXPECT_THAT(method.summary, Not(IsEmpty()));
  EXPECT_THAT(method.citation, Not(IsEmpty()));
  EXPECT_THAT(method.objective, Not(IsEmpty()));
  for (const auto& option : method.options()) {
    EXPECT_THAT(option.help, Not(IsEmpty())) << option.name;
    EXPECT_EQ(option.name.find('-'), std::string::npos) << "names are written with underscores";
    EXPECT_THAT(range_in_words(option), Not(IsEmpty()));
  }
}

TEST_P(Contract, GivesTheSameAnswerOnAnyNumberOfThreads) {
  const Matrix items = grouped_counts(3000, 1);
  const SparseMatrix sparse = to_sparse(items);
  const Settings few_rounds{{"iterations", std::int64_t{8}}, {"restarts", std::int64_t{3}}};
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    const auto one = cluster(rows, 5, few_rounds, {.threads = 1});
    expect_same(one, cluster(rows, 5, few_rounds, {.threads = 2}));
    expect_same(one, cluster(rows, 5, few_rounds, {.threads = 4}));
  }
}

TEST_P(Contract, TheReportedOptionsReproduceTheResult) {
  const Matrix items = grouped_counts(200, 2);
  const auto first = cluster(items, 3, {{"random_seed", std::int64_t{42}}});
  EXPECT_EQ(first.clustering.random_seed, 42u);
  expect_same(first, method.cluster({.items = items}, first.options, {}));
}

TEST_P(Contract, FindsGroupsThatAreThere) {
  const Matrix items = grouped_counts(600, 3);
  const auto labels = cluster(items, 3).clustering.labels;
  for (Index i = 3; i < items.rows(); ++i) EXPECT_EQ(labels[i], labels[i % 3]) << "item " << i;
}

TEST_P(Contract, AResultIsComplete) {
  const Matrix items = grouped_counts(100, 4);
  const auto c = cluster(items, 4).clustering;
  EXPECT_EQ(c.clusters, 4);
  ASSERT_EQ(c.labels.size(), 100u);
  for (const int label : c.labels) EXPECT_TRUE(label >= 0 && label < 4);
  if (!c.probabilities.empty()) {
    ASSERT_EQ(c.probabilities.size(), 100u);
    for (const double p : c.probabilities) EXPECT_TRUE(p > 0 && p <= 1 + 1e-15) << p;
  }
  EXPECT_EQ(c.objective.name, method.objective);
  EXPECT_EQ(c.objective.value, c.objective.trace.back());
  EXPECT_EQ(static_cast<int>(c.objective.trace.size()), c.iterations + 1);
  EXPECT_TRUE(c.converged);
  EXPECT_FALSE(c.stopped);
}

TEST_P(Contract, ShuffledItemsGetShuffledLabels) {
  if (!method.takes_start) GTEST_SKIP() << "takes no start";
  const Matrix items = grouped_counts(300, 5);
  std::vector<int> start(300), shuffled_start(300);
  std::vector<Index> order(300);
  std::iota(order.begin(), order.end(), Index{0});
  Random(5).shuffle(order);
  Matrix shuffled(300, items.cols());
  for (Index i = 0; i < 300; ++i) start[i] = static_cast<int>(i / 100);
  for (Index i = 0; i < 300; ++i) {
    shuffled.row(i) = items.row(order[i]);
    shuffled_start[i] = start[order[i]];
  }
  const auto a = cluster(items, 3, {}, {}, start).clustering;
  const auto b = cluster(shuffled, 3, {}, {}, shuffled_start).clustering;
  for (Index i = 0; i < 300; ++i) EXPECT_EQ(b.labels[i], a.labels[order[i]]) << i;
}

TEST_P(Contract, SparseItemsGetTheLabelsOfDenseOnes) {
  if (!method.takes_start) GTEST_SKIP() << "takes no start";
  const Matrix items = grouped_counts(300, 6);
  const SparseMatrix sparse = to_sparse(items);
  std::vector<int> start(300);
  for (std::size_t i = 0; i < 300; ++i) start[i] = static_cast<int>(i / 100);
  const auto dense = cluster(items, 3, {}, {}, start).clustering;
  const auto thin = cluster(sparse, 3, {}, {}, start).clustering;
  EXPECT_EQ(dense.labels, thin.labels);
  EXPECT_NEAR(dense.objective.value, thin.objective.value, 1e-9 * std::abs(dense.objective.value));
}

TEST_P(Contract, TheTraceGoesTheWayOfTheGoal) {
  for (std::uint64_t seed = 10; seed < 20; ++seed) {
    const Matrix items = grouped_counts(150, seed);
    const auto c =
        cluster(items, 7,
                {{"restarts", std::int64_t{1}}, {"tolerance", 0.0}, {"iterations", std::int64_t{60}}})
            .clustering;
    const double sign = c.objective.goal == Goal::minimise ? 1 : -1;
    const auto& trace = c.objective.trace;
    for (std::size_t t = 1; t < trace.size(); ++t)
      EXPECT_LE(sign * trace[t], sign * trace[t - 1] + 1e-12 * std::abs(trace[t - 1])) << "round " << t;
  }
}

TEST_P(Contract, TheTraceGoesTheWayOfTheGoalWhereClustersRunEmpty) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Matrix items = long_repeated_counts(20, seed);
    for (const int clusters : {7, 19}) {
      const auto outcome = cluster(items, clusters, random_starts(seed));
      const Objective& objective = outcome.clustering.objective;
      const double sign = objective.goal == Goal::minimise ? 1 : -1;
      const auto& trace = objective.trace;
      // The rounding of a sum, some 4500 epsilon of its terms; those of vm are up to kappa each.
      double size = 0;
      for (const double value : trace) size = std::max(size, std::abs(value));
      for (const auto& [name, table] : outcome.parameters)
        if (name == "kappa") size += table(0, 0) * static_cast<double>(items.rows());
      for (std::size_t t = 1; t < trace.size(); ++t)
        EXPECT_LE(sign * trace[t], sign * trace[t - 1] + 1e-12 * size)
            << clusters << " clusters, seed " << seed << ", round " << t;
    }
  }
}

TEST_P(Contract, AModelWithAnEmptyClusterPlacesTheItemsWhereTheyAre) {
  if (!method.place || !method.places_exactly) GTEST_SKIP() << "has no model that places exactly";
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Matrix items = long_repeated_counts(20, seed);
    const auto outcome = cluster(items, 7, random_starts(seed));
    Model model;
    model.method = method.name;
    model.options = outcome.options;
    model.parameters = outcome.parameters;
    Dataset again;
    again.values = items;
    EXPECT_EQ(place(model_from_bytes(to_bytes(model), "model"), again).labels, outcome.clustering.labels);
  }
}

TEST_P(Contract, TheObjectiveIsWhatAnIndependentComputationGives) {
  if (!method.place) GTEST_SKIP() << "has no model";
  for (std::uint64_t seed = 20; seed < 25; ++seed) {
    const Matrix items = grouped_counts(150, seed);
    const auto outcome = cluster(items, 4, {{"tolerance", 0.0}, {"iterations", std::int64_t{2000}}});
    const double expected = recompute_objective(items, outcome);
    // Of topics the computation finds the best mixtures, which EM comes ever nearer to.
    const double share = method.cluster_table == "topics" ? 1e-7 : 1e-9;
    EXPECT_NEAR(outcome.clustering.objective.value, expected, share * std::abs(expected)) << seed;
  }
}

TEST_P(Contract, AModelKnowsHowManyClustersItHasAndPlacesItemsInNoOther) {
  if (!method.place) GTEST_SKIP() << "has no model";
  const Matrix items = grouped_counts(60, 26);
  for (const int clusters : {1, 2, 7}) {
    const Outcome outcome = cluster(items, clusters);
    const Model model = model_from_bytes(to_bytes(model_of(method, outcome)), "m");
    EXPECT_EQ(cluster_count(model), clusters);
    Dataset again{.values = items};
    const Placement placed = place(model, again);
    ASSERT_EQ(placed.labels.size(), 60u);
    const auto sizes = cluster_sizes(placed.labels, cluster_count(model));
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}), 60);
  }
}

TEST_P(Contract, StoppingEarlyKeepsAValidResult) {
  const Matrix items = grouped_counts(2000, 7);
  std::stop_source at_once;
  at_once.request_stop();
  std::stop_source later;
  int calls = 0;
  const auto stop_later = [&](const Progress&) {
    if (++calls == 4) later.request_stop();
  };
  for (const struct Run& run : {bellwether::Run{.stop = at_once.get_token()},
                                bellwether::Run{.on_progress = stop_later, .stop = later.get_token()}}) {
    const auto outcome = cluster(items, 5, {{"tolerance", 0.0}, {"restarts", std::int64_t{1000}}}, run);
    const auto& c = outcome.clustering;
    EXPECT_TRUE(c.stopped);
    ASSERT_EQ(c.labels.size(), 2000u);
    for (const int label : c.labels) ASSERT_TRUE(label >= 0 && label < 5);
    EXPECT_TRUE(std::isfinite(c.objective.value));
    if (method.place && method.places_exactly) {
      EXPECT_EQ(method.place(outcome.parameters, items, {}).labels, c.labels);
    }
  }
}

TEST_P(Contract, ReportsProgressOnTheCallersThreadOnly) {
  const Matrix items = grouped_counts(500, 8);
  const auto caller = std::this_thread::get_id();
  int calls = 0;
  cluster(items, 3, {}, {.threads = 4, .on_progress = [&](const Progress& p) {
                           EXPECT_EQ(std::this_thread::get_id(), caller);
                           EXPECT_LE(p.iteration, p.iterations);
                           EXPECT_LE(p.restarts_done, p.restarts);
                           ++calls;
                         }});
  EXPECT_GT(calls, 0);
}

TEST_P(Contract, ASavedModelPlacesTheItemsWhereTheyAre) {
  if (!method.place) GTEST_SKIP() << "has no model";
  const Matrix items = grouped_counts(300, 9);
  const auto outcome = cluster(items, 4);
  Model model;
  model.method = method.name;
  model.options = outcome.options;
  model.parameters = outcome.parameters;
  Dataset again;
  again.values = items;
  const auto placed = place(model_from_bytes(to_bytes(model), "model"), again);
  const Objective& reported = outcome.clustering.objective;
  if (method.places_exactly) {
    EXPECT_EQ(placed.labels, outcome.clustering.labels);
    EXPECT_NEAR(placed.objective, reported.value, 1e-10 * std::abs(placed.objective));
  } else {
    const double sign = reported.goal == Goal::minimise ? 1 : -1;
    EXPECT_LE(sign * placed.objective, sign * reported.value + 1e-10 * std::abs(reported.value));
  }
}

TEST_P(Contract, OneItemAndEqualItemsAreOneCluster) {
  const Matrix one{{1, 2, 3}};
  EXPECT_THAT(cluster(one, 1).clustering.labels, ::testing::ElementsAre(0));
  const Matrix equal = Matrix::Ones(5, 3);
  EXPECT_THAT(cluster(equal, 1).clustering.labels, ::testing::Each(0));
}

TEST_P(Contract, AsksForAPossibleNumberOfClusters) {
  const Matrix items{{1, 2}, {1, 2}, {3, 1}};
  const SparseMatrix sparse = to_sparse(items);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    expect_error<InvalidOption>(rows, 0, "at least 1");
    expect_error<InvalidInput>(rows, 4, "only 3 items");
    expect_error<InvalidInput>(rows, 3, "ask for fewer");
  }
}

TEST_P(Contract, RefusesItemsThatAreNotThere) {
  expect_error<InvalidInput>(Matrix(0, 3), 1, "no items");
  expect_error<InvalidInput>(Matrix(3, 0), 1, "no features");
}

TEST_P(Contract, RefusesValuesThatAreNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()}) {
    Matrix items = grouped_counts(2000, 1);
    items(1500, 2) = bad;
    expect_error<InvalidInput>(items, 2, "1501");  // rows are counted from 1
    expect_error<InvalidInput>(to_sparse(items), 2, "1501");
  }
}

TEST_P(Contract, RefusesAnItemWithoutADirectionIfItNeedsOne) {
  Matrix items = grouped_counts(20, 1);
  items.row(7).setZero();
  if (method.refuses_zero_rows) {
    expect_error<InvalidInput>(items, 2, "item 7 is all zeros");
    expect_error<InvalidInput>(to_sparse(items), 2, "item 7 is all zeros");
  } else {
    EXPECT_EQ(cluster(items, 2).clustering.labels.size(), 20u);
  }
}

TEST_P(Contract, RefusesNegativeCountsIfItNeedsCounts) {
  Matrix items = grouped_counts(20, 1);
  items(7, 3) = -2;
  if (method.needs_counts) {
    expect_error<InvalidInput>(items, 2, "-2");
    expect_error<InvalidInput>(to_sparse(items), 2, "-2");
  } else {
    EXPECT_EQ(cluster(items, 2).clustering.labels.size(), 20u);
  }
}

TEST_P(Contract, ClustersOfFeaturesAreComplete) {
  const Matrix items = grouped_counts(100, 4);
  const FeatureClusters features = cluster(items, 3).features;
  EXPECT_EQ(features.clusters > 0, method.clusters_features);
  if (features.clusters == 0) return;
  ASSERT_EQ(features.labels.size(), 12u);
  ASSERT_EQ(features.weights.size(), 12u);
  for (std::size_t j = 0; j < 12; ++j) {
    EXPECT_TRUE(features.labels[j] >= 0 && features.labels[j] < features.clusters);
    EXPECT_TRUE(features.weights[j] >= 0 && features.weights[j] <= 1);
  }
}

TEST_P(Contract, RefusesUnknownOptionsAndValuesOutOfRange) {
  const Matrix items = grouped_counts(20, 1);
  expect_error<InvalidOption>(items, 2, "did you mean 'iterations'?", {{"iteration", std::int64_t{3}}});
  expect_error<InvalidOption>(items, 2, "must be a whole number, at least 1",
                              {{"restarts", std::int64_t{0}}});
  expect_error<InvalidOption>(items, 2, "must be a number, at least 0", {{"tolerance", -1.0}});
}

TEST_P(Contract, RefusesAStartThatDoesNotFit) {
  if (!method.takes_start) GTEST_SKIP() << "takes no start";
  const Matrix items = grouped_counts(4, 1);
  const std::vector<int> out_of_range{0, 1, 2, 0}, empty_cluster{0, 0, 0, 0}, too_short{0, 1};
  for (const auto& start : {out_of_range, empty_cluster, too_short})
    EXPECT_THROW(cluster(items, 2, {}, {}, start), InvalidInput);
}

}  // namespace
}  // namespace bellwether
