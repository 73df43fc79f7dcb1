#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include <bellwether/transforms/tcs/low_rank.h>
#include <bellwether/transforms/tcs/minimise.h>
#include <tests/transforms/tcs_support.h>

namespace bellwether {
namespace {

using namespace testing_support;
using Dense = Eigen::MatrixXd;

const std::vector<TcsForm> both_forms{TcsForm::full, TcsForm::diagonal};
constexpr double tau = 0.7;  // not 1, where a forgotten one would not show
constexpr int many = 20000;

TcsProblem problem_of(const LabelledItems& data, TcsForm form = TcsForm::full) {
  return form == TcsForm::full ? tcs_problem(classes_of(data.items, data.truth))
                               : tcs_diagonal_problem(data.items, data.truth);
}

/// P x P, whatever the form.
Dense whole(const Dense& a) {
  return a.cols() == 1 && a.rows() > 1 ? Dense(a.col(0).asDiagonal()) : a;
}

double slow_objective(const LabelledItems& data, int classes, Regulariser regulariser, double gamma,
                      const Dense& a) {
  return gamma * slow_lambda(regulariser, a, tau) + slow_loss(data, classes, a);
}

double inner(const Dense& a, const Dense& b) {
  return a.cwiseProduct(b).sum();
}

Vector eigenvalues(const Dense& a) {
  return SymmetricEigen(a, SymmetricEigen::Want::values).eigenvalues();
}

TEST(TcsLoss, IsTheSumOverItemsAndClassesInBothForms) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto features = static_cast<Index>(1 + seed % 5);
    const int classes = 1 + static_cast<int>(seed % 4);
    LabelledItems data = overlapping_classes(17, features, classes, seed);
    data.items.array() += 30;  // the loss does not depend on where the items are
    const Dense a = random_metric(features, seed + 7);
    EXPECT_NEAR(evaluate(problem_of(data), a).value, slow_loss(data, classes, a), 1e-10);
    const Dense weights = a.diagonal();
    EXPECT_NEAR(evaluate(problem_of(data, TcsForm::diagonal), weights).value,
                slow_loss(data, classes, weights.asDiagonal()), 1e-10);
  }
}

TEST(TcsLoss, HasTheGradientThatFiniteDifferencesShowAndThePrintedOneIsTwiceThat) {
  const LabelledItems data = overlapping_classes(30, 4, 3, 5);
  const Dense a = random_metric(4, 6);
  Dense printed = Dense::Zero(4, 4);  // sum_ik (y_ik - p_ik) d_ik d_ik', from p by the slow way
  Matrix p(30, 3);
  for (int k = 0; k < 3; ++k) {
    const Matrix d = differences_to_mean(data, 3, k);
    for (Index i = 0; i < 30; ++i) p(i, k) = std::exp(-0.5 * d.row(i).dot(a * d.row(i).transpose()));
  }
  for (int k = 0; k < 3; ++k) {
    const Matrix d = differences_to_mean(data, 3, k);
    for (Index i = 0; i < 30; ++i)
      printed += ((data.truth[static_cast<std::size_t>(i)] == k ? 1 : 0) - p(i, k) / p.row(i).sum()) *
                 d.row(i).transpose() * d.row(i);
  }
  const TcsLoss loss = evaluate(problem_of(data), a);
  EXPECT_LT((loss.gradient - 0.5 * printed).norm(), 1e-12 * printed.norm());
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j <= i; ++j) {
      Dense e = Dense::Zero(4, 4);
      e(i, j) = e(j, i) = 1e-5;
      const double slope = (slow_loss(data, 3, a + e) - slow_loss(data, 3, a - e)) / 2e-5;
      EXPECT_NEAR(slope, inner(loss.gradient, e) / 1e-5, 1e-6);
      EXPECT_NEAR(2 * slope, inner(printed, e) / 1e-5, 1e-6);
    }
  const TcsLoss diagonal = evaluate(problem_of(data, TcsForm::diagonal), a.diagonal());
  const TcsLoss same = evaluate(problem_of(data), a.diagonal().asDiagonal().toDenseMatrix());
  EXPECT_LT((diagonal.gradient - same.gradient.diagonal()).norm(), 1e-12 * printed.norm());
}

