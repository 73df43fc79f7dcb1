#include <bellwether/links/csp.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/links/csp_problem.h>
#include <bellwether/links/neighbour_graph.h>
#include <bellwether/mixtures/kmeans.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using csp_parts::Constraints;
using csp_parts::Solver;
using csp_parts::SpectralProblem;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::LabelledItems;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_sparse;

/// Rings around each other, or half rings in each other; item i is from the (i mod 2)th.
LabelledItems rings(Index count, double noise) {
  Random random(1);
  LabelledItems made{Matrix(count, 2), {}};
  for (Index i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * random.uniform(), radius = 1 + static_cast<double>(i % 2);
    made.items.row(i) << radius * std::cos(angle) + noise * random.normal(),
        radius * std::sin(angle) + noise * random.normal();
    made.truth.push_back(static_cast<int>(i % 2));
  }
  return made;
}

LabelledItems moons(Index count, double noise) {
  Random random(1);
  LabelledItems made{Matrix(count, 2), {}};
  for (Index i = 0; i < count; ++i) {
    const double angle = std::numbers::pi * random.uniform();
    const bool lower = i % 2 == 1;
    made.items.row(i) << (lower ? 1 - std::cos(angle) : std::cos(angle)) + noise * random.normal(),
        (lower ? 0.5 - std::sin(angle) : std::sin(angle)) + noise * random.normal();
    made.truth.push_back(lower ? 1 : 0);
  }
  return made;
}

Knowledge true_links(const std::vector<int>& truth, int count, std::uint64_t seed) {
  Random random(seed);
  Knowledge made;
  const auto items = static_cast<Index>(truth.size());
  while (static_cast<int>(made.must_link.size() + made.cannot_link.size()) < count) {
    const Index a = random.below(items), b = random.below(items);
    if (a != b) (truth[a] == truth[b] ? made.must_link : made.cannot_link).emplace_back(a, b);
  }
  return made;
}

Knowledge true_seeds(const std::vector<int>& truth, int count, std::uint64_t seed) {
  Random random(seed);
  Knowledge made{.seeds = std::vector<int>(truth.size(), unlabelled)};
  for (int k = 0; k < count; ++k) {
    const auto item = random.below(static_cast<std::int64_t>(truth.size()));
    made.seeds[item] = truth[item];
  }
  return made;
}

double share_right(const std::vector<int>& labels, const std::vector<int>& truth) {
  double same = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) same += labels[i] == truth[i] ? 1 : 0;
  return std::max(same, static_cast<double>(labels.size()) - same) / static_cast<double>(labels.size());
}

Matrix dense_constraints(const Constraints& q, Index items) {
  Matrix table(items, items);
  for (Index j = 0; j < items; ++j) table.col(j) = q * Vector::Unit(items, j);
  return table;
}

TEST(Csp, FindsRingsWhichKMeansCannot) {
  const auto [items, truth] = rings(300, 0.1);
  EXPECT_LT(share_right(kmeans(items, {.clusters = 2}).labels, truth), 0.6);
  EXPECT_EQ(share_right(csp(items, {}).labels, truth), 1);
  EXPECT_EQ(share_right(csp(items, true_seeds(truth, 60, 1)).labels, truth), 1);
}

TEST(Csp, WhatIsKnownMendsACutThroughTheMiddle) {
  const auto [items, truth] = moons(300, 0.15);
  EXPECT_LT(share_right(csp(items, {}).labels, truth), 0.8);
  EXPECT_GT(share_right(csp(items, true_seeds(truth, 60, 1), {.beta = 0.8}).labels, truth), 0.95);
  EXPECT_GT(share_right(csp(items, true_links(truth, 200, 1), {.beta = 0.8}).labels, truth), 0.95);
}

TEST(Csp, SeedsOfOneClusterAloneCutWhereTheGraphDoes) {
  // Nothing is to be apart, so no solution has a positive lambda; one that rounding makes positive is none.
  const LabelledItems made = rings(300, 0.05);
  std::vector<int> seeds(300, unlabelled);
  for (std::size_t i = 0; i < 300; i += 30) seeds[i] = 0;
  const auto guided = csp(made.items, {.seeds = seeds}, {.clusters = 2});
  EXPECT_EQ(guided.constrained_cuts, 0);
  EXPECT_EQ(guided.labels, made.truth);
}

TEST(Csp, SeedsNumberTheClusters) {
  const auto [items, truth] = three_blobs({.per_blob = 40});
  Knowledge knowledge{.seeds = std::vector<int>(120, unlabelled)};
  for (std::size_t i = 0; i < 12; ++i) knowledge.seeds[i] = (truth[i] + 1) % 3;
  const auto labels = csp(items, knowledge, {.clusters = 3}).labels;
  for (std::size_t i = 0; i < 120; ++i) EXPECT_EQ(labels[i], (truth[i] + 1) % 3);
}

