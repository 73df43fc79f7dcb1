#include <bellwether/transforms/lmnn/lbfgs.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

namespace bellwether::lmnn_detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double enough_fall = 1e-4;  // of what the slope promises
constexpr double enough_slope = 0.9;  // of the first slope may be left
constexpr int most_trials = 30;
constexpr int most_growths = 4;               // of a step that falls enough but might go further
constexpr Index most_cells = Index{1} << 26;  // of memory, 512 MB
constexpr int window = 5;                     // iterations whose fall is looked at together

/// The last steps and how they changed the gradient.
class Curvature {
 public:
  explicit Curvature(Index size) : most_(std::clamp<Index>(most_cells / (2 * size), 3, 20)) {}

  void add(Vector step, Vector change) {
    const double product = step.dot(change);
    if (!(product > 1e-14 * step.norm() * change.norm())) return;
    if (static_cast<Index>(steps_.size()) == most_) steps_.pop_front();
    steps_.push_back({std::move(step), std::move(change), product});
  }
  bool empty() const { return steps_.empty(); }
  void clear() { steps_.clear(); }

  /// -H g by the two loops.
  Vector direction(const Vector& gradient) const {
    Vector q = -gradient;
    std::vector<double> shares(steps_.size());
    for (std::size_t s = steps_.size(); s-- > 0;) {
      shares[s] = steps_[s].step.dot(q) / steps_[s].product;
      q -= shares[s] * steps_[s].change;
    }
    if (!empty()) q *= steps_.back().product / steps_.back().change.squaredNorm();
    for (std::size_t s = 0; s < steps_.size(); ++s)
      q += (shares[s] - steps_[s].change.dot(q) / steps_[s].product) * steps_[s].step;
    return q;
  }

 private:
  struct Step {
    Vector step, change;
    double product;
  };
  std::deque<Step> steps_;
  Index most_;
};

struct Point {
  Vector x = {}, gradient = {};
  double value = infinity;
};

/// From `here` along `direction`, first with length `length`. Value infinity: no length falls enough.
Point search_along(const Function& function, const Point& here, const Vector& direction, double length,
                   int& evaluations) {
  const double slope = here.gradient.dot(direction);
  double low = 0, high = infinity;
  Point best, trial;
  for (int attempt = 0, growths = 0; attempt < most_trials; ++attempt) {
    trial.x = here.x + length * direction;
    trial.value = function(trial.x, trial.gradient);
    ++evaluations;
    if (!(trial.value <= here.value + enough_fall * length * slope)) {
      high = length;
      if (best.value < infinity) return best;  // a longer step was tried, and was too long
      // Where the parabola through both values and the slope is lowest.
      const double rise = trial.value - here.value - length * slope;
      const double lowest = -slope * length * length / (2 * rise);
      length = std::isfinite(lowest) ? std::clamp(lowest, 0.1 * length, 0.5 * length) : 0.1 * length;
      length = std::max(length, low + 0.1 * (high - low));
      continue;
    }
    low = length;
    const bool far_enough = trial.gradient.dot(direction) >= enough_slope * slope;
    std::swap(best, trial);
    if (far_enough || ++growths > most_growths) return best;
    length = high < infinity ? (low + high) / 2 : 2 * length;
  }
  return best;
}

bool settled(const std::vector<double>& trace, double tolerance) {
  if (trace.size() <= window) return false;
  return trace[trace.size() - 1 - window] - trace.back() <= tolerance * trace.back();
}

}  // namespace

Descent minimise(const Function& function, Vector start, const DescentLimits& limits) {
  Descent descent;
  Point here;
  here.x = std::move(start);
  here.value = function(here.x, here.gradient);
  descent.evaluations = 1;
  descent.trace.push_back(here.value);
  Curvature curvature(here.x.size());
  while (true) {
    const double steepness = here.gradient.squaredNorm();
    descent.converged = !(steepness > 0) || settled(descent.trace, limits.tolerance);
    descent.stopped = limits.go_on && !limits.go_on(descent.iterations, here.value);
    if (descent.converged || descent.stopped || descent.iterations >= limits.iterations) break;

    Vector direction = curvature.direction(here.gradient);
    if (!(direction.dot(here.gradient) < 0)) {
      curvature.clear();
      direction = -here.gradient;
    }
    // The first length is the one that would bring a linear function down to 0, the least value there is.
    const double first = curvature.empty() ? here.value / steepness : 1;
    Point next = search_along(function, here, direction, first, descent.evaluations);
    if (!(next.value < here.value)) {
      if (curvature.empty()) {  // not even the steepest way leads down: rounding has the last word
        descent.converged = true;
        break;
      }
      curvature.clear();
      continue;
    }
    curvature.add(next.x - here.x, next.gradient - here.gradient);
    here = std::move(next);
    descent.trace.push_back(here.value);
    ++descent.iterations;
  }
  descent.x = std::move(here.x);
  descent.value = here.value;
  return descent;
}

}  // namespace bellwether::lmnn_detail