TEST(TcsLoss, IsConvexAndItsEntropyIsThatOfTheProbabilities) {
  const TcsProblem problem = problem_of(overlapping_classes(40, 3, 4, 9));
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Dense a = random_metric(3, seed), b = 5 * random_metric(3, seed + 100);
    const TcsLoss at_a = evaluate(problem, a), at_b = evaluate(problem, b);
    EXPECT_LE(evaluate(problem, 0.5 * (a + b)).value, 0.5 * (at_a.value + at_b.value) + 1e-12);
    EXPECT_LE(at_a.value + inner(at_a.gradient, b - a), at_b.value + 1e-12);
    EXPECT_NEAR(at_a.entropy, tcs_sums(problem, tcs_scores(problem, a), 1, {}).entropy, 1e-10);
  }
}

TEST(TcsLoss, KeepsItsDigitsWhenClassesAreFarApart) {
  // Two items a class, at 0 and 2, and at 100 and 102: the others' share is e^-(99^2 - 1)/2 and its like.
  const Matrix items{{0.0}, {2.0}, {100.0}, {102.0}};
  const TcsProblem problem = tcs_problem(classes_of(items, std::vector<int>{0, 0, 1, 1}));
  const double s = 0.01;
  const double expected =
      2 * std::exp(-0.5 * s * (101.0 * 101 - 1)) + 2 * std::exp(-0.5 * s * (99.0 * 99 - 1));
  EXPECT_NEAR(evaluate(problem, Dense::Constant(1, 1, s)).value / expected, 1, 1e-9);
  const TcsLoss far = evaluate(problem, Dense::Constant(1, 1, 1e6));
  EXPECT_EQ(far.value, 0);
  EXPECT_EQ(far.gradient.norm(), 0);
}

TEST(TcsLoss, IsTheSameForSparseItems) {
  LabelledItems data{random_counts(60, 12, 0.3, 3), {}};
  for (int i = 0; i < 60; ++i) data.truth.push_back(i % 4 == 3 ? unlabelled : i % 4);
  const SparseMatrix sparse = to_sparse(data.items);
  const TcsProblem one = tcs_diagonal_problem(data.items, data.truth),
                   other = tcs_diagonal_problem(sparse, data.truth);
  EXPECT_TRUE(other.rows().sparse());
  EXPECT_EQ(one.count, 45);
  const Dense a = random_matrix(12, 1, 4).cwiseAbs();
  const TcsLoss left = evaluate(one, a), right = evaluate(other, a);
  EXPECT_NEAR(left.value, right.value, 1e-11);
  EXPECT_LT((left.gradient - right.gradient).norm(), 1e-11);
  EXPECT_LT((one.variances - other.variances).norm(), 1e-12);
  for (const Regulariser regulariser : all_regularisers) {
    const double gamma = gamma_reference(one, regulariser, tau) / 10;
    const auto dense = minimise(one, regulariser, gamma, tau, 1e-9, many, {}, {});
    const auto thin = minimise(other, regulariser, gamma, tau, 1e-9, many, {}, {});
    EXPECT_TRUE(dense.converged && thin.converged);
    EXPECT_NEAR(dense.value, thin.value, 2e-9 * dense.value);
  }
}

