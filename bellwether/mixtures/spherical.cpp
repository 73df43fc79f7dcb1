#include <bellwether/mixtures/spherical.h>

#include <utility>

#include <bellwether/engine/iterate.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/kmeans_device.h>
#include <bellwether/mixtures/spherical_parts.h>
#include <bellwether/mixtures/spherical_pass.h>

namespace bellwether {
namespace {

using spherical_pass::Model;
using spherical_pass::Statistics;

SphericalResult search(const Rows& items, std::span<const double> inverse, const Matrix& start,
                       std::span<const int> held, const SphericalOptions& options, const Run& run) {
  if (run.held != nullptr) return spherical_on_device(*run.held, inverse, start, held, options, run);
  if (run.held_sparse != nullptr)
    return spherical_on_device(*run.held_sparse, items, inverse, start, held, options, run);
  SphericalResult result;
  result.clusters = options.clusters;
  result.labels.resize(static_cast<std::size_t>(items.rows()));
  const auto step = [&](const Model& model, const Shard& shard) {
    return accumulate(model, shard, inverse, held, result.labels);
  };
  const auto next = [&](Model model, const Statistics& s) {
    return update(std::move(model), s, items.sparse());
  };
  auto fit = iterate(items, Model(start, items.sparse(), 0), step, next,
                     {options.iterations, options.tolerance}, run, start.rows());

  record(fit, "sum of cosines", Goal::maximise, result);
  result.refills = fit.model.refills;
  result.directions = std::move(fit.model.directions);
  return result;
}

/// Lengths of the items; a device is told.
std::vector<double> laid_lengths(const Rows& items, const Run& run) {
  std::vector<double> inverse;
  on_threads(run.threads, [&] { inverse = inverse_lengths(items, run); });
  if (run.held != nullptr) lay(*run.held, inverse);
  if (run.held_sparse != nullptr) lay(*run.held_sparse, inverse);
  return inverse;
}

/// fit(run), where a device holds the items if one is wanted for them.
template <class Fit>
SphericalResult where_dense_or_sparse_wanted(const Rows& items, int clusters, const Run& run,
                                             const Fit& fit) {
  return items.sparse() ? where_sparse_wanted(items, clusters, run, fit)
                        : where_wanted(items, clusters, run, fit);
}

}  // namespace

SphericalResult spherical_kmeans(const Rows& items, const SphericalOptions& options, const Run& run,
                                 const Seeds& seeds) {
  if (run.workers || run.source) return spherical_elsewhere(options, run, seeds);
  check_options(options, "spherical-kmeans");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  const int restarts = restarts_worth_making(seeds, options.clusters, options.restarts);
  return where_dense_or_sparse_wanted(items, options.clusters, run, [&](const Run& there) {
    const std::vector<double> inverse = laid_lengths(items, there);
    const auto once = [&](const Random& random, const Run& inner) {
      const Matrix start =
          start_directions(options.start, items, inverse, options.clusters, random, inner, seeds);
      return search(items, inverse, start, seeds.held(), options, inner);
    };
    return best_of_restarts(restarts, options.random_seed, items, once, there);
  });
}

SphericalResult spherical_kmeans_from(const Rows& items, const Matrix& directions,
                                      const SphericalOptions& options, const Run& run, const Seeds& seeds) {
  check_options(options, "spherical-kmeans");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  require_start_shape(items, directions, options.clusters);
  return where_dense_or_sparse_wanted(items, options.clusters, run, [&](const Run& there) {
    const std::vector<double> inverse = laid_lengths(items, there);
    const auto once = [&](const Random&, const Run& inner) {
      return search(items, inverse, unit_rows(directions), seeds.held(), options, inner);
    };
    return best_of_restarts(1, options.random_seed, items, once, there);
  });
}

Placement place_by_directions(const Rows& items, const Matrix& directions, const Run& run) {
  SphericalOptions options;
  options.clusters = static_cast<int>(directions.rows());
  options.iterations = 0;  // one pass: labels, no update
  SphericalResult placed;
  const Run pass{.threads = run.threads};
  on_threads(run.threads,
             [&] { placed = search(items, inverse_lengths(items, pass), directions, {}, options, pass); });
  return {std::move(placed.labels), {}, placed.objective.value};
}

}  // namespace bellwether
