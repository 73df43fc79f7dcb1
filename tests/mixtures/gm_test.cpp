#include <bellwether/mixtures/gm.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>
#include <tests/mixtures/brute_force.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_sparse;

/// One EM step from its definition.
GmModel slow_step(const Matrix& items, const GmModel& model) {
  Matrix r(items.rows(), model.means.rows());
  for (Index i = 0; i < items.rows(); ++i) {
    for (Index k = 0; k < r.cols(); ++k)
      r(i, k) = model.weights[k] *
                std::exp(-(items.row(i) - model.means.row(k)).squaredNorm() / (2 * model.variance));
    r.row(i) /= r.row(i).sum();
  }
  GmModel next;
  const Vector counts = r.colwise().sum().transpose();
  next.weights = counts / static_cast<double>(items.rows());
  next.means = counts.cwiseInverse().asDiagonal() * (r.transpose() * items);
  double scatter = 0;
  for (Index i = 0; i < items.rows(); ++i)
    for (Index k = 0; k < r.cols(); ++k)
      scatter += r(i, k) * (items.row(i) - next.means.row(k)).squaredNorm();
  next.variance = scatter / static_cast<double>(items.size());
  return next;
}

RC_GTEST_PROP(Gm, AgreesWithEmFromItsDefinition, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = random_matrix(200, *rc::gen::inRange(1, 6), seed);
  const int clusters = *rc::gen::inRange(1, 6), rounds = *rc::gen::inRange(1, 6);
  const Matrix start = items.topRows(clusters);
  const auto result = gm_from(items, start, {.clusters = clusters, .iterations = rounds, .tolerance = 0});

  GmModel slow{start, Vector::Constant(clusters, 1.0 / clusters), 0};
  slow.variance = brute_force::squared_error(items, brute_force::nearest(items, start), start) /
                  static_cast<double>(items.size());
  for (int round = 0; round < result.iterations; ++round) slow = slow_step(items, slow);
  RC_ASSERT((slow.means - result.model.means).cwiseAbs().maxCoeff() <= 1e-10);
  RC_ASSERT((slow.weights - result.model.weights).cwiseAbs().maxCoeff() <= 1e-12);
  RC_ASSERT(std::abs(slow.variance - result.model.variance) <= 1e-11 * slow.variance);
}

RC_GTEST_PROP(Gm, TheLikelihoodNeverFallsAndIsThatOfTheModel, ()) {
  const Matrix items = random_matrix(300, 3, *rc::gen::arbitrary<std::uint32_t>());
  const auto result = gm(items, {.clusters = *rc::gen::inRange(1, 8),
                                 .equal_weights = *rc::gen::arbitrary<bool>(),
                                 .restarts = 1,
                                 .iterations = 50,
                                 .tolerance = 0,
                                 .random_seed = *rc::gen::arbitrary<std::uint32_t>()});
  const auto& trace = result.objective.trace;
  const double slack = 1e-12 * std::abs(trace.back());
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - slack);
  const auto& model = result.model;
  RC_ASSERT(std::abs(brute_force::gm_log_likelihood(items, model.means, model.weights, model.variance) -
                     trace.back()) <= slack);
  RC_ASSERT(std::abs(model.weights.sum() - 1) <= 1e-14);
}

TEST(Gm, MembershipsSumToOneAndTheLargestIsTheLabel) {
  const Matrix items = random_matrix(700, 3, 1);
  const auto result = gm(items, {.clusters = 4});
  const Matrix r = gm_memberships(items, result.model);
  for (Index i = 0; i < items.rows(); ++i) {
    EXPECT_NEAR(r.row(i).sum(), 1, 1e-14);
    EXPECT_EQ(r(i, result.labels[i]), r.row(i).maxCoeff());
    EXPECT_NEAR(r(i, result.labels[i]), result.probabilities[i],
                1e-12);  // the shift was added and taken away
  }
}

TEST(Gm, EqualWeightsStayEqual) {
  const auto [items, truth] = three_blobs({.per_blob = 60, .spread = 2.0});
  const auto result = gm(Matrix(items.topRows(100)), {.clusters = 3, .equal_weights = true});
  EXPECT_EQ(result.model.weights, Vector::Constant(3, 1.0 / 3));
}