TEST(Penalty, AProximalStepIsTheLeastAmongItsNeighboursInTheCone) {
  for (const Regulariser regulariser : all_regularisers) {
    const Penalty penalty{regulariser, 0.8, tau};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Dense v = random_metric(3, seed) - 1.5 * random_metric(3, seed + 50);
      Dense z;
      const Dense a = proximal_step(penalty, v, 0.5, z, 1e-14);
      const auto cost = [&](const Dense& m) {
        return 0.5 * (m - v).squaredNorm() + 0.5 * 0.8 * slow_lambda(regulariser, m, tau);
      };
      EXPECT_GE(eigenvalues(a).minCoeff(), -1e-14);
      EXPECT_NEAR(penalty_of(penalty, a), 0.8 * slow_lambda(regulariser, a, tau), 1e-12);
      const double least = cost(a);
      for (std::uint64_t near = 1; near <= 40; ++near) {
        const double share = std::pow(10.0, -static_cast<double>(near % 5));
        const Dense other = (1 - share) * a + share * 2 * random_metric(3, 1000 * seed + near);
        EXPECT_GE(cost(other), least - 1e-11) << "regulariser " << static_cast<int>(regulariser);
      }
    }
  }
}

/// Where a step leads nowhere, F is least.
TEST(TcsMinimise, ItsSolutionIsAFixedPointOfTheProximalStep) {
  const LabelledItems data = overlapping_classes(60, 4, 3, 11);
  for (const TcsForm form : both_forms)
    for (const Regulariser regulariser : all_regularisers)
      for (const double share : {1.0, 0.1, 0.01}) {
        const TcsProblem problem = problem_of(data, form);
        const double gamma = share * gamma_reference(problem, regulariser, tau);
        const auto solution = minimise(problem, regulariser, gamma, tau, 1e-11, many, {}, {});
        EXPECT_TRUE(solution.converged) << static_cast<int>(regulariser) << " " << share;
        EXPECT_LE(solution.gap, 1e-11);
        Dense z;
        const TcsLoss loss = evaluate(problem, solution.metric);
        const double step = 1 / gamma;
        const Dense again = proximal_step({regulariser, gamma, tau, form},
                                          solution.metric - step * loss.gradient, step, z, 1e-13);
        EXPECT_LT((again - solution.metric).norm(), 2e-4 * (1 + solution.metric.norm()))
            << static_cast<int>(regulariser) << " " << share;
        EXPECT_NEAR(solution.value, slow_objective(data, 3, regulariser, gamma, whole(solution.metric)),
                    1e-10 * solution.value);
        EXPECT_NEAR(solution.loss, slow_loss(data, 3, whole(solution.metric)), 1e-10 * solution.value);
      }
}

/// J. Nelder, R. Mead 1965: a simplex that walks downhill, by function values alone.
double nelder_mead(const std::function<double(const Vector&)>& f, const Vector& start, double size) {
  const Index n = start.size();
  std::vector<std::pair<double, Vector>> simplex{{f(start), start}};
  for (Index j = 0; j < n; ++j) {
    Vector x = start;
    x[j] += size;
    simplex.emplace_back(f(x), x);
  }
  const auto by_value = [](const auto& a, const auto& b) { return a.first < b.first; };
  for (int round = 0; round < 300; ++round) {
    std::sort(simplex.begin(), simplex.end(), by_value);
    Vector centre = Vector::Zero(n);
    for (Index j = 0; j < n; ++j)
      centre += simplex[static_cast<std::size_t>(j)].second / static_cast<double>(n);
    auto& worst = simplex.back();
    const auto at = [&](double share) {
      const Vector x = centre + share * (worst.second - centre);
      return std::pair<double, Vector>{f(x), x};
    };
    auto next = at(-1);
    if (next.first < simplex.front().first) next = std::min(next, at(-2), by_value);
    if (next.first >= simplex[simplex.size() - 2].first) next = std::min(next, at(0.5), by_value);
    if (next.first < worst.first) {
      worst = next;
      continue;
    }
    for (auto& [value, x] : simplex) {
      x = 0.5 * (x + simplex.front().second);
      value = f(x);
    }
  }
  return std::min_element(simplex.begin(), simplex.end(), by_value)->first;
}

