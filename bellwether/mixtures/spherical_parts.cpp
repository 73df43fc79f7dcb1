#include <bellwether/mixtures/spherical_parts.h>

#include <utility>

#include <bellwether/engine/holder.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/kmeans_device.h>

namespace bellwether {
namespace {

SphericalResult search(const Holder& holder, const Matrix& start, bool hold,
                       const SphericalOptions& options) {
  int refills = 0;
  const auto update = [&](SphericalStep::Model model, const spherical_pass::Statistics& s) {
    // No need to pack them: nothing is searched here.
    auto next = spherical_pass::update({std::move(model.directions), true, refills}, s, true);
    refills = next.refills;
    model.directions = std::move(next.directions);
    return model;
  };
  SphericalResult result;
  result.clusters = options.clusters;
  auto fit =
      holder.iterate<SphericalStep>({start, hold}, update, {options.iterations, options.tolerance}, result);
  record(fit, "sum of cosines", Goal::maximise, result);
  result.refills = refills;
  result.directions = std::move(fit.model.directions);
  return result;
}

}  // namespace

SphericalStep::SphericalStep(const Model& model, const Part& part, Memory& memory)
    : model_(model.directions, part.sparse(), 0),
      held_(model.hold ? part.seeds() : std::span<const int>()),
      memory_(memory) {
  if (std::ssize(memory.labels) == part.rows()) return;
  memory.inverse = inverse_lengths(part);
  memory.labels.assign(static_cast<std::size_t>(part.rows()), unlabelled);
}

SphericalStep::Statistics SphericalStep::accumulate(const Shard& shard) {
  return spherical_pass::accumulate(model_, shard, memory_.inverse, held_, memory_.labels);
}

SphericalResult spherical_elsewhere(const SphericalOptions& options, const Run& run, const Seeds& seeds) {
  check_options(options, "spherical-kmeans");
  const Holder all({}, seeds.labels, run);
  require_clusterable(all, options.clusters);
  require_seeds_fit(all, options.clusters);
  std::vector<double> inverse;  // where a device holds the items
  if (run.held) lay(*run.held, inverse = inverse_lengths(*run.held, run));
  const auto once = [&](const Random& random, const Run& inner) {
    const Holder holder({}, seeds.labels, inner);
    const Matrix start = first_directions(options.start, holder, options.clusters, random);
    if (inner.held) return spherical_on_device(*inner.held, inverse, start, seeds.held(), options, inner);
    return search(holder, start, seeds.hold, options);
  };
  const int restarts = restarts_worth_making(all, options.clusters, options.restarts);
  return best_of_restarts(restarts, options.random_seed, {}, once, run);
}

}  // namespace bellwether