TEST(Constraints, AreOneTogetherMinusOneApart) {
  Knowledge knowledge{.seeds = {0, 0, 1, unlabelled, unlabelled, unlabelled, unlabelled}};
  knowledge.must_link = {{3, 4}, {4, 3}, {6, 6}};
  knowledge.cannot_link = {{4, 5}};
  const Constraints q(knowledge, 7, 2);
  const Matrix expected{{1, 1, -1, 0, 0, 0, 0}, {1, 1, -1, 0, 0, 0, 0}, {-1, -1, 1, 0, 0, 0, 0},
                        {0, 0, 0, 1, 1, 0, 0},  {0, 0, 0, 1, 1, -1, 0}, {0, 0, 0, 0, -1, 1, 0},
                        {0, 0, 0, 0, 0, 0, 0}};
  EXPECT_EQ(dense_constraints(q, 7), expected);
  EXPECT_EQ(q.sum(), expected.sum());
  EXPECT_EQ(q.absolute(), expected.cwiseAbs().sum());
  EXPECT_THAT(q.known(), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(SpectralProblem, TheLimitOfBetaIsTheLargestEigenvalue) {
  const auto [items, truth] = moons(400, 0.15);
  const SpectralProblem problem(neighbour_graph(items, 10));
  for (const int links : {1, 30, 500}) {
    const Constraints q(true_links(truth, links, 1), 400, 2);
    const Vector root = problem.degrees().cwiseSqrt().cwiseInverse();
    const Matrix scaled = root.asDiagonal() * dense_constraints(q, 400) * root.asDiagonal();
    const double largest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled).eigenvalues().maxCoeff();
    EXPECT_NEAR(problem.beta_limit(q), problem.volume() * largest, 1e-8 * problem.volume() * largest);
  }
}

TEST(SpectralProblem, CutsSolveTheGeneralisedEigenproblemAndKeepTheConstraint) {
  const auto [items, truth] = moons(300, 0.15);
  const SpectralProblem problem(neighbour_graph(items, 10));
  for (const auto& knowledge :
       {true_links(truth, 5, 1), true_links(truth, 60, 2), true_seeds(truth, 30, 1)}) {
    const Constraints q(knowledge, 300, 2);
    const double beta = 0.5 * std::min(q.absolute(), problem.beta_limit(q));
    const auto cuts = problem.constrained_cuts(q, beta, 6, Solver::lanczos);
    ASSERT_FALSE(cuts.empty());
    for (const auto& cut : cuts) {
      EXPECT_GT(cut.lambda, 0);
      EXPECT_NEAR(cut.v.squaredNorm(), problem.volume(), 1e-9 * problem.volume());
      const Vector left = problem.laplacian() * cut.v;
      const Vector right = cut.lambda * problem.constrained(q, beta, cut.v);
      EXPECT_LT((left - right).norm(), 1e-7 * cut.v.norm());
      EXPECT_NEAR(cut.cost, cut.v.dot(left) / problem.volume(), 1e-12);
      const Vector u = cut.v.cwiseQuotient(problem.degrees().cwiseSqrt());
      EXPECT_GE(u.dot(q * u), beta);
    }
  }
}

/// All solutions of Lbar v = lambda m v by a dense solver of another kind: the pencil (m, Lbar + tiny I).
TEST(SpectralProblem, LanczosAndDenseSolversAgreeWithBruteForce) {
  const auto [items, truth] = moons(200, 0.15);
  const SpectralProblem problem(neighbour_graph(items, 10));
  const Constraints q(true_links(truth, 40, 1), 200, 2);
  const double beta = 0.5 * q.absolute();
  Eigen::MatrixXd m(200, 200);
  for (Index j = 0; j < 200; ++j) m.col(j) = problem.constrained(q, beta, Vector::Unit(200, j));
  const Eigen::MatrixXd laplacian = Eigen::MatrixXd(problem.laplacian());
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> brute(
      m, laplacian + 1e-10 * Eigen::MatrixXd::Identity(200, 200));
  std::vector<double> expected;  // the trivial solution is far out, on either side
  for (Index k = 199; k >= 0 && expected.size() < 5; --k)
    if (brute.eigenvalues()[k] < 1e6) expected.push_back(1 / brute.eigenvalues()[k]);

  for (const Solver solver : {Solver::dense, Solver::lanczos}) {
    std::vector<double> found;
    for (const auto& cut : problem.constrained_cuts(q, beta, 5, solver)) found.push_back(cut.lambda);
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found.size(), 5u);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(found[k], expected[k], 1e-5 * expected[k]);
  }
  const auto dense = problem.constrained_cuts(q, beta, 5, Solver::dense);
  const auto lanczos = problem.constrained_cuts(q, beta, 5, Solver::lanczos);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_LT((dense[k].v - lanczos[k].v).norm(), 1e-6 * dense[k].v.norm());
}