/// The least F over A = L L', L lower triangular, from several starts.
double slow_minimum(const LabelledItems& data, int classes, Regulariser regulariser, double gamma) {
  const Index features = data.items.cols();
  const auto f = [&](const Vector& x) {
    Dense l = Dense::Zero(features, features);
    Index at = 0;
    for (Index i = 0; i < features; ++i)
      for (Index j = 0; j <= i; ++j) l(i, j) = x[at++];
    const double value = slow_objective(data, classes, regulariser, gamma, l * l.transpose());
    return std::isfinite(value) ? value : 1e300;
  };
  double least = 1e300;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Vector x = random_matrix(features * (features + 1) / 2, 1, seed).col(0);
    for (const double size : {1.0, 0.1, 0.01}) {
      const auto keep = [&](const Vector& at) {
        const double value = f(at);
        if (value < least) {
          least = value;
          x = at;
        }
        return value;
      };
      nelder_mead(keep, Vector(x), size);
    }
  }
  return least;
}

TEST(TcsMinimise, AgreesWithASlowSearchOnOtherPaths) {
  for (const Index features : {Index{1}, Index{2}})
    for (const Regulariser regulariser : all_regularisers)
      for (const double share : {1.0, 0.03}) {
        const LabelledItems data = overlapping_classes(18, features, 3, 21);
        const TcsProblem problem = problem_of(data);
        const double gamma = share * gamma_reference(problem, regulariser, tau);
        const auto solution = minimise(problem, regulariser, gamma, tau, 1e-9, many, {}, {});
        const double slow = slow_minimum(data, 3, regulariser, gamma);
        EXPECT_NEAR(solution.value, slow, 1e-6 * slow) << features << " " << static_cast<int>(regulariser);
        EXPECT_LE(solution.value * (1 - solution.gap), slow * (1 + 1e-12));
      }
}

TEST(TcsMinimise, TheGapIsABoundEvenFarFromTheEnd) {
  const LabelledItems data = overlapping_classes(40, 3, 3, 31);
  for (const TcsForm form : both_forms)
    for (const Regulariser regulariser : all_regularisers) {
      const TcsProblem problem = problem_of(data, form);
      const double gamma = 0.05 * gamma_reference(problem, regulariser, tau);
      const double best = minimise(problem, regulariser, gamma, tau, 1e-11, many, {}, {}).value;
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Dense a = random_metric(3, seed);
        if (form == TcsForm::diagonal) a = Dense(a.diagonal());
        const auto there = assess(problem, regulariser, gamma, tau, a, {});
        EXPECT_GE(there.value, best * (1 - 1e-11));
        EXPECT_LE(there.value * (1 - there.gap), best * (1 + 1e-11)) << static_cast<int>(regulariser);
      }
      for (int steps = 1; steps <= 6; ++steps) {
        const auto early = minimise(problem, regulariser, gamma, tau, 1e-11, steps, {}, {});
        EXPECT_LE(early.value * (1 - early.gap), best * (1 + 1e-11));
        EXPECT_GE(eigenvalues(whole(early.metric)).minCoeff(), -1e-13 * early.metric.norm());
      }
    }
}

TEST(TcsMinimise, TheObjectiveFallsAndTheTraceEndsWithIt) {
  const LabelledItems data = overlapping_classes(50, 4, 4, 41);
  for (const Regulariser regulariser : all_regularisers) {
    const TcsProblem problem = problem_of(data);
    const double gamma = 0.01 * gamma_reference(problem, regulariser, tau);
    const auto solution = minimise(problem, regulariser, gamma, tau, 1e-9, many, {}, {});
    EXPECT_EQ(static_cast<int>(solution.trace.size()), solution.iterations + 1);
    for (std::size_t i = 1; i < solution.trace.size(); ++i)
      EXPECT_LE(solution.trace[i], solution.trace[i - 1] * (1 + 1e-11));
    EXPECT_EQ(solution.trace.back(), solution.value);
  }
}

