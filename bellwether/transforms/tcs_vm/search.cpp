#include <bellwether/transforms/tcs_vm/search.h>

#include <LBFGS.h>

#include <algorithm>
#include <stdexcept>

namespace bellwether::tcs_vm_detail {
namespace {

constexpr int memory = 20, most_trials = 40;
constexpr int inner_steps = 200;  // of one line 5: far more than it needs

struct EndOfSearch {};

/// L-BFGS as the solver calls it: values for each item, so that tolerances do not depend on their number.
class Descent {
 public:
  using Evaluate = std::function<Evaluation(const Matrix&)>;
  Descent(const Evaluate& evaluate, const Matrix& start, double items, const Limits& limits)
      : evaluate_(evaluate), items_(items), limits_(limits) {
    solution.map = start;
  }

  double operator()(const Vector& x, Vector& gradient) {
    last_ = evaluate_(as_map(x));
    gradient = Eigen::Map<const Vector>(last_.gradient.data(), last_.gradient.size()) / items_;
    if (solution.trace.empty()) accept(x);
    return last_.value / items_;
  }

  /// The solver has taken the step to the point evaluated last.
  void step_taken(const Vector& x) {
    // At the limit of its trials a line search returns a point that need not be better.
    if (last_.value <= solution.trace.back()) {
      ++solution.iterations;
      accept(x);
    }
  }

  Solution solution = {};

 private:
  Matrix as_map(const Vector& x) const {
    return Eigen::Map<const Matrix>(x.data(), solution.map.rows(), solution.map.cols());
  }

  void accept(const Vector& x) {
    solution.map = as_map(x);
    solution.trace.push_back(last_.value);
    if (last_.shortest_length <= least_length) {
      solution.vanished = last_.shortest;
      throw EndOfSearch{};
    }
    if (limits_.go_on && !limits_.go_on(solution.iterations, last_.value)) {
      solution.stopped = true;
      throw EndOfSearch{};
    }
  }

  const Evaluate& evaluate_;
  double items_;
  const Limits& limits_;
  Evaluation last_ = {};
};

/// Nocedal and Wright's, and a word to the descent when it is done.
template <class Scalar>
struct ToldLineSearch {
  static void LineSearch(Descent& descent, Scalar& value, Vector& x, Vector& gradient, Scalar& step,
                         const Vector& direction, const Vector& before,
                         const LBFGSpp::LBFGSParam<Scalar>& parameters) {
    LBFGSpp::LineSearchNocedalWright<Scalar>::LineSearch(descent, value, x, gradient, step, direction, before,
                                                         parameters);
    descent.step_taken(x);
  }
};

Solution descend(const Descent::Evaluate& evaluate, const Matrix& start, double items, const Limits& limits) {
  LBFGSpp::LBFGSParam<double> parameters;
  parameters.m = memory;
  parameters.epsilon = 1e-300;
  parameters.epsilon_rel = limits.tolerance;
  parameters.max_iterations = limits.iterations;
  parameters.max_linesearch = most_trials;
  parameters.linesearch = LBFGSpp::LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
  parameters.past = 10;
  parameters.delta = 1e-4 * limits.tolerance;
  Descent descent(evaluate, start, items, limits);
  Vector x = Eigen::Map<const Vector>(start.data(), start.size());
  double value = 0;
  try {
    LBFGSpp::LBFGSSolver<double, ToldLineSearch> solver(parameters);
    descent.solution.converged = solver.minimize(descent, x, value) < limits.iterations;
  } catch (const EndOfSearch&) {
  } catch (const std::logic_error&) {  // no way down: rounding is all that is left
    descent.solution.converged = true;
  } catch (const std::runtime_error&) {  // no step is small enough: the same
    descent.solution.converged = true;
  }
  return std::move(descent.solution);
}

}  // namespace

Solution search_jointly(const Problem& problem, const Matrix& start, const Limits& limits) {
  return descend([&](const Matrix& map) { return problem.evaluate(map); }, start,
                 static_cast<double>(problem.items()), limits);
}

Solution search_by_turns(const Problem& problem, const Matrix& start, const Limits& limits) {
  Solution solution{.map = start, .trace = {problem.evaluate(start).value}};
  const Limits inner{inner_steps, limits.tolerance, [&](int, double) {
                       return !limits.go_on || limits.go_on(solution.iterations, solution.trace.back());
                     }};
  while (solution.iterations < limits.iterations && !solution.converged) {
    const Centres centres = problem.centres_at(solution.map);
    Solution turn = descend([&](const Matrix& map) { return problem.evaluate(map, centres); }, solution.map,
                            static_cast<double>(problem.items()), inner);
    const Matrix before = solution.map * solution.map.transpose();
    const Matrix after = turn.map * turn.map.transpose();
    solution.converged = (after - before).squaredNorm() <= limits.tolerance * after.squaredNorm();
    solution.map = std::move(turn.map);
    ++solution.iterations;
    solution.trace.push_back(problem.evaluate(solution.map).value);
    solution.vanished = turn.vanished;
    solution.stopped = turn.stopped;
    if (turn.vanished >= 0 || turn.stopped) {
      solution.converged = false;
      break;
    }
  }
  return solution;
}

}  // namespace bellwether::tcs_vm_detail
