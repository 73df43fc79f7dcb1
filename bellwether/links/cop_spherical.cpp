#include <bellwether/links/cop_spherical.h>

#include <optional>
#include <utility>

#include <bellwether/links/cop_restarts.h>
#include <bellwether/links/unit_items.h>
#include <bellwether/mixtures/directions.h>

namespace bellwether {
namespace {

constexpr const char* name = "cop-spherical-kmeans";

/// The items as unit vectors, and the search among them.
struct Directions {
  Directions(const Rows& items, const Knowledge& knowledge, const CopKMeansOptions& options, const Run& run)
      : inverse(inverse_lengths(items, run)),
        unit(items, inverse),
        problem(unit.rows(), knowledge, options, unit_centre, run) {}

  std::vector<double> inverse;
  UnitItems unit;
  CopProblem problem;
};

/// Q = n - J / 2
double sum_of_cosines(Index items, double squares) {
  return static_cast<double>(items) - squares / 2;
}

Run reporting_cosines(const Run& run, Index items) {
  Run told = run;
  if (run.on_progress)
    told.on_progress = [on_progress = run.on_progress, items](Progress progress) {
      progress.objective = sum_of_cosines(items, progress.objective);
      on_progress(progress);
    };
  return told;
}

CopSphericalResult as_spherical(CopKMeansResult found) {
  const Index items = std::ssize(found.labels);
  CopSphericalResult result{static_cast<Clustering&&>(found), std::move(found.means), found.relaxed};
  for (double& value : result.objective.trace) value = sum_of_cosines(items, value);
  result.objective = {"sum of cosines", Goal::maximise, result.objective.trace.back(),
                      std::move(result.objective.trace)};
  return result;
}

}  // namespace

CopSphericalResult cop_spherical_kmeans(const Rows& items, const Knowledge& knowledge,
                                        const CopKMeansOptions& options, const Run& run) {
  check_cop_options(items, options, name);
  std::optional<Directions> d;
  on_threads(run.threads, [&] { d.emplace(items, knowledge, options, run); });
  const std::vector<int> seeds = known_starts(d->problem);
  const auto first_directions = [&](const Random& random, const Run& inner) {
    return start_directions(options.start, items, d->inverse, options.clusters, random, inner, {seeds});
  };
  return as_spherical(best_from(first_directions, d->problem, reporting_cosines(run, items.rows())));
}

CopSphericalResult cop_spherical_kmeans_from(const Rows& items, const Knowledge& knowledge,
                                             const Matrix& directions, const CopKMeansOptions& options,
                                             const Run& run) {
  check_cop_options(items, options, name);
  require_start_shape(items, directions, options.clusters);
  std::optional<Directions> d;
  on_threads(run.threads, [&] { d.emplace(items, knowledge, options, run); });
  return as_spherical(best_from(unit_rows(directions), d->problem, reporting_cosines(run, items.rows())));
}

}  // namespace bellwether