TEST(TcsMinimise, L2AndNuclearKeepFewerDirectionsThanThereAreClasses) {
  const LabelledItems data = overlapping_classes(80, 6, 3, 51);
  const TcsProblem problem = problem_of(data);
  for (const Regulariser regulariser : {Regulariser::l2, Regulariser::nuclear}) {
    const double gamma = 0.1 * gamma_reference(problem, regulariser, tau);
    const Vector values = eigenvalues(minimise(problem, regulariser, gamma, tau, 1e-10, many, {}, {}).metric);
    EXPECT_LT(values.head(4).maxCoeff(), 1e-4 * values.maxCoeff());
  }
  const double gamma = 0.1 * gamma_reference(problem, Regulariser::identity, tau);
  const Vector values =
      eigenvalues(minimise(problem, Regulariser::identity, gamma, tau, 1e-11, many, {}, {}).metric);
  EXPECT_LE(values.head(4).maxCoeff(), tau * (1 + 1e-4));
  EXPECT_GT(values.maxCoeff(), tau * 1.01);
}

TEST(TcsMinimise, ALargeGammaLeavesTheRegulariserAlone) {
  const TcsProblem problem = problem_of(overlapping_classes(40, 3, 3, 61));
  const Dense unit = Dense::Identity(3, 3);
  const auto at = [&](Regulariser regulariser) {
    return minimise(problem, regulariser, 1e8 * gamma_reference(problem, regulariser, tau), tau, 1e-12, many,
                    {}, {})
        .metric;
  };
  EXPECT_LT((at(Regulariser::identity) - tau * unit).norm(), 1e-6);
  EXPECT_LT((at(Regulariser::l1) - tau * unit).norm(), 1e-6);
  EXPECT_LT((at(Regulariser::logdet) - unit).norm(), 1e-6);
  EXPECT_EQ(at(Regulariser::nuclear).norm(), 0);
  // l2: A = [-G(0)]_+ / (2 gamma), the covariance of the class means up to a factor when classes are as
  // large.
  const Dense small = at(Regulariser::l2);
  const Dense between = problem.means.transpose() * problem.means;
  EXPECT_GT(inner(small, between), 0.99 * small.norm() * between.norm());
}

TEST(TcsMinimise, TenTimesTheReferenceGammaOfNuclearIsWhereNothingIsLeft) {
  const TcsProblem problem = problem_of(overlapping_classes(40, 3, 3, 61));
  const double gamma = 10 * gamma_reference(problem, Regulariser::nuclear, tau);
  EXPECT_EQ(minimise(problem, Regulariser::nuclear, 1.001 * gamma, tau, 1e-9, many, {}, {}).metric.norm(), 0);
  EXPECT_GT(minimise(problem, Regulariser::nuclear, 0.99 * gamma, tau, 1e-9, many, {}, {}).metric.norm(), 0);
}

TEST(TcsMinimise, AWarmPathEndsWhereColdSearchesDo) {
  const LabelledItems data = overlapping_classes(70, 4, 4, 71);
  for (const TcsForm form : both_forms)
    for (const Regulariser regulariser : all_regularisers) {
      const TcsProblem problem = problem_of(data, form);
      const double reference = gamma_reference(problem, regulariser, tau);
      const std::vector<double> gammas{10 * reference, reference, 0.3 * reference, 0.03 * reference};
      const auto warm = path(problem, regulariser, gammas, tau, 1e-10, many, {});
      ASSERT_EQ(warm.size(), gammas.size());
      for (std::size_t i = 0; i < gammas.size(); ++i) {
        const auto cold = minimise(problem, regulariser, gammas[i], tau, 1e-10, many, {}, {});
        EXPECT_TRUE(warm[i].converged && cold.converged) << static_cast<int>(regulariser);
        EXPECT_NEAR(warm[i].value, cold.value, 2e-10 * cold.value);
      }
    }
}

