#include <bellwether/mixtures/spherical_parts.h>

#include <algorithm>
#include <utility>

#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/plus_plus_parts.h>

namespace bellwether {
namespace {

SphericalFound search(Workers& workers, const Matrix& start, const SphericalOptions& options,
                      const Run& run) {
  Vector counts;
  const auto assess = [&](const spherical_pass::Model& model) {
    auto statistics = sum_over_shards<SphericalStep>(workers, {model.directions});
    counts = statistics.counts;
    return statistics;
  };
  const auto update = [&](spherical_pass::Model model, const spherical_pass::Statistics& s) {
    return spherical_pass::update(std::move(model), s,
                                  true);  // no need to pack them: nothing is searched here
  };
  auto fit = alternate(spherical_pass::Model(start, true, 0), assess, update,
                       {options.iterations, options.tolerance}, run);

  SphericalFound found;
  found.clusters = options.clusters;
  record(fit, "sum of cosines", Goal::maximise, found);
  found.refills = fit.model.refills;
  found.directions = std::move(fit.model.directions);
  found.sizes.assign(counts.begin(), counts.end());
  return found;
}

}  // namespace

SphericalStep::SphericalStep(const Model& model, const Part& part, Memory& memory)
    : model_(model.directions, part.sparse(), 0), memory_(memory) {
  if (std::ssize(memory.labels) == part.rows()) return;
  memory.inverse.resize(static_cast<std::size_t>(part.rows()));
  constexpr Index block = 4096;
  for (Index first = 0; first < part.rows(); first += block)
    part.look_at(first, std::min(block, part.rows() - first), [&](const Shard& shard) {
      std::ranges::copy(inverse_lengths(shard.rows, {.threads = 1}), memory.inverse.begin() + first);
    });
  memory.labels.assign(static_cast<std::size_t>(part.rows()), unlabelled);
}

SphericalStep::Statistics SphericalStep::accumulate(const Shard& shard) {
  return spherical_pass::accumulate(model_, shard, memory_.inverse, {}, memory_.labels);
}

SphericalFound spherical_kmeans(Workers& workers, const SphericalOptions& options, const Run& run) {
  check_options(options, "spherical-kmeans");
  const double reach = cover::require_clusterable(workers, options.clusters);
  std::int64_t number = 0;
  const auto once = [&](const Random& random, const Run& inner) {
    const Matrix start =
        cover::start_of(workers, options.start, options.clusters, true, reach, number++, random, inner);
    return search(workers, start, options, inner);
  };
  Run one_by_one = run;
  one_by_one.threads = 1;
  return best_of_restarts(options.restarts, options.random_seed, Rows(), once, one_by_one);
}

}  // namespace bellwether
