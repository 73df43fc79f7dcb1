#include <bellwether/mixtures/vm.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/spherical.h>
#include <tests/mixtures/brute_force.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_sparse;

/// One EM step from its definition.
VmModel slow_step(const Matrix& items, const VmModel& model) {
  const Matrix units = items.rowwise().normalized();
  Matrix r = (model.kappa * units * model.directions.transpose()).array().exp();
  for (Index i = 0; i < r.rows(); ++i) {
    r.row(i) = r.row(i).cwiseProduct(model.weights.transpose());
    r.row(i) /= r.row(i).sum();
  }
  const Matrix sums = r.transpose() * units;
  const Vector norms = sums.rowwise().norm();
  VmModel next;
  next.weights = r.colwise().sum().transpose() / static_cast<double>(items.rows());
  next.directions = norms.cwiseInverse().asDiagonal() * sums;
  next.kappa = concentration(norms.sum() / static_cast<double>(items.rows()), static_cast<int>(items.cols()));
  return next;
}

RC_GTEST_PROP(Vm, AgreesWithEmFromItsDefinition, ()) {
  const Matrix items = random_matrix(200, *rc::gen::inRange(2, 8), *rc::gen::arbitrary<std::uint32_t>());
  const int clusters = *rc::gen::inRange(1, 5), rounds = *rc::gen::inRange(1, 6);
  const auto start =
      vm_from(items, items.topRows(clusters), {.clusters = clusters, .iterations = 1, .tolerance = 0});
  const auto result = vm_from(items, items.topRows(clusters),
                              {.clusters = clusters, .iterations = 1 + rounds, .tolerance = 0});
  VmModel slow = start.model;
  for (int round = 1; round < result.iterations; ++round) slow = slow_step(items, slow);
  RC_ASSERT((slow.directions - result.model.directions).cwiseAbs().maxCoeff() <= 1e-10);
  RC_ASSERT((slow.weights - result.model.weights).cwiseAbs().maxCoeff() <= 1e-11);
  RC_ASSERT(std::abs(slow.kappa - result.model.kappa) <= 1e-9 * slow.kappa);
}

RC_GTEST_PROP(Vm, TheLikelihoodNeverFallsAndIsThatOfTheModel, ()) {
  const Matrix items = random_matrix(300, *rc::gen::inRange(2, 20), *rc::gen::arbitrary<std::uint32_t>());
  const auto result = vm(items, {.clusters = *rc::gen::inRange(1, 6),
                                 .equal_weights = *rc::gen::arbitrary<bool>(),
                                 .restarts = 1,
                                 .iterations = 40,
                                 .tolerance = 0,
                                 .random_seed = *rc::gen::arbitrary<std::uint32_t>()});
  const auto& trace = result.objective.trace;
  const double slack = 1e-11 * (300 + std::abs(trace.back()));
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - slack);
  const auto& m = result.model;
  RC_ASSERT(std::abs(brute_force::vm_log_likelihood(items, m.directions, m.weights, m.kappa) -
                     trace.back()) <= slack);
}

TEST(Vm, LengthsDoNotMatter) {
  const Matrix items = random_matrix(300, 5, 1);
  Matrix stretched = items;
  for (Index i = 0; i < 300; ++i) stretched.row(i) *= std::ldexp(1.0, static_cast<int>(i % 30) - 15);
  const auto a = vm_from(items, items.topRows(3), {.clusters = 3});
  const auto b = vm_from(stretched, items.topRows(3), {.clusters = 3});
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_NEAR(a.objective.value, b.objective.value, 1e-9 * std::abs(a.objective.value));
}

TEST(Vm, ThreadsDoNotShowAndSparseAgreesWithDense) {
  const Matrix items = random_counts(3000, 60, 0.1, 2);
  const SparseMatrix sparse = to_sparse(items);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    const auto one = vm(rows, {.clusters = 4, .restarts = 2, .iterations = 10}, {.threads = 1});
    const auto four = vm(rows, {.clusters = 4, .restarts = 2, .iterations = 10}, {.threads = 4});
    EXPECT_EQ(one.model.directions, four.model.directions);
    EXPECT_EQ(one.objective.trace, four.objective.trace);
  }
  const auto dense = vm_from(items, items.topRows(4), {.clusters = 4, .iterations = 5});
  const auto thin = vm_from(sparse, items.topRows(4), {.clusters = 4, .iterations = 5});
  EXPECT_NEAR(dense.objective.value, thin.objective.value, 1e-10 * std::abs(dense.objective.value));
}

TEST(Vm, ThousandsOfDimensionsStayFinite) {
  const Matrix items = random_counts(200, 5000, 0.01, 3);
  const auto result = vm(to_sparse(items), {.clusters = 3, .restarts = 1});
  EXPECT_TRUE(std::isfinite(result.objective.value));
  EXPECT_GT(result.model.kappa, 0);
}

TEST(Vm, ItemsOfOneDirectionStayFinite) {
  const auto result = vm(Matrix{{1, 1}, {2, 2}, {5, 5}}, {.clusters = 1});
  EXPECT_TRUE(std::isfinite(result.objective.value));
}

TEST(Vm, PlacesItsOwnItemsWhereTheyAre) {
  const Matrix items = random_matrix(500, 4, 3);
  const auto result = vm(items, {.clusters = 3});
  const auto placed = place_by_vm(items, result.model);
  EXPECT_EQ(placed.labels, result.labels);
  EXPECT_NEAR(placed.objective, result.objective.value, 1e-11 * std::abs(placed.objective));
}

TEST(Vm, NamesTheItemWithoutADirection) {
  EXPECT_THAT(
      [&] {
        vm(Matrix{{1, 1}, {0, 0}}, {.clusters = 1});
      },
      ::testing::ThrowsMessage<InvalidInput>(::testing::HasSubstr("item 1 is all zeros")));
}

TEST(Vm, AClusterThatNoItemWantsEndsEmptyWithItsDirectionAsItWas) {
  Matrix items = 1e-3 * random_matrix(60, 3, 5);
  for (Index i = 0; i < 60; ++i) items(i, i % 2) += 1;
  const Matrix start{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
  const auto result = vm_from(items, start, {.clusters = 3});
  EXPECT_EQ(result.model.weights[2], 0);
  EXPECT_EQ(result.model.directions.row(2), start.row(2));
  for (Index i = 0; i < 60; ++i) EXPECT_EQ(result.labels[i], i % 2);
  EXPECT_EQ(place_by_vm(items, result.model).labels, result.labels);
}

TEST(Vm, FindsDirectionsOfTinyItems) {
  Matrix items = 1e-3 * random_matrix(40, 3, 6);
  for (Index i = 0; i < 40; ++i) items(i, i % 2) += 1;
  const auto expected = vm(items, {.clusters = 2}).labels;
  EXPECT_EQ(vm(Matrix(0x1p-990 * items), {.clusters = 2}).labels, expected);
  EXPECT_THAT([&] { vm(Matrix(0x1p-1040 * items), {.clusters = 2}); },
              ::testing::ThrowsMessage<InvalidInput>(::testing::HasSubstr("too short to have a direction")));
}

}  // namespace
}  // namespace bellwether
