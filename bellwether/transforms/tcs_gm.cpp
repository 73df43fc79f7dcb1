#include <bellwether/transforms/tcs_gm.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/tcs/low_rank.h>
#include <bellwether/transforms/tcs/minimise.h>

namespace bellwether {
namespace {

struct Resolved {
  double gamma = 1;
  double tau = 1;
};

/// What was left to the method.
Resolved resolve(const TcsProblem& problem, const TcsGmOptions& options, const Run& run) {
  const double tau = options.tau.value_or(1.0);
  const double gamma =
      options.gamma ? *options.gamma : gamma_reference(problem, options.regulariser, tau, run);
  return {gamma, tau};
}

void check(const TcsGmOptions& options) {
  check_options(options, "tcs-gm");
  if (options.rank == 0) return;
  require<InvalidOption>(options.form == TcsForm::full,
                         "rank={} is of a map that mixes features: leave it at 0 with form=diagonal",
                         options.rank);
  require<InvalidOption>(
      options.regulariser != Regulariser::logdet && options.regulariser != Regulariser::l1,
      "rank={} goes with the regularisers identity, l2 and nuclear: logdet needs every direction, and l1 has "
      "no slope at its anchor",
      options.rank);
}

TcsProblem problem_of(const Rows& items, std::span<const int> labels, TcsForm form) {
  if (form == TcsForm::diagonal) return tcs_diagonal_problem(items, labels);
  return tcs_problem(classes_of(items, labels));
}

/// The symmetric root, of which the square is `m`.
Matrix root_of(const Eigen::MatrixXd& m) {
  const SymmetricEigen eigen(m);
  const Matrix root = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
                      eigen.eigenvectors().transpose();
  return 0.5 * (root + root.transpose());
}

/// With `l2` and `nuclear`, and with tau = 0, a metric may be 0: then all items would be in one place.
void require_something_left(const TcsProblem& problem, const TcsGmOptions& options, const Resolved& resolved,
                            const Eigen::MatrixXd& metric) {
  if (metric.cwiseAbs().maxCoeff() > 0) return;
  require(problem.classes > 1,
          "there is one class among the labels, and one class tells nothing apart: label items of at least "
          "two, or use regulariser=identity, which then leaves distances alone");
  require(
      problem.means.cwiseAbs().maxCoeff() > 0,
      "all {} classes have the same mean, which tells nothing apart: use regulariser=identity, which then "
      "leaves distances alone",
      problem.classes);
  require<InvalidOption>(false,
                         "gamma={} leaves nothing of the items: leave it to the method, which takes {:.3g}",
                         resolved.gamma, gamma_reference(problem, options.regulariser, resolved.tau));
}

void record(TcsSolution& solution, const Resolved& resolved, TcsGmResult& result) {
  result.objective = {"regularised log loss of the known classes", Goal::minimise, solution.value,
                      std::move(solution.trace)};
  result.loss = solution.loss;
  result.gap = solution.gap;
  result.gamma = resolved.gamma;
  result.tau = resolved.tau;
  result.iterations = solution.iterations;
  result.converged = solution.converged;
  result.stopped = solution.stopped;
}

}  // namespace

TcsGmResult tcs_gm(const Rows& items, std::span<const int> labels, const TcsGmOptions& options,
                   const Run& run) {
  check(options);
  const TcsProblem problem = problem_of(items, labels, options.form);
  const Resolved resolved = resolve(problem, options, run);
  const auto& [gamma, tau] = resolved;
  TcsGmResult result;
  if (options.rank > 0 && options.rank < problem.features()) {
    auto [half, solution] = minimise_low_rank(problem, options.regulariser, gamma, tau, options.rank,
                                              options.tolerance, options.iterations, run);
    require_something_left(problem, options, resolved, half);
    result.map = {"tcs-gm", half.transpose(), {}};
    result.metric = half.transpose() * half;
    record(solution, resolved, result);
    return result;
  }
  TcsSolution solution =
      minimise(problem, options.regulariser, gamma, tau, options.tolerance, options.iterations, {}, run);
  require_something_left(problem, options, resolved, solution.metric);
  if (options.form == TcsForm::diagonal) {
    result.map = {"tcs-gm", {}, solution.metric.col(0).cwiseSqrt()};
    result.metric = solution.metric.transpose();
  } else {
    result.map = {"tcs-gm", root_of(solution.metric), {}};
    result.metric = solution.metric;
  }
  record(solution, resolved, result);
  return result;
}

}  // namespace bellwether
