#include <bellwether/transforms/tcs_gm.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/tcs/low_rank.h>
#include <bellwether/transforms/tcs/minimise.h>
#include <bellwether/transforms/tcs/tune.h>

namespace bellwether {
namespace {

void check(const TcsGmOptions& options) {
  check_options(options, "tcs-gm");
  if (options.rank == 0) return;
  require<InvalidOption>(options.form == TcsForm::full,
                         "{} is of a map that mixes features: leave it at 0 with {}",
                         setting("rank", options.rank), setting("form", "diagonal"));
  require<InvalidOption>(
      options.regulariser != Regulariser::logdet && options.regulariser != Regulariser::l1,
      "{} goes with the regularisers identity, l2 and nuclear: logdet needs every direction, and l1 has no "
      "slope at its anchor",
      setting("rank", options.rank));
}

TcsProblem problem_of(const Rows& items, std::span<const int> labels, TcsForm form, const Run& run) {
  if (run.workers) return tcs_problem_there(form, *run.workers, run);
  if (form == TcsForm::diagonal) return tcs_diagonal_problem(items, labels);
  return tcs_problem(classes_of(items, labels));
}

/// With `l2` and `nuclear`, and with tau = 0, a metric may be 0: then all items would be in one place.
void require_something_to_learn(const TcsProblem& problem, const TcsGmOptions& options, double tau) {
  const Regulariser r = options.regulariser;
  const bool from_zero =
      r == Regulariser::l2 || r == Regulariser::nuclear || (r != Regulariser::logdet && tau == 0);
  if (!from_zero) return;
  const std::string way_out = fmt::format("use {} and {}, which then leaves distances alone",
                                          remedy("regulariser", "identity"), remedy("tau", 1));
  require(problem.classes > 1,
          "there is one class among the labels, and one class tells nothing apart: label items of at least "
          "two, or {}",
          way_out);
  require(problem.means.cwiseAbs().maxCoeff() > 0,
          "all {} classes have the same mean, which tells nothing apart: {}", problem.classes, way_out);
}

void require_something_left(const TcsProblem& problem, const TcsGmOptions& options, const TcsTuned& resolved,
                            const Matrix& metric) {
  const double reference = gamma_reference(problem, options.regulariser, resolved.tau);
  const bool nothing = options.regulariser == Regulariser::nuclear && resolved.gamma >= 10 * reference;
  require<InvalidOption>(!nothing && metric.cwiseAbs().maxCoeff() > 0,
                         "{} leaves nothing of the items: leave it to the method, which takes {:.3g}",
                         setting("gamma", resolved.gamma), reference);
}

void record(TcsSolution& solution, const TcsTuned& resolved, TcsGmResult& result) {
  result.objective = {"regularised log loss of the known classes", Goal::minimise, solution.value,
                      std::move(solution.trace)};
  result.loss = solution.loss;
  result.gap = solution.gap;
  result.gamma = resolved.gamma;
  result.tau = resolved.tau;
  result.curve = resolved.curve;
  result.iterations = solution.iterations;
  result.converged = solution.converged;
  result.stopped = solution.stopped;
}

}  // namespace

TcsGmResult tcs_gm(const Rows& items, std::span<const int> labels, const TcsGmOptions& options,
                   const Run& run) {
  check(options);
  const TcsProblem problem = problem_of(items, labels, options.form, run);
  const TcsTuned resolved = tune_tcs_gm(problem, items, labels, options, run);
  const double gamma = resolved.gamma, tau = resolved.tau;
  require_something_to_learn(problem, options, tau);
  TcsGmResult result;
  if (options.rank > 0 && options.rank < problem.features()) {
    auto [half, solution] = minimise_low_rank(problem, options.regulariser, gamma, tau, options.rank,
                                              options.tolerance, options.iterations, run);
    result.map = {"tcs-gm", half.transpose(), {}};
    result.metric = half.transpose() * half;
    record(solution, resolved, result);
  } else {
    TcsSolution solution =
        minimise(problem, options.regulariser, gamma, tau, options.tolerance, options.iterations, {}, run);
    const bool diagonal = options.form == TcsForm::diagonal;
    result.metric = diagonal ? Matrix(solution.metric.transpose()) : Matrix(solution.metric);
    result.map.name = "tcs-gm";
    if (diagonal)
      result.map.weights = solution.metric.col(0).cwiseSqrt();
    else
      result.map.map = symmetric_root(solution.metric);
    record(solution, resolved, result);
  }
  require_something_left(problem, options, resolved, result.metric);
  return result;
}

}  // namespace bellwether