TEST(TcsMinimise, OtherUnitsGiveTheSameMetricInThoseUnits) {
  const LabelledItems data = overlapping_classes(50, 3, 3, 81);
  for (const double unit : {1e-30, 1e-3, 1e4, 1e30}) {
    LabelledItems scaled = data;
    scaled.items *= unit;
    const TcsProblem one = problem_of(data), other = problem_of(scaled);
    const double square = unit * unit;
    const auto compare = [&](Regulariser regulariser, double gamma, double in_units) {
      const auto a = minimise(one, regulariser, gamma, tau, 1e-10, many, {}, {});
      const auto b = minimise(other, regulariser, in_units, tau / square, 1e-10, many, {}, {});
      EXPECT_NEAR(a.value, b.value, 1e-8 * a.value);
      EXPECT_LT((a.metric - b.metric * square).norm(), 1e-4 * a.metric.norm());
    };
    compare(Regulariser::identity, 2, 2 * square * square);
    compare(Regulariser::l2, 2, 2 * square * square);
    compare(Regulariser::nuclear, 0.5, 0.5 * square);
    compare(Regulariser::l1, 0.5, 0.5 * square);
  }
}

TEST(TcsMinimise, TheNumberOfThreadsDoesNotShow) {
  const LabelledItems data = overlapping_classes(5000, 4, 3, 91);
  for (const TcsForm form : both_forms) {
    const TcsProblem problem = problem_of(data, form);
    const auto with = [&](int threads) {
      return minimise(problem, Regulariser::l2, 10, tau, 1e-9, many, {}, {.threads = threads}).metric;
    };
    const Dense one = with(1);
    EXPECT_EQ(one, with(2));
    EXPECT_EQ(one, with(4));
  }
}

TEST(TcsLowRank, ReachesTheConvexOptimumWhereThatHasTheRank) {
  const TcsProblem problem = problem_of(overlapping_classes(60, 5, 3, 101));
  for (const Regulariser regulariser : {Regulariser::l2, Regulariser::nuclear}) {
    const double gamma = 0.1 * gamma_reference(problem, regulariser, tau);
    const auto convex = minimise(problem, regulariser, gamma, tau, 1e-10, many, {}, {});
    const auto [half, solution] = minimise_low_rank(problem, regulariser, gamma, tau, 2, 1e-8, 2000, {});
    EXPECT_EQ(half.rows(), 2);
    EXPECT_NEAR(solution.value, convex.value, 1e-7 * convex.value);
    EXPECT_LT(solution.gap, 1e-3);
    EXPECT_LE(solution.value * (1 - solution.gap), convex.value * (1 + 1e-10));
  }
}

TEST(TcsLowRank, IsNoWorseThanItsStartAndNeverBelowTheConvexOptimum) {
  const LabelledItems data = overlapping_classes(60, 5, 4, 111);
  const TcsProblem problem = problem_of(data);
  const double gamma = 0.1 * gamma_reference(problem, Regulariser::identity, tau);
  const auto convex = minimise(problem, Regulariser::identity, gamma, tau, 1e-10, many, {}, {});
  double before = 1e300;
  for (const int rank : {1, 2, 3, 4}) {
    const auto [half, solution] =
        minimise_low_rank(problem, Regulariser::identity, gamma, tau, rank, 1e-9, 2000, {});
    EXPECT_TRUE(solution.converged);
    EXPECT_NEAR(solution.value,
                slow_objective(data, 4, Regulariser::identity, gamma, half.transpose() * half),
                1e-9 * solution.value);
    EXPECT_LE(solution.value, solution.trace.front());
    EXPECT_GE(solution.value, convex.value * (1 - 1e-9));
    EXPECT_LE(solution.value * (1 - solution.gap), convex.value * (1 + 1e-9));
    EXPECT_LT(solution.value, before);
    before = solution.value;
    // No slope is left in any entry of L.
    for (Index i = 0; i < half.rows(); ++i)
      for (Index j = 0; j < half.cols(); ++j) {
        Dense up = half, down = half;
        up(i, j) += 1e-5;
        down(i, j) -= 1e-5;
        const auto value = [&](const Dense& l) {
          return slow_objective(data, 4, Regulariser::identity, gamma, l.transpose() * l);
        };
        EXPECT_NEAR((value(up) - value(down)) / 2e-5, 0, 1e-3 * solution.value);
      }
  }
}

}  // namespace
}  // namespace bellwether
