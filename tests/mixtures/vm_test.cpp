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
  Matrix r = (model.kappas[0] * units * model.directions.transpose()).array().exp();
  for (Index i = 0; i < r.rows(); ++i) {
    r.row(i) = r.row(i).cwiseProduct(model.weights.transpose());
    r.row(i) /= r.row(i).sum();
  }
  const Matrix sums = r.transpose() * units;
  const Vector norms = sums.rowwise().norm();
  VmModel next;
  next.weights = r.colwise().sum().transpose() / static_cast<double>(items.rows());
  next.directions = norms.cwiseInverse().asDiagonal() * sums;
  next.kappas[0] =
      concentration(norms.sum() / static_cast<double>(items.rows()), static_cast<int>(items.cols()));
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
  RC_ASSERT(std::abs(slow.kappas[0] - result.model.kappas[0]) <= 1e-9 * slow.kappas[0]);
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
  RC_ASSERT(std::abs(brute_force::vm_log_likelihood(items, m.directions, m.weights, m.kappas[0]) -
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
  EXPECT_GT(result.model.kappas[0], 0);
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

/// One EM step with a concentration for each cluster, from its definition; c as in vm.h.
VmModel slow_own_step(const Matrix& items, const VmModel& model, double c) {
  const auto features = static_cast<int>(items.cols());
  const Matrix units = items.rowwise().normalized();
  Matrix r = units * model.directions.transpose();
  for (Index k = 0; k < r.cols(); ++k)
    r.col(k) = model.weights[k] *
               (model.kappas[k] * r.col(k).array() + log_sphere_constant(model.kappas[k], features)).exp();
  for (Index i = 0; i < r.rows(); ++i) r.row(i) /= r.row(i).sum();
  const Matrix sums = r.transpose() * units;
  const Vector norms = sums.rowwise().norm(), counts = r.colwise().sum().transpose();
  VmModel next{norms.cwiseInverse().asDiagonal() * sums, counts / static_cast<double>(items.rows()), norms};
  for (Index k = 0; k < r.cols(); ++k) next.kappas[k] = concentration(norms[k] / (counts[k] + c), features);
  return next;
}

/// L + c sum_k log(C(kappa_k) / C(0)) from its definition.
double slow_own_objective(const Matrix& items, const VmModel& model, double c) {
  const auto features = static_cast<int>(items.cols());
  double total = 0;
  for (Index i = 0; i < items.rows(); ++i) {
    Vector logs(model.weights.size());
    for (Index k = 0; k < logs.size(); ++k)
      logs[k] = std::log(model.weights[k]) + log_sphere_constant(model.kappas[k], features) +
                model.kappas[k] * items.row(i).normalized().dot(model.directions.row(k));
    total += logs.maxCoeff() + std::log((logs.array() - logs.maxCoeff()).exp().sum());
  }
  for (const double kappa : model.kappas)
    total += c * (log_sphere_constant(kappa, features) - log_sphere_constant(1e-8, features));
  return total;
}

RC_GTEST_PROP(VmOwn, AgreesWithEmFromItsDefinition, ()) {
  const Matrix items = random_matrix(200, *rc::gen::inRange(2, 8), *rc::gen::arbitrary<std::uint32_t>());
  const int clusters = *rc::gen::inRange(2, 5), rounds = *rc::gen::inRange(1, 6);
  const double c = *rc::gen::element(0.1, 3.0);
  const auto after = [&](int iterations) {
    return vm_from(items, items.topRows(clusters),
                   {.clusters = clusters,
                    .concentration = Concentration::own,
                    .regularise = c,
                    .iterations = iterations,
                    .tolerance = 0});
  };
  const auto result = after(1 + rounds);
  VmModel slow = after(1).model;
  for (int round = 1; round < result.iterations; ++round) slow = slow_own_step(items, slow, c);
  RC_ASSERT((slow.directions - result.model.directions).cwiseAbs().maxCoeff() <= 1e-9);
  RC_ASSERT((slow.weights - result.model.weights).cwiseAbs().maxCoeff() <= 1e-9);
  RC_ASSERT((slow.kappas - result.model.kappas).cwiseAbs().maxCoeff() <= 1e-9 * slow.kappas.maxCoeff());
}

RC_GTEST_PROP(VmOwn, TheObjectiveNeverFallsAndIsThatOfTheModel, ()) {
  const Index features = *rc::gen::inRange(2, 20);
  const Matrix items = random_matrix(300, features, *rc::gen::arbitrary<std::uint32_t>());
  const double c = *rc::gen::element(0.1, 2.0);
  const int clusters = *rc::gen::inRange(2, 6);
  const auto result = vm(items, {.clusters = clusters,
                                 .concentration = Concentration::own,
                                 .regularise = c,
                                 .restarts = 1,
                                 .iterations = 40,
                                 .tolerance = 0,
                                 .random_seed = *rc::gen::arbitrary<std::uint32_t>()});
  const auto& trace = result.objective.trace;
  const double slack = 1e-11 * (300 + std::abs(trace.back()) + 300 * result.model.kappas.maxCoeff());
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - slack);
  RC_ASSERT(std::abs(slow_own_objective(items, result.model, c) - trace.back()) <= slack);

  const double likelihood = slow_own_objective(items, result.model, 0);
  const double free = clusters * static_cast<double>(features - 1) + clusters + clusters - 1;
  RC_ASSERT(std::abs(result.figures.at(0).second + 2 * likelihood - free * std::log(300.0)) <= 4 * slack);
}

TEST(VmOwn, BicOfTheCommonConcentrationCountsDirectionsOneConcentrationAndWeights) {
  const Matrix items = random_matrix(80, 4, 1);
  const auto result = vm(items, {.clusters = 3});
  EXPECT_NEAR(result.figures.at(0).second, -2 * result.objective.value + (9 + 1 + 2) * std::log(80.0), 1e-9);
  const auto equal = vm(items, {.clusters = 3, .equal_weights = true});
  EXPECT_NEAR(equal.figures.at(0).second, -2 * equal.objective.value + (9 + 1) * std::log(80.0), 1e-9);
}

/// A narrow group in the middle of a wide one.
Matrix narrow_in_wide(Index each) {
  Matrix items = random_matrix(2 * each, 3, 8);
  for (Index i = 0; i < items.rows(); ++i) items.row(i) *= i % 2 == 0 ? 0.02 : 0.6;
  items.col(0).array() += 1;
  return items;
}

TEST(VmOwn, TellsANarrowGroupFromTheWideOneAroundIt) {
  const Matrix items = narrow_in_wide(300);
  const auto right = [&](Concentration kind) {
    const auto labels = vm(items, {.clusters = 2, .concentration = kind}).labels;
    Index agree = 0;
    for (Index i = 0; i < items.rows(); ++i) agree += labels[i] == i % 2;
    return std::max(agree, items.rows() - agree);
  };
  EXPECT_GT(right(Concentration::own), 580);
  EXPECT_LT(right(Concentration::common), 450);
}

TEST(VmOwn, ThreadsDoNotShowHeldItemsStayAndItsOwnItemsArePlacedWhereTheyAre) {
  const Matrix items = random_counts(3000, 60, 0.1, 2);
  const SparseMatrix sparse = to_sparse(items);
  std::vector<int> seeds(3000, unlabelled);
  for (std::size_t i = 0; i < 3000; i += 10) seeds[i] = static_cast<int>(i / 10 % 4);
  const VmOptions options{
      .clusters = 4, .concentration = Concentration::own, .restarts = 2, .iterations = 10};
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    const auto one = vm(rows, options, {.threads = 1});
    const auto four = vm(rows, options, {.threads = 4});
    EXPECT_EQ(one.model.directions, four.model.directions);
    EXPECT_EQ(one.model.kappas, four.model.kappas);
    EXPECT_EQ(one.objective.trace, four.objective.trace);
    EXPECT_EQ(place_by_vm(rows, one.model).labels, one.labels);
    const auto held = vm(rows, options, {}, {seeds, true});
    for (std::size_t i = 0; i < 3000; i += 10) EXPECT_EQ(held.labels[i], seeds[i]);
  }
}

