#include <bellwether/transforms/tcs/low_rank.h>

#include <LBFGS.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <bellwether/engine/symmetric_eigen.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;

constexpr double rough = 1e-3;  // of the convex problem that gives the start
constexpr int rough_iterations = 200;
constexpr Index few_features = 200;
constexpr int most_idle = 40;
constexpr double rounding = 1e-13;
constexpr int most_rounds = 5;       // of searches, when a line search fails
constexpr double least_root = 1e-3;  // of the start, as a share of the largest: L = 0 has no slope

/// Thrown through the solver, which knows no other way to be stopped, and goes on when its line search gains
/// nothing any more.
struct Stopped {};
struct Settled {};

/// The convex solution, roughly; of many features the first step towards it from 0, which is the covariance
/// of the class means when classes are as large, with which the items have variance 1.
Dense rough_metric(const TcsProblem& problem, Regulariser regulariser, double gamma, double tau,
                   const Run& run) {
  const Index features = problem.features();
  if (features <= few_features)
    return minimise(problem, regulariser, gamma, tau, rough, rough_iterations, {},
                    {run.threads, {}, run.stop})
        .metric;
  const Dense fall = -evaluate(problem, Dense::Zero(features, features), run).gradient;
  return fall / (2 * gamma_reference(problem, Regulariser::l2, tau, run));
}

Dense start_of(const Dense& metric, int rank) {
  const SymmetricEigen eigen(metric);
  const Vector roots = eigen.eigenvalues().tail(rank).cwiseMax(0).cwiseSqrt();
  const double floor = roots.maxCoeff() > 0 ? least_root * roots.maxCoeff() : 1;
  return roots.cwiseMax(floor).asDiagonal() * eigen.eigenvectors().rightCols(rank).transpose();
}

/// F(L'L) and its gradient, in units in which the start has length 1 and F there is 1: the solver's first
/// step and its limits are absolute. Notes the best point.
class HalfObjective {
 public:
  HalfObjective(const TcsProblem& problem, const Penalty& penalty, const Dense& start, int iterations,
                const Run& run)
      : best(Eigen::Map<const Vector>(start.data(), start.size()) / start.norm()),
        problem_(problem),
        penalty_(penalty),
        rank_(start.rows()),
        unit_(start.norm()),
        iterations_(iterations),
        run_(run) {}

  double operator()(const Vector& x, Vector& gradient) {
    const Dense l = half(x), means = l * problem_.means.transpose();  // L M'
    const TcsSums sums = tcs_sums(problem_, l.transpose() * means, 0, run_);
    // 2 L G with G of problem.h.
    Dense slope = (means * sums.weights.asDiagonal() - l * sums.products) * problem_.means;
    slope.noalias() -= means * sums.products.transpose();
    const double value = sums.value + add_penalty(l, slope);
    note(x, value);
    gradient = Eigen::Map<const Vector>(slope.data(), slope.size()) * (unit_ / first_);
    return value / first_;
  }

  Dense half(const Vector& x) const {
    return unit_ * Eigen::Map<const Dense>(x.data(), rank_, problem_.features());
  }

  Vector best;
  std::vector<double> trace = {};

 private:
  /// ||L'L - tau I||^2 = ||L L'||^2 - 2 tau ||L||^2 + tau^2 P, with slope 4 (L L' - tau I) L; trace: ||L||^2.
  double add_penalty(const Dense& half, Dense& slope) const {
    const double square = half.squaredNorm();
    if (penalty_.kind == Regulariser::nuclear) {
      slope += 2 * penalty_.gamma * half;
      return penalty_.gamma * square;
    }
    const double tau = penalty_.kind == Regulariser::l2 ? 0 : penalty_.tau;
    const Dense inner = half * half.transpose();
    slope += 4 * penalty_.gamma * (inner * half - tau * half);
    return penalty_.gamma *
           (inner.squaredNorm() - 2 * tau * square + tau * tau * static_cast<double>(half.cols()));
  }

  void note(const Vector& x, double value) {
    if (trace.empty()) first_ = value > 0 ? value : 1;
    idle_ = trace.empty() || value < trace.back() * (1 - rounding) ? 0 : idle_ + 1;
    if (trace.empty() || value < trace.back()) {
      best = x;
      trace.push_back(value);
    }
    if (run_.on_progress)
      run_.on_progress({.stage = "learning a metric",
                        .iteration = static_cast<int>(trace.size()),
                        .iterations = iterations_,
                        .objective = trace.back()});
    if (run_.stop.stop_requested()) throw Stopped{};
    if (idle_ > most_idle) throw Settled{};
  }

  const TcsProblem& problem_;
  Penalty penalty_;
  Index rank_;
  double unit_;
  double first_ = 1;
  int idle_ = 0;  // evaluations since one was better
  int iterations_;
  const Run& run_;
};

LBFGSpp::LBFGSParam<double> parameters_for(double tolerance, int iterations) {
  LBFGSpp::LBFGSParam<double> parameters;
  parameters.m = 20;
  parameters.epsilon = 0;
  parameters.epsilon_rel = 1e-12;
  parameters.past = 5;  // a single step may be short by chance
  parameters.delta = tolerance / 100;
  parameters.max_iterations = iterations;
  parameters.linesearch = LBFGSpp::LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
  return parameters;
}

/// One search, from the best point so far. False: a line search failed, which a fresh start may mend.
bool search(HalfObjective& objective, double tolerance, int iterations, TcsSolution& solution) {
  const auto parameters = parameters_for(tolerance, iterations);
  LBFGSpp::LBFGSSolver<double, LBFGSpp::LineSearchNocedalWright> solver(parameters);
  Vector x = objective.best;
  double value = 0;
  try {
    const int steps = solver.minimize(objective, x, value);
    solution.iterations += steps;
    solution.converged = steps < iterations;
    return true;
  } catch (const Stopped&) {
    solution.stopped = true;
    return true;
  } catch (const Settled&) {
    solution.converged = true;
    return true;
  } catch (const std::invalid_argument&) {
    throw;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

LowRankSolution minimise_low_rank(const TcsProblem& problem, Regulariser regulariser, double gamma,
                                  double tau, int rank, double tolerance, int iterations, const Run& run) {
  LowRankSolution found;
  on_threads(run.threads, [&] {
    const Dense start = start_of(rough_metric(problem, regulariser, gamma, tau, run), rank);
    HalfObjective objective(problem, {regulariser, gamma, tau}, start, iterations, run);
    TcsSolution state;
    for (int round = 0; round < most_rounds; ++round) {
      const double before = objective.trace.empty() ? 0 : objective.trace.back();
      if (search(objective, tolerance, iterations, state)) break;
      state.converged = round > 0 && before - objective.trace.back() <= tolerance * std::abs(before);
      if (state.converged) break;  // no step gains anything: rounding has the last word
    }
    found.half = objective.half(objective.best);
    found.solution = assess(problem, regulariser, gamma, tau, found.half.transpose() * found.half, run);
    found.solution.trace = std::move(objective.trace);
    found.solution.trace.back() = found.solution.value;
    found.solution.iterations = std::max(state.iterations, static_cast<int>(found.solution.trace.size()) - 1);
    found.solution.converged = state.converged;
    found.solution.stopped = state.stopped;
  });
  return found;
}

}  // namespace bellwether
