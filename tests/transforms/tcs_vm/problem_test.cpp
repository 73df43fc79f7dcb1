#include <bellwether/transforms/tcs_vm/problem.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>

#include <bellwether/mixtures/bessel.h>
#include <tests/support/data.h>

namespace bellwether::tcs_vm_detail {
namespace {

using testing_support::random_matrix;

Matrix unit(Matrix rows) {
  rows.rowwise().normalize();
  return rows;
}

std::vector<int> classes_in_turn(Index items, int classes) {
  std::vector<int> labels;
  for (Index i = 0; i < items; ++i) labels.push_back(static_cast<int>(i) % classes);
  return labels;
}

/// Small, with means that differ, so that nothing is special.
struct Example {
  explicit Example(std::uint64_t seed, Index items = 23, Index features = 4, Index dimensions = 4,
                   int classes = 3)
      : count(classes), labels(classes_in_turn(items, classes)) {
    x = random_matrix(items, features, seed);
    const Matrix means = random_matrix(classes, features, seed + 1);
    for (Index i = 0; i < items; ++i) x.row(i) += means.row(labels[static_cast<std::size_t>(i)]);
    x = unit(x);
    map = random_matrix(features, dimensions, seed + 2);
  }
  int count;
  std::vector<int> labels;
  Matrix x = {}, map = {};
};

/// F item by item, as it is written in tcs_vm.h.
double by_hand(const Example& e, const Matrix& map, double gamma, std::optional<double> kappa,
               const Centres* held = nullptr) {
  Matrix n = unit(e.x * map);
  Matrix mu = Matrix::Zero(e.count, map.cols());
  for (Index i = 0; i < n.rows(); ++i) mu.row(e.labels[static_cast<std::size_t>(i)]) += n.row(i);
  double k = kappa ? *kappa
                   : concentration(mu.rowwise().norm().sum() / static_cast<double>(n.rows()),
                                   static_cast<int>(map.cols()));
  mu = unit(mu);
  if (held) {
    mu = held->directions;
    k = held->kappa;
  }
  double f = gamma * (map * map.transpose() - Matrix::Identity(map.rows(), map.rows())).squaredNorm();
  for (Index i = 0; i < n.rows(); ++i) {
    double sum = 0;
    for (int j = 0; j < e.count; ++j) sum += std::exp(k * mu.row(j).dot(n.row(i)));
    f += std::log(sum) - k * mu.row(e.labels[static_cast<std::size_t>(i)]).dot(n.row(i));
  }
  return f;
}

/// By central differences, whose error is about step^2 F''' / 6 and epsilon F / step.
Matrix by_differences(const std::function<double(const Matrix&)>& f, Matrix at) {
  constexpr double step = 1e-5;
  Matrix slopes(at.rows(), at.cols());
  for (Index i = 0; i < at.rows(); ++i)
    for (Index j = 0; j < at.cols(); ++j) {
      const double middle = at(i, j);
      at(i, j) = middle + step;
      const double above = f(at);
      at(i, j) = middle - step;
      const double below = f(at);
      at(i, j) = middle;
      slopes(i, j) = (above - below) / (2 * step);
    }
  return slopes;
}

const std::vector<std::optional<double>> kappas{{}, 1.0, 7.5};

RC_GTEST_PROP(TcsVmProblem, ValuesAreWhatTheFormulaSays, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1u << 30);
  const Example e(seed, 17, 5, *rc::gen::inRange<Index>(2, 6), *rc::gen::inRange(1, 5));
  for (const auto& kappa : kappas) {
    const Problem problem(e.x, e.labels, e.count, 0.3, kappa);
    const double expected = by_hand(e, e.map, 0.3, kappa);
    RC_ASSERT(std::abs(problem.evaluate(e.map).value - expected) < 1e-9 * std::abs(expected) + 1e-12);
    const Centres other = problem.centres_at(random_matrix(5, e.map.cols(), seed + 9));
    const double held = by_hand(e, e.map, 0.3, kappa, &other);
    RC_ASSERT(std::abs(problem.evaluate(e.map, other).value - held) < 1e-9 * std::abs(held) + 1e-12);
  }
}

TEST(TcsVmProblem, TheFullGradientAgreesWithDifferences) {
  for (const std::uint64_t seed : {1, 2, 3, 4})
    for (const Index dimensions : {2, 4})
      for (const auto& kappa : kappas) {
        const Example e(seed, 23, 4, dimensions);
        const Problem problem(e.x, e.labels, e.count, 0.2, kappa);
        const Matrix expected =
            by_differences([&](const Matrix& map) { return problem.evaluate(map).value; }, e.map);
        EXPECT_LT((problem.evaluate(e.map).gradient - expected).norm(), 1e-7 * expected.norm());
      }
}

TEST(TcsVmProblem, TheGradientWithMeansHeldAgreesWithDifferences) {
  for (const std::uint64_t seed : {1, 2, 3, 4})
    for (const auto& kappa : kappas) {
      const Example e(seed);
      const Problem problem(e.x, e.labels, e.count, 0.2, kappa);
      const Centres held = problem.centres_at(random_matrix(4, 4, seed + 5));
      const Matrix expected =
          by_differences([&](const Matrix& map) { return problem.evaluate(map, held).value; }, e.map);
      EXPECT_LT((problem.evaluate(e.map, held).gradient - expected).norm(), 1e-7 * expected.norm());
    }
}

TEST(TcsVmProblem, TheDerivativesByKappaAgreeWithDifferences) {
  const Example e(6);
  const Problem problem(e.x, e.labels, e.count, 0.2, {});
  Centres centres = problem.centres_at(e.map);
  const auto value_at = [&](double kappa) {
    Centres moved = centres;
    moved.kappa = kappa;
    return problem.evaluate(e.map, moved).value;
  };
  const double step = 1e-5 * centres.kappa;
  const double expected = (value_at(centres.kappa + step) - value_at(centres.kappa - step)) / (2 * step);
  EXPECT_NEAR(problem.evaluate(e.map, centres).kappa_gradient, expected, 1e-7 * std::abs(expected));

  const double r = centres.lengths.sum() / 23;
  const double slope = (concentration(r + 1e-6, 4) - concentration(r - 1e-6, 4)) / 2e-6;
  EXPECT_NEAR(centres.kappa_slope, slope, 1e-6 * slope);
}

TEST(TcsVmProblem, TurningTheNewSpaceChangesNothing) {
  const Example e(7);
  const Problem problem(e.x, e.labels, e.count, 0.2, {});
  const double c = std::cos(0.7), s = std::sin(0.7);
  Matrix turn = Matrix::Identity(4, 4);
  turn(0, 0) = turn(2, 2) = c;
  turn(0, 2) = s;
  turn(2, 0) = -s;
  const Evaluation plain = problem.evaluate(e.map), turned = problem.evaluate(e.map * turn);
  EXPECT_NEAR(plain.value, turned.value, 1e-12 * std::abs(plain.value));
  EXPECT_TRUE(turned.gradient.isApprox(plain.gradient * turn, 1e-10));
}

TEST(TcsVmProblem, ClassesOfEqualItemsHaveAKappaThatStays) {
  const Matrix x{{1, 0}, {1, 0}, {0, 1}};
  const Problem problem(x, {0, 0, 1}, 2, 0.2, {});
  const Centres centres = problem.centres_at(Matrix::Identity(2, 2));
  EXPECT_DOUBLE_EQ(centres.kappa, concentration(0.99, 2));
  EXPECT_EQ(centres.kappa_slope, 0);
}

TEST(TcsVmProblem, ItemsOfAClassThatCancelHaveNoDirectionAndNoInfinities) {
  const Matrix x{{1, 0}, {-1, 0}, {0, 1}};
  const Problem problem(x, {0, 0, 1}, 2, 0.2, 3.0);
  const Evaluation e = problem.evaluate(Matrix::Identity(2, 2));
  EXPECT_TRUE(std::isfinite(e.value));
  EXPECT_TRUE(e.gradient.allFinite());
}

TEST(TcsVmProblem, AnItemThatVanishesIsNamedAndGivesNoInfinities) {
  const Matrix x{{1, 0}, {0, 1}, {0.6, 0.8}};
  const Problem problem(x, {0, 1, 1}, 2, 0.2, 3.0);
  const Evaluation e = problem.evaluate(Matrix{{1, 0}, {0, 0}});
  EXPECT_EQ(e.shortest, 1);
  EXPECT_LE(e.shortest_length, least_length);
  EXPECT_TRUE(e.gradient.allFinite());
}

}  // namespace
}  // namespace bellwether::tcs_vm_detail