TEST(Gm, IsAccurateFarFromTheOrigin) {
  // Rounded to multiples of 1/1024, items shifted by 2^20 are exact, so nothing but the method can err.
  const Matrix items = (1024 * random_matrix(400, 3, 9)).array().round() / 1024;
  const Matrix far = items.array() + 0x1p20;
  const auto near = gm_from(items, items.topRows(3), {.clusters = 3});
  const auto moved = gm_from(far, far.topRows(3), {.clusters = 3});
  EXPECT_EQ(near.labels, moved.labels);
  EXPECT_NEAR(near.objective.value, moved.objective.value, 1e-9 * std::abs(near.objective.value));
}

TEST(Gm, ThreadsDoNotShowAndSparseAgreesWithDense) {
  const Matrix items = random_counts(3000, 30, 0.2, 2);
  const SparseMatrix sparse = to_sparse(items);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    const auto one = gm(rows, {.clusters = 4, .restarts = 2, .iterations = 10}, {.threads = 1});
    const auto four = gm(rows, {.clusters = 4, .restarts = 2, .iterations = 10}, {.threads = 4});
    EXPECT_EQ(one.model.means, four.model.means);
    EXPECT_EQ(one.objective.trace, four.objective.trace);
    EXPECT_EQ(one.probabilities, four.probabilities);
  }
  const auto dense = gm_from(items, items.topRows(4), {.clusters = 4, .iterations = 5});
  const auto thin = gm_from(sparse, items.topRows(4), {.clusters = 4, .iterations = 5});
  EXPECT_NEAR(dense.objective.value, thin.objective.value, 1e-10 * std::abs(dense.objective.value));
  EXPECT_EQ(dense.labels, thin.labels);
}

TEST(Gm, ClustersThatShrinkToPointsKeepAFiniteLikelihood) {
  Matrix items(40, 2);
  for (Index i = 0; i < 40; ++i) items.row(i).setConstant(static_cast<double>(i % 4));
  const auto result = gm(items, {.clusters = 4});
  EXPECT_TRUE(std::isfinite(result.objective.value));
  EXPECT_GT(result.model.variance, 0);
  const auto same = gm(Matrix(Matrix::Ones(5, 2)), {.clusters = 1});
  EXPECT_TRUE(std::isfinite(same.objective.value));
}

TEST(Gm, PlacesItsOwnItemsWhereTheyAre) {
  const Matrix items = random_matrix(500, 4, 3);
  const auto result = gm(items, {.clusters = 3});
  const auto placed = place_by_gm(items, result.model);
  EXPECT_EQ(placed.labels, result.labels);
  EXPECT_NEAR(placed.objective, result.objective.value, 1e-11 * std::abs(placed.objective));
}

TEST(Gm, AClusterThatNoItemWantsEndsEmptyWithItsMeanAsItWas) {
  const auto [items, truth] = three_blobs({.per_blob = 40});
  const Matrix start{{0, 0}, {10, 0}, {5, 8}, {1e4, 1e4}};
  const auto result = gm_from(items, start, {.clusters = 4});
  EXPECT_EQ(result.model.weights[3], 0);
  EXPECT_EQ(result.refills, 0);
  EXPECT_NEAR((result.model.means.row(3) - start.row(3)).norm(), 0, 1e-11);  // shifted and back: 1e4 epsilon
  EXPECT_EQ(result.labels, truth);
  EXPECT_EQ(place_by_gm(items, result.model).labels, truth);
  const auto& trace = result.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t)
    EXPECT_GE(trace[t], trace[t - 1] - 1e-12 * std::abs(trace[t]));
}

TEST(Gm, RefusesValuesWhoseSquaresVanish) {
  EXPECT_THAT(
      [] { gm(Matrix(1e-300 * random_matrix(20, 2, 1)), {.clusters = 2}); },
      ::testing::ThrowsMessage<InvalidInput>(::testing::HasSubstr("multiply them all by a common factor")));
}

}  // namespace
}  // namespace bellwether
