#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/engine/run.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/xing/solvers.h>

namespace bellwether::xing_detail {
namespace {

using Dense = Eigen::MatrixXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Index piece_rows = 2048;
constexpr double full_rounding = 1e-14;  // of objectives, as a share
constexpr double growth = 1.25;          // of a step that was accepted at once
constexpr int most_failures = 20;
constexpr int rounds_per_check = 5;  // the gap costs as much as a step

struct Piece {
  double sum = 0;
  bool inside = true;
  Dense g = {};
};

Piece piece_of(const Eigen::Ref<const Matrix>& e, const Dense& b, bool with_g) {
  const Matrix eb = e * b;
  const Vector squares = eb.cwiseProduct(e).rowwise().sum();
  Piece piece;
  piece.inside = (squares.array() > 0).all();
  if (!piece.inside) return piece;
  const Vector lengths = squares.cwiseSqrt();
  piece.sum = lengths.sum();
  if (with_g) {
    const Matrix scaled = lengths.cwiseSqrt().cwiseInverse().asDiagonal() * e;
    piece.g.noalias() = scaled.transpose() * scaled;
  }
  return piece;
}

/// The nearest matrix without negative eigenvalues.
Dense project_to_cone(const Dense& m) {
  const SymmetricEigen eigen(m);
  const Vector root = eigen.eigenvalues().cwiseMax(0).cwiseSqrt();
  const Dense half = eigen.eigenvectors() * root.asDiagonal();
  return half * half.transpose();
}

/// One point of the search, scaled to trace 1/2.
struct Point {
  Dense b = {};
  double sum = 0;  ///< sum_i sqrt(e_i' B e_i)

  double value() const { return 0.5 / (sum * sum); }
};

Point scaled_to_half(Dense b, double sum) {
  const double scale = 0.5 / b.trace();
  return {b * scale, sum * std::sqrt(scale)};
}

double objective(double trace, double sum) {
  return trace - std::log(sum);
}

/// A projected gradient step from y, with the largest length, up to `step`, for which the quadratic model
/// there bounds the objective; `step` becomes that length. Nothing if the gradient is not finite.
struct Stepped {
  Dense b = {};
  double sum = 0;
};
bool step_from(const Matrix& e, const Dense& y, double& step, Stepped& result) {
  const Spread here = spread_of(e, y, true);
  if (!(here.sum > 0)) return false;
  const Dense gradient = Dense::Identity(y.rows(), y.cols()) - here.g;
  const double at_y = objective(y.trace(), here.sum);
  const double slack = full_rounding * (1 + std::abs(at_y));
  for (int attempt = 0; attempt < 100; ++attempt, step /= 2) {
    result.b = project_to_cone(y - step * gradient);
    result.sum = spread_of(e, result.b, false).sum;
    if (!(result.sum > 0)) continue;
    const Dense moved = result.b - y;
    const double model = at_y + gradient.cwiseProduct(moved).sum() + moved.squaredNorm() / (2 * step);
    if (objective(result.b.trace(), result.sum) <= model + slack) {
      if (attempt == 0) step *= growth;
      return true;
    }
  }
  return false;
}

double gap_at(const Matrix& e, const Point& point) {
  const SymmetricEigen eigen(spread_of(e, point.b, true).g, SymmetricEigen::Want::values);
  return eigen.eigenvalues().maxCoeff() - 1;
}

}  // namespace

Spread spread_of(const Matrix& e, const Eigen::MatrixXd& b, bool with_g) {
  const auto count = static_cast<int>((e.rows() + piece_rows - 1) / piece_rows);
  std::vector<Piece> pieces(static_cast<std::size_t>(count));
  for_each_parallel(count, [&](int number) {
    const Index begin = number * piece_rows;
    pieces[static_cast<std::size_t>(number)] =
        piece_of(e.middleRows(begin, std::min(piece_rows, e.rows() - begin)), b, with_g);
  });
  Spread spread;
  if (with_g) spread.g = Dense::Zero(e.cols(), e.cols());
  for (const Piece& piece : pieces) {
    if (!piece.inside) return {0, Dense::Constant(e.cols(), e.cols(), infinity)};
    spread.sum += piece.sum;
    if (with_g) spread.g += piece.g;
  }
  if (with_g) spread.g /= 2 * spread.sum;
  return spread;
}

Solution<Eigen::MatrixXd> solve_full(const Matrix& e, const Limits& limits) {
  const Dense start = Dense::Identity(e.cols(), e.cols()) / (2 * static_cast<double>(e.cols()));
  Point best = scaled_to_half(start, spread_of(e, start, false).sum);
  Dense y = best.b;
  double momentum = 1, step = 1 / static_cast<double>(e.cols());
  Solution<Dense> solution;
  solution.trace.push_back(best.value());
  bool plain = true;    // y is the best point itself
  int failures = 0;     // in a row
  bool at_end = false;  // not even short plain steps can be made

  while (solution.iterations < limits.iterations && !solution.converged && !solution.stopped && !at_end) {
    ++solution.iterations;
    Stepped next;
    const bool moved = step_from(e, y, step, next);
    const Point candidate = moved ? scaled_to_half(std::move(next.b), next.sum) : Point{};
    // Near the optimum the objective is flat to its last digit while the gradient still has a direction: a
    // plain step is then taken on trust.
    if (moved && candidate.sum >= best.sum * (plain ? 1 - full_rounding : 1)) {
      const double further = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
      y = candidate.b + (momentum - 1) / further * (candidate.b - best.b);
      plain = momentum == 1;
      momentum = further;
      best = candidate;
      failures = 0;
    } else {
      if (plain) step /= 4;  // full_rounding hid that it was too long
      at_end = ++failures > most_failures;
      y = best.b;
      momentum = 1;
      plain = true;
    }
    solution.trace.push_back(std::min(solution.trace.back(), best.value()));
    if (solution.iterations % rounds_per_check == 0 || at_end)
      solution.converged = gap_at(e, best) <= limits.tolerance;
    if (limits.go_on && !limits.go_on(solution.iterations, best.value())) solution.stopped = true;
  }
  solution.certificate = std::abs(best.b.trace() - spread_of(e, best.b, true).g.cwiseProduct(best.b).sum());
  solution.gap = gap_at(e, best);
  solution.value = std::move(best.b);
  return solution;
}

}  // namespace bellwether::xing_detail
