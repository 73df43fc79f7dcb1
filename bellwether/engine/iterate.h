#pragma once
// iterate(): the one loop. A method brings three small functions and the engine does the rest:
//
//   Statistics accumulate(const Model&, const Shard&)         no shared state, no locks
//   void       merge(Statistics& into, const Statistics&)     a sum
//   Model      update(Model, const Statistics&)               closed form, or one step
//
// Statistics has a member `objective`: that of the model it was accumulated for. A method whose statistics
// are not a sum over items (an assignment where items depend on each other) calls alternate() instead.

#include <cmath>
#include <utility>
#include <vector>

#include <bellwether/engine/clustering.h>
#include <bellwether/engine/shards.h>

namespace bellwether {

struct Limits {
  int iterations = 300;
  double tolerance = 1e-6;  ///< stop when the objective changes by no more than this share of itself
};

template <class Model>
struct Fit {
  Model model;
  std::vector<double> trace = {};  ///< the objective before each update, and last that of `model`
  int iterations = 0;              ///< updates made
  bool converged = false;
};

namespace detail {

/// A method whose statistics show that the next update is more than a refinement (a cluster is empty and
/// will be refilled) says so by `bool unsettled() const`; the loop then goes on.
template <class Statistics>
bool settled(const Statistics& s) {
  if constexpr (requires { s.unsettled(); }) {
    return !s.unsettled();
  } else {
    return true;
  }
}

}  // namespace detail

/// The loop itself: `assess(model)` gives statistics of all items, `update(model, statistics)` the next
/// model. Ends when the objective settles, after `limits.iterations` updates, or when `run.stop` asks. In
/// each case the last statistics belong to the model that is returned, so what `assess` noted beside them
/// (labels, bounds) is the model's too.
template <class Model, class Assess, class Update>
Fit<Model> alternate(Model start, const Assess& assess, const Update& update, const Limits& limits,
                     const Run& run) {
  Fit<Model> fit{std::move(start)};
  while (true) {
    const auto statistics = assess(std::as_const(fit.model));
    const double objective = statistics.objective;
    fit.trace.push_back(objective);
    if (run.on_progress)
      run.on_progress({.iteration = fit.iterations, .iterations = limits.iterations, .objective = objective});

    if (fit.trace.size() > 1 && detail::settled(statistics)) {
      const double change = std::abs(objective - fit.trace[fit.trace.size() - 2]);
      fit.converged = change <= limits.tolerance * std::abs(objective);
    }
    if (fit.converged || fit.iterations >= limits.iterations || run.stop.stop_requested()) return fit;

    fit.model = update(std::move(fit.model), statistics);
    ++fit.iterations;
  }
}

/// The same for statistics that are sums over the items, for each of some clusters.
template <class Model, class Accumulate, class Update>
Fit<Model> iterate(const Rows& items, Model start, const Accumulate& accumulate, const Update& update,
                   const Limits& limits, const Run& run, Index clusters = 1) {
  const auto assess = [&](const Model& model) {
    return sum_over_shards(
        items, [&](const Shard& shard) { return accumulate(model, shard); }, run, clusters);
  };
  return alternate(std::move(start), assess, update, limits, run);
}

/// How the search went, for the user.
template <class Model>
void record(Fit<Model>& fit, const char* objective, Goal goal, Clustering& result) {
  result.objective = {objective, goal, fit.trace.back(), std::move(fit.trace)};
  result.iterations = fit.iterations;
  result.converged = fit.converged;
}

}  // namespace bellwether
