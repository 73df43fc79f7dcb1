#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

#include <bellwether/transforms/xing/solvers.h>

namespace bellwether::xing_detail {
namespace {

constexpr double rounding = 1e-13;  // of objectives, as a share
constexpr double barrier_fall = 0.03;
constexpr double least_barrier = 1e-18;  // below, rounding alone decides
constexpr double least_left = 0.01;      // of a weight, after one step

/// sum_i sqrt(q_i . b) and its gradient as a share of it: with lengths r_i and sum R,
/// G = sum_i q_i / (2 r_i R).
struct Lengths {
  Vector r = {};
  double sum = 0;
  Vector g = {};
};

Lengths lengths_of(const Matrix& q, const Vector& b) {
  Lengths l;
  l.r = (q * b).cwiseSqrt();
  l.sum = l.r.sum();
  l.g = q.transpose() * l.r.cwiseInverse() / (2 * l.sum);
  return l;
}

double barrier(const Matrix& q, const Vector& b, double mu) {
  return b.sum() - std::log((q * b).cwiseSqrt().sum()) - mu * b.array().log().sum();
}

/// The Newton step u, relative to b: b becomes b (1 + u). With B = diag b, its matrix is
///   B (Hessian of the objective) B + mu I = W' W + mu I,
/// W: a row q_i B / (2 sqrt(R r_i^3)) for each pair, and the row G' B. Its smaller side is factored.
Vector newton_step(const Matrix& q, const Vector& b, const Lengths& l, double mu, const Vector& gradient) {
  Matrix w(q.rows() + 1, q.cols());
  const Vector heights = (l.r.array().cube() * l.sum).sqrt().inverse() / 2;
  w.topRows(q.rows()) = heights.asDiagonal() * q * b.asDiagonal();
  w.row(q.rows()) = l.g.cwiseProduct(b).transpose();
  if (w.cols() <= w.rows()) {
    Eigen::MatrixXd m = w.transpose() * w;
    m.diagonal().array() += mu;
    return -m.ldlt().solve(gradient);
  }
  Eigen::MatrixXd m = w * w.transpose();
  m.diagonal().array() += mu;
  const Vector inner = m.ldlt().solve(w * gradient);
  return (w.transpose() * inner - gradient) / mu;
}

/// The largest share of the step that keeps every weight inside and lowers the barrier function as its slope
/// promises; 0: none does, so rounding has the last word.
double share_of_step(const Matrix& q, const Vector& b, const Vector& u, double mu, double slope) {
  const double here = barrier(q, b, mu);
  const double steepest = -u.minCoeff();
  double share = steepest > 0 ? std::min(1.0, (1 - least_left) / steepest) : 1.0;
  for (int attempt = 0; attempt < 50; ++attempt, share /= 2) {
    const Vector next = b.array() * (1 + share * u.array());
    if (barrier(q, next, mu) <= here + 1e-4 * share * slope) return share;
  }
  return 0;
}

}  // namespace

Solution<Vector> solve_diagonal(const Matrix& q, const Limits& limits) {
  const auto features = static_cast<double>(q.cols());
  Vector b = Vector::Constant(q.cols(), 0.5 / features), best = b;
  double mu = 0.1 / features;
  Lengths l = lengths_of(q, b);
  Solution<Vector> solution;
  const auto value = [&] { return b.sum() / (l.sum * l.sum); };
  // Scaled to sum b = 1/2, G becomes 2 sum b times what it is.
  const auto gap = [&] { return 2 * b.sum() * l.g.maxCoeff() - 1; };
  solution.trace.push_back(value());
  solution.gap = gap();
  solution.converged = solution.gap <= limits.tolerance;

  while (!solution.converged && !solution.stopped && solution.iterations < limits.iterations &&
         mu > least_barrier) {
    ++solution.iterations;
    const Vector gradient = b.array() * (1 - l.g.array()) - mu;
    const Vector u = newton_step(q, b, l, mu, gradient);
    const double slope = gradient.dot(u), share = share_of_step(q, b, u, mu, slope);
    b.array() *= 1 + share * u.array();
    l = lengths_of(q, b);
    // Off the central path a step may overshoot: only the best point counts.
    const bool is_best = value() <= solution.trace.back() * (1 + rounding);
    if (is_best) {
      best = b;
      solution.gap = gap();
      solution.converged = solution.gap <= limits.tolerance;
    }
    solution.trace.push_back(std::min(solution.trace.back(), value()));
    if (-slope <= mu || share == 0) mu *= barrier_fall;
    if (limits.go_on && !limits.go_on(solution.iterations, solution.trace.back())) solution.stopped = true;
  }
  solution.value = best * (0.5 / best.sum());
  solution.certificate = std::abs(solution.value.sum() - solution.value.dot(lengths_of(q, solution.value).g));
  return solution;
}

}  // namespace bellwether::xing_detail
