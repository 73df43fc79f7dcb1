#include <bellwether/transforms/tcs/minimise.h>

#include <algorithm>
#include <cmath>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;

constexpr int rounds_per_check = 3;   // the gap takes a decomposition
constexpr double shrink_first = 0.5;  // of the curvature, until it was too small for the first time
constexpr double shrink_step = 0.9;   // and after that
constexpr double growth = 2;          // when it is too small
constexpr double flat = 1e-9;         // differences of F below this share of F are not to be trusted
constexpr double step_rounding = 1e-14;
constexpr double sum_rounding = 1e-12;  // of F, as a share
constexpr double first_accuracy = 1e-3;
constexpr int most_idle_steps = 20;

struct StepLimits {
  double tolerance = 1e-8;
  int iterations = 2000;
};

/// An A with what is known of F there.
struct Point {
  Dense a = {};
  TcsLoss loss = {};
  double penalty = 0;

  double value() const { return loss.value + penalty; }
};

/// The search for one gamma; what one learns of the curvature serves the next.
class Search {
 public:
  Search(const TcsProblem& problem, const Run& run) : problem_(problem), run_(run) {}

  TcsSolution solve(const Penalty& penalty, const Dense& start, const StepLimits& limits);
  TcsSolution assess(const Penalty& penalty, const Dense& a);

 private:
  Point at(const Penalty& penalty, Dense a) const {
    Point point;
    point.loss = evaluate(problem_, a, run_);
    point.penalty = penalty_of(penalty, a);
    point.a = std::move(a);
    return point;
  }
  Point step_from(const Penalty& penalty, const Point& from);
  double gap_of(const Penalty& penalty, const Point& point, double enough) const;
  double first_curvature() const;

  const TcsProblem& problem_;
  const Run& run_;
  double curvature_ = 0;  ///< L: steps have length 1/L
  double shrink_ = shrink_first;
  Dense z_ = {};  ///< the dual of l1
  double last_step_ = 0;
  double accuracy_ = first_accuracy;  ///< of that dual, as a share of the last step
};

/// A bound: the variance of s over classes is at most its mean square.
double Search::first_curvature() const {
  const double bound = 0.25 * static_cast<double>(problem_.count) * problem_.variances.sum() *
                       problem_.means.rowwise().squaredNorm().mean();
  return bound > 0 ? bound : 1;
}

/// Whether the quadratic with curvature L at `from` lies above the loss at `to`. By function values where
/// their difference has digits; else by gradients.
bool is_bounded(const Point& from, const Point& to, double curvature) {
  const Dense moved = to.a - from.a;
  const double square = moved.squaredNorm();
  const double bend = to.loss.value - from.loss.value - from.loss.gradient.cwiseProduct(moved).sum();
  if (std::abs(bend) > flat * std::abs(from.loss.value)) return bend <= 0.5 * curvature * square;
  const double turn = (to.loss.gradient - from.loss.gradient).norm();
  return turn <= curvature * std::sqrt(square) + step_rounding * from.loss.gradient.norm();
}

Point Search::step_from(const Penalty& penalty, const Point& from) {
  for (int attempt = 0;; ++attempt) {
    const double step = 1 / curvature_;
    Point next = at(penalty, proximal_step(penalty, from.a - step * from.loss.gradient, step, z_,
                                           accuracy_ * last_step_));
    if (is_bounded(from, next, curvature_) || attempt == 100) {
      if (attempt == 0) curvature_ *= shrink_;
      return next;
    }
    curvature_ *= growth;
    shrink_ = shrink_step;
  }
}

/// F(A) less the bound. `enough`: a gap above it need not be exact.
double Search::gap_of(const Penalty& penalty, const Point& point, double enough) const {
  const bool frobenius = penalty.kind == Regulariser::identity || penalty.kind == Regulariser::l2;
  if (frobenius) return frobenius_gap(penalty, point.a, point.loss.gradient);
  const DualBound bound = dual_bound(penalty, point.loss.gradient, z_);
  const double slope = point.loss.value - point.loss.entropy;  // <G, A>
  const double rest = point.penalty + slope - bound.least;
  // The entropy of q is concave in the share, 0 at share 0, with slope -<G, A> at 1.
  const double surely = rest + (1 - bound.share) * point.loss.entropy;
  const double perhaps = rest - (1 - bound.share) * slope;
  if (bound.share == 1 || surely <= enough || perhaps > enough) return std::max(0.0, surely);
  const double entropy = tcs_sums(problem_, tcs_scores(problem_, point.a), bound.share, run_).entropy;
  return std::max(0.0, rest + point.loss.entropy - entropy);
}

double enough_for(const Penalty& penalty, const Point& point, double tolerance) {
  double enough = tolerance * std::abs(point.value());
  if (penalty.kind == Regulariser::identity || penalty.kind == Regulariser::l2) {
    const auto features = static_cast<double>(point.a.rows());
    const double anchor = penalty.kind == Regulariser::l2 ? 0 : penalty.tau * penalty.tau * features;
    enough = std::min(enough, tolerance * penalty.gamma * std::max(anchor, point.a.squaredNorm()));
  }
  return enough;
}

