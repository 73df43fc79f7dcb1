// The papers' formulas: their worked example, their lemmas, and the cheap forms against the literal ones.

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include <bellwether/coclustering/batch.h>
#include <bellwether/coclustering/count_logs.h>
#include <bellwether/coclustering/moves.h>
#include <bellwether/coclustering/objective.h>
#include <bellwether/coclustering/problem.h>
#include <bellwether/coclustering/stages.h>
#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether::coclustering {
namespace {

using testing_support::random_counts;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<int> random_labels(Index count, int clusters, Random random) {
  std::vector<int> labels;
  for (Index i = 0; i < count; ++i)
    labels.push_back(static_cast<int>(i < clusters ? i : random.below(clusters)));
  random.shuffle(labels);
  return labels;
}

/// D(p || q) = sum p log p/q over matching cells.
double divergence(const Matrix& p, const Matrix& q) {
  double sum = 0;
  for (Index at = 0; at < p.size(); ++at)
    if (p.data()[at] > 0) sum += p.data()[at] * std::log(p.data()[at] / q.data()[at]);
  return sum;
}

/// A problem with an auxiliary collection, and labels by chance.
struct Case {
  Matrix items, auxiliary;
  double lambda;
  Problem problem;
  Labels labels;
};

Case random_case(std::uint64_t random_seed, bool whole = true) {
  Random random(random_seed);
  Case made{random_counts(9, 7, 0.4, random_seed),
            random_counts(11, 7, 0.4, random_seed + 1),
            0.25 + 2 * random.uniform(),
            {},
            {}};
  if (!whole) {
    for (Index at = 0; at < made.items.size(); ++at) made.items.data()[at] *= 0.5 + random.uniform();
    for (Index at = 0; at < made.auxiliary.size(); ++at) made.auxiliary.data()[at] *= 0.5 + random.uniform();
  }
  made.problem = make_problem(made.items, 3, 4);
  add_collection(made.problem, joint_of(made.auxiliary, "others"), made.lambda, 3);
  settle_feature_clusters(made.problem, 4);
  made.labels.items = {random_labels(9, 3, random.split(1)), random_labels(11, 3, random.split(2))};
  made.labels.features = random_labels(7, made.problem.feature_clusters, random.split(3));
  return made;
}

const Matrix paper{{1, 0, 1}, {0, 1, 0}, {0, 1, 1}};
const std::vector<int> paper_items{0, 0, 1}, paper_features{0, 0, 1};

TEST(WorkedExample, OfTheSelfTaughtClusteringPaperComesOutToThePrintedDigits) {
  EXPECT_TRUE(
      joint_distribution(paper).isApprox(Matrix{{0.2, 0, 0.2}, {0, 0.2, 0}, {0, 0.2, 0.2}}, 1e-15));  // (1)
  const Matrix table = table_of(joint_of(paper, "x"), paper_items, 2, paper_features, 2);
  EXPECT_TRUE(table.isApprox(Matrix{{0.4, 0.2}, {0.2, 0.2}}, 1e-15));  // (4)
  const Matrix printed{{0.089, 0.178, 0.133}, {0.044, 0.089, 0.067}, {0.067, 0.133, 0.200}};
  const Matrix found = approximate_joint(paper, paper_items, paper_features);  // (7)
  for (Index at = 0; at < 9; ++at) EXPECT_NEAR(found.data()[at], printed.data()[at], 0.0005) << at;
}

TEST(WorkedExample, LosesTheInformationThatLemmaOneSays) {
  const double loss = information_loss(paper, paper_items, paper_features);
  EXPECT_NEAR(loss,
              divergence(joint_distribution(paper), approximate_joint(paper, paper_items, paper_features)),
              1e-15);
}

RC_GTEST_PROP(Lemmas, OneAndTwoHold, ()) {
  const auto made = random_case(*rc::gen::inRange<std::uint64_t>(0, 1'000'000));
  const auto& labels = made.labels.items[0];
  const Matrix p = joint_distribution(made.items);
  const Matrix q = approximate_joint(made.items, labels, made.labels.features);
  const double loss = information_loss(made.items, labels, made.labels.features);
  RC_ASSERT(std::abs(loss - divergence(p, q)) < 1e-13);  // lemma 1
  // Lemma 2: p~(z|x~) = p~(x,z) / p(x), and p~(x|z~) = p~(x,z) / p(z).
  double by_items = 0, by_features = 0;
  for (Index i = 0; i < p.rows(); ++i) {
    const double mass = p.row(i).sum();
    by_items += mass * divergence(p.row(i) / mass, q.row(i) / mass);
  }
  for (Index j = 0; j < p.cols(); ++j) {
    const double mass = p.col(j).sum();
    if (mass > 0) by_features += mass * divergence(Matrix(p.col(j) / mass), Matrix(q.col(j) / mass));
  }
  RC_ASSERT(std::abs(loss - by_items) < 1e-13);
  RC_ASSERT(std::abs(loss - by_features) < 1e-13);
}

TEST(Objective, IsTheLossOfEachCollectionTimesItsLambda) {
  const auto made = random_case(3);
  const double expected =
      information_loss(made.items, made.labels.items[0], made.labels.features) +
      made.lambda * information_loss(made.auxiliary, made.labels.items[1], made.labels.features);
  EXPECT_NEAR(loss(made.problem, made.labels), expected, 1e-13);
}

TEST(Batch, InSequenceLowersTheCounterexampleThatThePrintedAlgorithmRaises) {
  const Matrix counts{{2, 0, 1}, {0, 0, 2}, {0, 1, 0}};
  const Problem problem = make_problem(counts, 2, 2);
  Labels labels{{{0, 1, 0}}, {0, 1, 1}};
  EXPECT_NEAR(loss(problem, labels), 0.51873, 5e-6);
  SearchOptions options{.search = CoSearch::batch, .iterations = 1};
  const Rounds once = rounds(problem, labels, std::vector<std::vector<Index>>(1), {}, options, {});
  EXPECT_NEAR(once.trace.back(), 0.37489, 5e-6);
}

/// Equation (16) as printed, for one feature and one cluster; infinite where a profile has nothing.
double literal_cost(const Case& made, Index feature, int cluster) {
  double sum = 0;
  for (int a = 0; a < 2; ++a) {
    const Matrix& items = a == 0 ? made.items : made.auxiliary;
    const Matrix p = joint_distribution(items);
    const double mass = p.col(feature).sum();
    if (mass == 0) continue;
    // p~(x|z~) = p(x) p(x~,z~) / (p(x~) p(z~)), whatever feature of z~ asks.
    const auto& labels = made.labels.items[static_cast<std::size_t>(a)];
    Matrix shares = Matrix::Zero(p.rows(), 1);
    double of_cluster = 0;
    Vector joint = Vector::Zero(3), rows = Vector::Zero(3);
    for (Index i = 0; i < p.rows(); ++i)
      for (Index j = 0; j < p.cols(); ++j) {
        rows[labels[i]] += p(i, j);
        if (made.labels.features[j] != cluster) continue;
        joint[labels[i]] += p(i, j);
        of_cluster += p(i, j);
      }
    for (Index i = 0; i < p.rows(); ++i)
      shares(i, 0) = p.row(i).sum() * joint[labels[i]] / (rows[labels[i]] * of_cluster);
    sum += (a == 0 ? 1 : made.lambda) * mass * divergence(Matrix(p.col(feature) / mass), shares);
  }
  return std::isnan(sum) ? infinity : sum;
}

RC_GTEST_PROP(Batch, ChoosesWhatEquationSixteenAsPrintedChooses, ()) {
  auto made = random_case(*rc::gen::inRange<std::uint64_t>(0, 1'000'000), *rc::gen::arbitrary<bool>());
  std::vector<int> updated = made.labels.features;
  const auto views = made.problem.features_by(made.labels.items);
  Batch batch(views, updated, made.problem.feature_clusters);
  batch.sweep();
  if (batch.refills() > 0) return;
  for (Index z = 0; z < 7; ++z) {
    const double chosen = literal_cost(made, z, updated[z]);
    for (int c = 0; c < made.problem.feature_clusters; ++c)
      RC_ASSERT(chosen <= literal_cost(made, z, c) + 1e-12);
  }
}

RC_GTEST_PROP(Batch, ChoosesWhatEquationFourteenAsPrintedChooses, ()) {
  auto made = random_case(*rc::gen::inRange<std::uint64_t>(0, 1'000'000));
  const auto before = made.labels.items[0];
  std::vector<int> updated = before;
  const View view = made.problem.items_by(0, made.labels.features);
  Batch batch({&view, 1}, updated, 3);
  batch.sweep();
  if (batch.refills() > 0) return;
  const Matrix p = joint_distribution(made.items);
  const Matrix q = approximate_joint(made.items, before, made.labels.features);
  const auto cost = [&](Index item, int cluster) {
    for (Index other = 0; other < p.rows(); ++other)
      if (before[other] == cluster)
        return divergence(p.row(item) / p.row(item).sum(), q.row(other) / p.row(other).sum());
    return infinity;
  };
  for (Index i = 0; i < p.rows(); ++i)
    for (int c = 0; c < 3; ++c) RC_ASSERT(cost(i, updated[i]) <= cost(i, c) + 1e-12);
}

/// The best single move, by computing J for each.
RC_GTEST_PROP(Moves, LowerTheObjectiveByTheDifferenceOfTheScores, ()) {
  auto made = random_case(*rc::gen::inRange<std::uint64_t>(0, 1'000'000), *rc::gen::arbitrary<bool>());
  const bool features = *rc::gen::arbitrary<bool>();
  std::vector<int>& side = features ? made.labels.features : made.labels.items[0];
  const int clusters = features ? made.problem.feature_clusters : 3;
  std::vector<View> views = features ? made.problem.features_by(made.labels.items)
                                     : std::vector<View>{made.problem.items_by(0, made.labels.features)};
  Moves moves(views, side, clusters);
  for (Index element = 0; element < static_cast<Index>(side.size()); ++element) {
    const int old = side[element];
    const double before = loss(made.problem, made.labels), information = moves.information();
    double best = infinity;
    for (int c = 0; c < clusters; ++c) {
      side[element] = c;
      best = std::min(best, loss(made.problem, made.labels));
    }
    side[element] = old;
    const Index moved = moves.sweep(std::vector<Index>{element});
    const double after = loss(made.problem, made.labels);
    RC_ASSERT(after <= best + 2e-12);
    RC_ASSERT(moved == (side[element] != old ? 1 : 0));
    RC_ASSERT(std::abs((before - after) - (moves.information() - information)) < 1e-13);
  }
}

RC_GTEST_PROP(Rounds, NeverRaiseTheObjectiveAndEndWhereThePapersUpdateChangesNothing, ()) {
  const auto search = *rc::gen::element(CoSearch::moves, CoSearch::batch);
  auto made = random_case(*rc::gen::inRange<std::uint64_t>(0, 1'000'000), *rc::gen::arbitrary<bool>());
  std::vector<std::vector<Index>> orders{shuffled(9, Random(1)), shuffled(11, Random(2))};
  const SearchOptions options{.search = search};
  const Rounds done = rounds(made.problem, made.labels, orders, shuffled(7, Random(3)), options, {});
  for (std::size_t t = 1; t < done.trace.size(); ++t) RC_ASSERT(done.trace[t] <= done.trace[t - 1] + 1e-15);
  RC_ASSERT(done.converged);
  Labels again = made.labels;
  rounds(made.problem, again, orders, {}, {.search = CoSearch::batch, .iterations = 1}, {});
  if (search == CoSearch::moves)
    RC_ASSERT(again.items == made.labels.items && again.features == made.labels.features);
}

TEST(Logarithms, AreThoseOfTheLibraryToAFewUnitsInTheLastPlace) {
  Random random(1);
  for (int n = 0; n < 100'000; ++n) {
    const double t = std::exp(200 * (random.uniform() - 0.5));
    EXPECT_NEAR(branchless_log(t), std::log(t), 4e-16 * std::max(1.0, std::abs(std::log(t)))) << t;
  }
  for (const double t : {1.0, 0.5, 2.0, std::sqrt(0.5), std::nextafter(1.0, 0.0), 1e-300, 1e300})
    EXPECT_NEAR(branchless_log(t), std::log(t), 4e-16 * std::max(1.0, std::abs(std::log(t)))) << t;
  const CountLogs logs(5e6);
  for (const double n : {0.0, 1.0, 2.0, 1000.0, 1048575.0, 1048576.0, 4999999.0})
    EXPECT_EQ(logs(n), n > 0 ? n * std::log(n) : 0) << n;
}

TEST(Joint, CountsInUnitsOfItsSmallestValue) {
  const Matrix counts = random_counts(6, 5, 0.5, 1);
  const Joint joint = joint_of(counts, "x"), scaled = joint_of(Matrix(counts * 0.125), "x");
  EXPECT_TRUE(joint.whole && scaled.whole);
  EXPECT_EQ(joint.items.counts, scaled.items.counts);
  EXPECT_EQ(joint.information, scaled.information);
  EXPECT_EQ(joint.features.starts.back(), joint.items.starts.back());
  EXPECT_FALSE(joint_of(Matrix{{1, 0.3}}, "x").whole);
}

}  // namespace
}  // namespace bellwether::coclustering