TEST(Csp, TheObjectiveIsTheCostOfItsCuts) {
  const auto [items, truth] = three_blobs({.per_blob = 40, .spread = 3});
  const auto found = csp(items, true_links(truth, 40, 1), {.clusters = 3});
  const SpectralProblem problem(neighbour_graph(items, 10));
  ASSERT_EQ(found.cuts.cols(), 2);
  double cost = 0;
  for (Index k = 0; k < 2; ++k)
    cost += found.cuts.col(k).dot(problem.laplacian() * found.cuts.col(k)) / found.cuts.col(k).squaredNorm();
  EXPECT_NEAR(found.objective.value, cost, 1e-10);
  EXPECT_THAT(found.objective.trace, ElementsAre(found.objective.value));
  EXPECT_EQ(found.iterations, 0);
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.links.must_held + found.links.cannot_held + std::ssize(found.links.must_broken) +
                std::ssize(found.links.cannot_broken),
            40);
}

TEST(Csp, CutsOfTheGraphAloneServeWhereConstraintsGiveTooFew) {
  const auto [items, truth] = three_blobs({.per_blob = 30});
  Knowledge one;
  one.cannot_link = {{0, 1}};
  const auto found = csp(items, one, {.clusters = 4});
  EXPECT_EQ(found.constrained_cuts, 1);  // one link, one positive eigenvalue
  EXPECT_EQ(found.cuts.cols(), 3);
  // Of a must-link alone that eigenvalue belongs to the trivial cut, t'mt > 0, and beside it there is none.
  const auto together = csp(items, {.must_link = {{0, 3}}}, {.clusters = 4});
  EXPECT_EQ(together.constrained_cuts, 0);
  EXPECT_EQ(together.cuts.cols(), 3);
}

TEST(Csp, AGraphInPiecesIsCutBetweenThem) {
  const auto [items, truth] = three_blobs({.per_blob = 50, .spread = 0.01});
  for (const auto& knowledge : {Knowledge{}, true_seeds(truth, 20, 1)}) {
    const auto labels = csp(items, knowledge, {.clusters = 3}).labels;
    for (std::size_t i = 3; i < 150; ++i) EXPECT_EQ(labels[i], labels[i % 3]);
  }
}

TEST(Csp, TheNumberOfThreadsDoesNotShowAndSparseItemsAgree) {
  const auto [items, truth] = moons(400, 0.2);
  const auto knowledge = true_links(truth, 60, 1);
  const auto one = csp(items, knowledge, {.clusters = 3}, {.threads = 1});
  const auto four = csp(items, knowledge, {.clusters = 3}, {.threads = 4});
  EXPECT_EQ(one.labels, four.labels);
  EXPECT_EQ(one.cuts, four.cuts);
  EXPECT_EQ(one.objective.value, four.objective.value);
  EXPECT_EQ(csp(to_sparse(items), knowledge, {.clusters = 3}).labels, one.labels);
}

TEST(Csp, WorstInputs) {
  EXPECT_THAT(csp(Matrix{{1, 2, 3}}, {}, {.clusters = 1}).labels, ElementsAre(0));
  EXPECT_THAT(csp(Matrix(Matrix::Ones(5, 3)), {}, {.clusters = 1}).labels, Each(0));
  const auto two = csp(Matrix{{0}, {1}}, {}).labels;
  EXPECT_NE(two[0], two[1]);

  const auto [items, truth] = three_blobs({.per_blob = 10});
  Knowledge both, everything;
  both.must_link = both.cannot_link = {{0, 1}, {2, 3}, {3, 2}};
  for (Index i = 0; i < 30; ++i)
    for (Index j = 0; j < i; ++j)
      (truth[i] == truth[j] ? everything.must_link : everything.cannot_link).emplace_back(i, j);
  EXPECT_EQ(csp(items, both, {.clusters = 3}).labels.size(), 30u);
  const auto labels = csp(items, everything, {.clusters = 3}).labels;
  for (std::size_t i = 3; i < 30; ++i) EXPECT_EQ(labels[i], labels[i % 3]);

  Matrix repeated = Matrix::Zero(60, 2);  // half of the items are equal, more than there are neighbours
  repeated.bottomRows(30) = random_matrix(30, 2, 1);
  EXPECT_EQ(csp(repeated, {}, {.clusters = 3}).labels.size(), 60u);
}

TEST(Csp, SaysWhatToDoAboutTooManyItemsAndWhatIsWrongWithOthers) {
  EXPECT_THAT(
      [] { csp(random_matrix(most_csp_items + 1, 1, 1), {}); },
      ThrowsMessage<InvalidInput>(AllOf(HasSubstr("15000"), HasSubstr("take a sample"), HasSubstr("pcc"))));
  Matrix bad = random_matrix(20, 2, 1);
  bad(6, 1) = std::numeric_limits<double>::infinity();
  EXPECT_THAT([&] { csp(bad, {}); }, ThrowsMessage<InvalidInput>(HasSubstr("7")));
  Knowledge outside;
  outside.cannot_link = {{0, 20}};
  EXPECT_THROW(csp(random_matrix(20, 2, 1), outside), InvalidInput);
  EXPECT_THROW(csp(random_matrix(20, 2, 1), {}, {.beta = 0}), InvalidOption);
  EXPECT_THROW(csp(random_matrix(20, 2, 1), {}, {.neighbours = 0}), InvalidOption);
}

}  // namespace
}  // namespace bellwether
