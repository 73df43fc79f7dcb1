#include <bellwether/links/logistic_regression.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_sparse;

/// Examples with a class and a weight each, by chance.
struct Drawn {
  explicit Drawn(Index count, int classes, std::uint64_t random_seed) {
    Random random(random_seed);
    for (Index i = 0; i < count; ++i) {
      of.push_back(static_cast<int>(random.below(classes)));
      weights.push_back(0.25 + random.uniform());
    }
  }
  Examples examples(const Rows& rows) const { return {rows, of, weights}; }

  std::vector<int> of = {};
  std::vector<double> weights = {};
};

LogisticModel random_model(int classes, Index features, std::uint64_t random_seed) {
  return {random_matrix(classes, features, random_seed), random_matrix(classes, 1, random_seed + 1),
          random_matrix(features, 1, random_seed + 2), 1.7, 0.3};
}

TEST(LogisticRegression, FindsAnAnswerKnownByHand) {
  // Of the coefficients only the difference d = a_1 - a_0 matters to p, so a_1 = -a_0 = d / 2 costs least:
  // J = -2 log(1 + exp(-d)) - lambda d^2 / 4, which is largest where 2 / (1 + exp(d)) = lambda d / 2.
  const Matrix items{{-1}, {1}};
  const std::vector<int> classes{0, 1};
  const std::vector<double> weights{1, 1};
  const double penalty = 2 / (1 + std::exp(2.0));  // d = 2
  const auto fit = logistic_regression({items, classes, weights}, blank_model(2, Vector::Zero(1), 1, penalty),
                                       {.tolerance = 1e-12});
  EXPECT_TRUE(fit.converged);
  // Within epsilon of its largest value J tells points apart no better than some sqrt(epsilon).
  EXPECT_NEAR(fit.model.coefficients(1, 0), 1, 1e-7);
  EXPECT_NEAR(fit.model.coefficients(0, 0), -1, 1e-7);
  EXPECT_NEAR(fit.model.intercepts[1] - fit.model.intercepts[0], 0, 1e-7);
  EXPECT_NEAR(fit.trace.front(), -2 * std::log(2.0), 1e-15);
}

// from sklearn.linear_model import LogisticRegression  # 1.2.1
// X = [[0, 1], [1, 0], [2, 2], [3, 1], [0, 4], [1, 5], [4, 4], [5, 3]]
// y, w = [0, 0, 0, 1, 1, 2, 2, 2], [1, 2, 1, 1, .5, 1, 3, 1]
// m = LogisticRegression(C=1, tol=1e-14, max_iter=100000).fit(X, y, sample_weight=w)
// print(m.coef_, m.intercept_)
TEST(LogisticRegression, AgreesWithScikitLearn) {
  const Matrix items{{0, 1}, {1, 0}, {2, 2}, {3, 1}, {0, 4}, {1, 5}, {4, 4}, {5, 3}};
  const std::vector<int> classes{0, 0, 0, 1, 1, 2, 2, 2};
  const std::vector<double> weights{1, 2, 1, 1, 0.5, 1, 3, 1};
  const auto fit = logistic_regression({items, classes, weights}, blank_model(3, Vector::Zero(2), 1, 1),
                                       {.tolerance = 1e-12});
  const Matrix coefficients{{-0.5960005404696478, -0.7199119563908801},
                            {-0.046497281101893, -0.1651042121471401},
                            {0.6424978215715401, 0.8850161685380203}};
  const Vector intercepts{{3.1243947216247383, 0.48675573148541174, -3.611150453110148}};
  // Both solvers stop within some 1e-8 of the optimum.
  EXPECT_TRUE(fit.model.coefficients.isApprox(coefficients, 1e-6)) << fit.model.coefficients;
  EXPECT_TRUE(fit.model.intercepts.isApprox(intercepts, 1e-6)) << fit.model.intercepts;
  EXPECT_NEAR(fit.trace.back(), -4.32282035320946, 1e-10);
}

TEST(LogisticRegression, TheGradientIsThatOfFiniteDifferences) {
  const Matrix items = random_counts(40, 5, 0.4, 1);
  const SparseMatrix sparse = to_sparse(items);
  const Drawn drawn(40, 3, 2);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    LogisticModel model = random_model(3, 5, 3);
    const LogisticSlope slope = slope_at(model, drawn.examples(rows));
    // Central differences of a sum of 40 terms of order 1: wrong by step^2 and by epsilon 40 / step.
    const double step = 1e-5;
    const auto difference = [&](double& x) {
      const double before = x;
      x = before + step;
      const double above = slope_at(model, drawn.examples(rows)).value;
      x = before - step;
      const double below = slope_at(model, drawn.examples(rows)).value;
      x = before;
      return (above - below) / (2 * step);
    };
    for (Index k = 0; k < 3; ++k) {
      EXPECT_NEAR(slope.intercepts[k], difference(model.intercepts[k]), 1e-7);
      for (Index j = 0; j < 5; ++j)
        EXPECT_NEAR(slope.coefficients(k, j), difference(model.coefficients(k, j)), 1e-7);
    }
  }
}