/// No F is below 0, so that at 0 nothing is left to gain.
double share_of(double gap, const Point& point) {
  return gap > 0 ? gap / std::abs(point.value()) : 0;
}

TcsSolution Search::assess(const Penalty& penalty, const Dense& a) {
  const Point point = at(penalty, a);
  TcsSolution solution;
  solution.value = point.value();
  solution.loss = point.loss.value;
  solution.gap = share_of(gap_of(penalty, point, std::abs(point.value())), point);
  solution.trace = {solution.value};
  solution.metric = a;
  return solution;
}

TcsSolution Search::solve(const Penalty& penalty, const Dense& start, const StepLimits& limits) {
  if (curvature_ == 0) curvature_ = first_curvature();
  TcsSolution solution;
  Point best = at(penalty, start), ahead = best;
  bool plain = true;  // `ahead` is the best point itself
  double momentum = 1;
  int idle = 0;
  double gap = gap_of(penalty, best, enough_for(penalty, best, limits.tolerance));
  solution.converged = gap <= enough_for(penalty, best, limits.tolerance);
  solution.trace.push_back(best.value());

  while (!solution.converged && !solution.stopped && solution.iterations < limits.iterations &&
         idle < most_idle_steps) {
    ++solution.iterations;
    Point next = step_from(penalty, ahead);
    last_step_ = (next.a - ahead.a).norm();
    if (next.value() > best.value() * (1 + sum_rounding)) {  // momentum led up
      if (plain) {  // even so: the curvature was too small, or the dual of l1 not exact enough
        ++idle;
        curvature_ *= penalty.kind == Regulariser::l1 ? 1 : 2;
        accuracy_ *= 0.1;
      }
      ahead = best;
      plain = true;
      momentum = 1;
    } else {
      idle = last_step_ <= step_rounding * next.a.norm() ? idle + 1 : 0;
      const bool turned = (ahead.a - next.a).cwiseProduct(next.a - best.a).sum() > 0;
      const double further = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
      plain = turned || momentum == 1;
      if (!plain) {
        ahead = Point{};
        ahead.a = next.a + (momentum - 1) / further * (next.a - best.a);
        ahead.loss = evaluate(problem_, ahead.a, run_);
      } else {
        ahead = next;
      }
      momentum = turned ? 1 : further;
      best = std::move(next);
    }
    solution.trace.push_back(std::min(best.value(), solution.trace.back()));
    if (solution.iterations % rounds_per_check == 0) {
      const double enough = enough_for(penalty, best, limits.tolerance);
      gap = gap_of(penalty, best, enough);
      solution.converged = gap <= enough;
    }
    if (run_.on_progress)
      run_.on_progress({.stage = "learning a metric",
                        .iteration = solution.iterations,
                        .iterations = limits.iterations,
                        .objective = best.value()});
    solution.stopped = run_.stop.stop_requested();
  }
  if (!solution.converged) {
    gap = gap_of(penalty, best, std::abs(best.value()));
    solution.converged = gap <= enough_for(penalty, best, limits.tolerance);
  }
  solution.value = best.value();
  solution.trace.back() = solution.value;
  solution.loss = best.loss.value;
  solution.gap = share_of(gap, best);
  solution.metric = std::move(best.a);
  return solution;
}

Dense start_of(const TcsProblem& problem, const Penalty& penalty) {
  const bool at_zero = penalty.kind == Regulariser::l2 || penalty.kind == Regulariser::nuclear;
  const double scale = at_zero ? 0 : penalty.kind == Regulariser::logdet ? 1 : penalty.tau;
  if (problem.form == TcsForm::diagonal) return Dense::Constant(problem.features(), 1, scale);
  return scale * Dense::Identity(problem.features(), problem.features());
}

}  // namespace

TcsSolution minimise(const TcsProblem& problem, Regulariser regulariser, double gamma, double tau,
                     double tolerance, int iterations, const Eigen::MatrixXd& start, const Run& run) {
  const Penalty penalty{regulariser, gamma, tau, problem.form};
  TcsSolution solution;
  on_threads(run.threads, [&] {
    Search search(problem, run);
    solution =
        search.solve(penalty, start.size() ? start : start_of(problem, penalty), {tolerance, iterations});
  });
  return solution;
}

std::vector<TcsSolution> path(const TcsProblem& problem, Regulariser regulariser,
                              std::span<const double> gammas, double tau, double tolerance, int iterations,
                              const Run& run) {
  std::vector<TcsSolution> solutions;
  on_threads(run.threads, [&] {
    Search search(problem, run);
    for (const double gamma : gammas) {
      const Penalty penalty{regulariser, gamma, tau, problem.form};
      const Dense start = solutions.empty() ? start_of(problem, penalty) : solutions.back().metric;
      solutions.push_back(search.solve(penalty, start, {tolerance, iterations}));
    }
  });
  return solutions;
}

TcsSolution assess(const TcsProblem& problem, Regulariser regulariser, double gamma, double tau,
                   const Eigen::MatrixXd& a, const Run& run) {
  TcsSolution solution;
  on_threads(run.threads, [&] {
    solution = Search(problem, run).assess({regulariser, gamma, tau, problem.form}, a);
  });
  return solution;
}

}  // namespace bellwether
