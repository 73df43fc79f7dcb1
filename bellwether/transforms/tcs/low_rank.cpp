#include <bellwether/transforms/tcs/low_rank.h>

#include <LBFGS.h>

#include <algorithm>
#include <cmath>

#include <bellwether/engine/symmetric_eigen.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;

constexpr double rough = 1e-3;  // of the convex problem that gives the start
constexpr int rough_iterations = 200;
constexpr double least_root = 1e-3;  // of the start, as a share of the largest: L = 0 has no slope

/// Thrown through the solver, which knows no other way to be stopped.
struct Stopped {};

Dense start_of(const TcsProblem& problem, Regulariser regulariser, double gamma, double tau, int rank,
               const Run& run) {
  const Dense a =
      minimise(problem, regulariser, gamma, tau, rough, rough_iterations, {}, {run.threads, {}, run.stop})
          .metric;
  const SymmetricEigen eigen(a);
  const Vector roots = eigen.eigenvalues().tail(rank).cwiseMax(0).cwiseSqrt();
  const double floor = roots.maxCoeff() > 0 ? least_root * roots.maxCoeff() : 1;
  return roots.cwiseMax(floor).asDiagonal() * eigen.eigenvectors().rightCols(rank).transpose();
}

/// F(L'L) and its gradient, in the form that the solver asks for; notes the best point.
class HalfObjective {
 public:
  HalfObjective(const TcsProblem& problem, const Penalty& penalty, Index rank, int iterations, const Run& run)
      : problem_(problem), penalty_(penalty), rank_(rank), iterations_(iterations), run_(run) {}

  double operator()(const Vector& x, Vector& gradient) {
    const Eigen::Map<const Dense> half(x.data(), rank_, problem_.features());
    const Dense means = half * problem_.means.transpose();  // L M'
    const TcsSums sums = tcs_sums(problem_, half.transpose() * means, 0, run_);
    // 2 L G with G of problem.h.
    Dense slope = (means * sums.weights.asDiagonal() - half * sums.products) * problem_.means;
    slope.noalias() -= means * sums.products.transpose();
    const double value = sums.value + add_penalty(half, slope);
    gradient = Eigen::Map<const Vector>(slope.data(), slope.size());
    note(x, value);
    return value;
  }

  Vector best = {};
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
  }

  const TcsProblem& problem_;
  Penalty penalty_;
  Index rank_;
  int iterations_;
  const Run& run_;
};

}  // namespace

LowRankSolution minimise_low_rank(const TcsProblem& problem, Regulariser regulariser, double gamma,
                                  double tau, int rank, double tolerance, int iterations, const Run& run) {
  LowRankSolution found;
  on_threads(run.threads, [&] {
    const Dense start = start_of(problem, regulariser, gamma, tau, rank, run);
    HalfObjective objective(problem, {regulariser, gamma, tau}, rank, iterations, run);
    LBFGSpp::LBFGSParam<double> parameters;
    parameters.m = 20;
    parameters.epsilon = 0;
    parameters.epsilon_rel = 1e-12;
    parameters.past = 5;  // a single step may be short by chance
    parameters.delta = tolerance / 100;
    parameters.max_iterations = iterations;
    LBFGSpp::LBFGSSolver<double, LBFGSpp::LineSearchNocedalWright> solver(parameters);
    Vector x = Eigen::Map<const Vector>(start.data(), start.size());
    double value = 0;
    bool converged = false, stopped = false;
    int steps = 0;
    try {
      steps = solver.minimize(objective, x, value);
      converged = steps < iterations;
    } catch (const Stopped&) {
      stopped = true;
    } catch (const std::exception&) {
      converged = true;  // no step along the slope gains anything: rounding has the last word
    }
    found.half = Eigen::Map<const Dense>(objective.best.data(), rank, problem.features());
    found.solution = assess(problem, regulariser, gamma, tau, found.half.transpose() * found.half, run);
    found.solution.trace = std::move(objective.trace);
    found.solution.trace.back() = found.solution.value;
    found.solution.iterations = steps > 0 ? steps : static_cast<int>(found.solution.trace.size()) - 1;
    found.solution.converged = converged;
    found.solution.stopped = stopped;
  });
  return found;
}

}  // namespace bellwether