TEST(LogisticRegression, SparseItemsGiveWhatDenseOnesGive) {
  const Matrix items = random_counts(3000, 20, 0.2, 1);
  const SparseMatrix sparse = to_sparse(items);
  const Drawn drawn(3000, 4, 2);
  const LogisticModel model = random_model(4, 20, 3);
  const LogisticSlope dense = slope_at(model, drawn.examples(items)),
                      thin = slope_at(model, drawn.examples(sparse));
  EXPECT_NEAR(thin.value, dense.value, 1e-12 * std::abs(dense.value));
  EXPECT_TRUE(thin.coefficients.isApprox(dense.coefficients, 1e-11));
  EXPECT_TRUE(thin.intercepts.isApprox(dense.intercepts, 1e-11));
}

TEST(LogisticRegression, TheCentreChangesNothingThatIsFound) {
  const Matrix items = random_matrix(60, 3, 1);
  const Drawn drawn(60, 3, 2);
  const LogisticLimits limits{.tolerance = 1e-10};
  const auto here =
      logistic_regression(drawn.examples(items), blank_model(3, Vector::Zero(3), 1, 0.1), limits);
  const auto there =
      logistic_regression(drawn.examples(items), blank_model(3, Vector::Constant(3, 2.5), 1, 0.1), limits);
  EXPECT_NEAR(here.trace.back(), there.trace.back(), 1e-10 * std::abs(here.trace.back()));
  EXPECT_TRUE(here.model.coefficients.isApprox(there.model.coefficients, 1e-6));
}

TEST(LogisticRegression, FarFromTheOriginNoDigitsAreLost) {
  const Matrix items = random_matrix(60, 3, 1);
  const Matrix moved = items.array() + 1048576.0;  // a power of two: items lose 2^-33 of their spread
  const Drawn drawn(60, 3, 2);
  const auto near = logistic_regression(drawn.examples(items), blank_model(3, Vector::Zero(3), 1, 0.1));
  const auto far =
      logistic_regression(drawn.examples(moved), blank_model(3, Vector::Constant(3, 1048576.0), 1, 0.1));
  EXPECT_NEAR(near.trace.back(), far.trace.back(), 1e-8 * std::abs(near.trace.back()));
}

TEST(LogisticRegression, JRisesAndTheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_matrix(5000, 6, 1);
  const Drawn drawn(5000, 4, 2);
  const LogisticModel start = blank_model(4, Vector::Zero(6), 1, 0.01);
  const auto one = logistic_regression(drawn.examples(items), start, {}, {.threads = 1});
  for (std::size_t t = 1; t < one.trace.size(); ++t) EXPECT_GE(one.trace[t], one.trace[t - 1]) << t;
  EXPECT_TRUE(one.converged);
  EXPECT_EQ(std::ssize(one.trace), one.iterations + 1);
  for (const int threads : {2, 4}) {
    const auto more = logistic_regression(drawn.examples(items), start, {}, {.threads = threads});
    EXPECT_EQ(one.trace, more.trace);
    EXPECT_EQ(one.model.coefficients, more.model.coefficients);
  }
}

TEST(LogisticRegression, StoppedAtOnceItHasMadeOneStep) {
  const Matrix items = random_matrix(50, 3, 1);
  const Drawn drawn(50, 3, 2);
  std::stop_source stop;
  stop.request_stop();
  const auto fit = logistic_regression(drawn.examples(items), blank_model(3, Vector::Zero(3), 1, 0.1), {},
                                       {.stop = stop.get_token()});
  EXPECT_EQ(fit.iterations, 1);
  EXPECT_FALSE(fit.converged);
  EXPECT_GT(fit.trace.back(), fit.trace.front());
}

TEST(LogisticRegression, ScoresAreTheFormula) {
  const Matrix items = random_counts(700, 5, 0.4, 1);
  const SparseMatrix sparse = to_sparse(items);
  const LogisticModel model = random_model(3, 5, 3);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    Matrix found(700, 3);
    for_each_scores(
        model, rows,
        [&](Index first, const Matrix& scores) { found.middleRows(first, scores.rows()) = scores; }, {});
    for (Index i = 0; i < 700; ++i)
      for (Index k = 0; k < 3; ++k) {
        const double expected =
            model.coefficients.row(k).dot((items.row(i) - model.centre.transpose()) / model.scale) +
            model.intercepts[k];
        EXPECT_NEAR(found(i, k), expected, 1e-12);
      }
  }
}

}  // namespace
}  // namespace bellwether