TEST(VmOwn, ClustersOfEqualItemsAreSafe) {
  Matrix items(30, 3);
  for (Index i = 0; i < 30; ++i) items.row(i) = Vector::Unit(3, i % 3).transpose();
  for (const double c : {0.0, 0.1}) {
    const auto result = vm(items, {.clusters = 3, .concentration = Concentration::own, .regularise = c});
    EXPECT_TRUE(std::isfinite(result.objective.value));
    EXPECT_TRUE(result.model.kappas.allFinite());
    for (Index i = 3; i < 30; ++i) EXPECT_EQ(result.labels[i], result.labels[i % 3]);
    EXPECT_EQ(place_by_vm(items, result.model).labels, result.labels);
  }
  // 1 - A(kappa) is about (P - 1) / (2 kappa), and here c / (n + c).
  const auto result = vm(items, {.clusters = 3, .concentration = Concentration::own, .regularise = 0.1});
  for (const double kappa : result.model.kappas) EXPECT_NEAR(kappa, 10.1 / 0.1, 1e-9 * kappa);
}

TEST(VmOwn, AClusterThatNoItemWantsEndsEmptyWithItsDirectionAsItWas) {
  Matrix items = 1e-3 * random_matrix(60, 3, 5);
  for (Index i = 0; i < 60; ++i) items(i, i % 2) += 1;
  const Matrix start{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
  const auto result = vm_from(items, start, {.clusters = 3, .concentration = Concentration::own});
  EXPECT_EQ(result.model.weights[2], 0);
  EXPECT_EQ(result.model.directions.row(2), start.row(2));
  for (Index i = 0; i < 60; ++i) EXPECT_EQ(result.labels[i], i % 2);
  EXPECT_EQ(place_by_vm(items, result.model).labels, result.labels);
}

}  // namespace
}  // namespace bellwether
