#include <bellwether/links/pcc_spherical.h>

#include <optional>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/iterate.h>
#include <bellwether/links/pcc_restarts.h>
#include <bellwether/links/pcc_search.h>
#include <bellwether/links/unit_items.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/spherical.h>

namespace bellwether {
namespace {

using namespace pcc_parts;

void check(const Rows& items, const Knowledge& knowledge, const PccSphericalOptions& options) {
  check_options(options, "pcc-spherical");
  require_clusterable(items, options.clusters);
  require_possible(knowledge, items.rows(), options.clusters);
}

PccOptions without_metric(const PccSphericalOptions& o) {
  PccOptions options;
  options.clusters = o.clusters;
  options.metric = Metric::none;
  options.must_weight = o.must_weight;
  options.cannot_weight = o.cannot_weight;
  options.penalties = o.penalties;
  options.iterations = o.iterations;
  options.tolerance = o.tolerance;
  return options;
}

/// The items as unit vectors, and what all restarts know of them.
struct LinkedDirections {
  LinkedDirections(const Rows& items, const Knowledge& known, const PccSphericalOptions& asked,
                   const Run& run)
      : knowledge(known),
        options(without_metric(asked)),
        inverse(inverse_lengths(items, run)),
        unit(items, inverse),
        graph(known, items.rows()),
        spread(spread_of(unit.rows(), run)) {}

  const Knowledge& knowledge;
  PccOptions options;
  std::vector<double> inverse;
  UnitItems unit;
  LinkGraph graph;
  Spread spread;
};

/// Scaled to length 1; where items cancel, as `before`.
Matrix unit_means(Matrix means, const Matrix& before) {
  for (Index k = 0; k < means.rows(); ++k) {
    const double length = means.row(k).norm();
    if (length > 1e-12)
      means.row(k) /= length;
    else
      means.row(k) = before.row(k);
  }
  return means;
}

PccSphericalResult search(const LinkedDirections& d, const Matrix& start, const Random& random,
                          const Run& run) {
  const Rows items = d.unit.rows();
  Search search(items, d.spread, d.graph, d.knowledge.seeds, d.options, random.split(1), run);
  const auto assess = [&](const Round& round) { return search.assess(round); };
  const auto update = [&](Round round, const Moments& moments) {
    const Matrix before = round.means;
    Round next = search.update(std::move(round), moments);
    next.means = unit_means(std::move(next.means), before);
    return next;
  };
  auto fit =
      alternate(search.first_round(start), assess, update, {d.options.iterations, d.options.tolerance}, run);

  PccSphericalResult result;
  result.clusters = d.options.clusters;
  result.labels = search.take_labels();
  record(fit, "distances of directions and broken links", Goal::minimise, result);
  result.refills = fit.model.refills;
  result.directions = std::move(fit.model.means);
  result.links = report_links(d.knowledge, result.labels);
  return result;
}

}  // namespace

PccSphericalResult pcc_spherical(const Rows& items, const Knowledge& knowledge,
                                 const PccSphericalOptions& options, const Run& run) {
  check(items, knowledge, options);
  std::optional<LinkedDirections> d;
  on_threads(run.threads, [&] { d.emplace(items, knowledge, options, run); });
  const Neighbourhoods neighbourhoods(d->unit.rows(), knowledge, options.clusters);
  const auto at_items = [&](const Random& random, const Run& inner) {
    return start_directions(options.start, items, d->inverse, options.clusters, random, inner,
                            {knowledge.seeds});
  };
  const auto from_items = [&](const Random& random, const Run& inner) {
    return search(*d, at_items(random, inner), random, inner);
  };
  const auto from_links = [&](const Random& random, const Run& inner) {
    if (!neighbourhoods.from_links()) return from_items(random, inner);
    const Matrix means = neighbourhoods.first_means(d->unit.rows(), options.start, random, inner);
    return search(*d, unit_means(means, at_items(random, inner)), random, inner);
  };
  return best_from_links_and_items(neighbourhoods, d->unit.rows(), options, from_links, from_items, run);
}

PccSphericalResult pcc_spherical_from(const Rows& items, const Knowledge& knowledge, const Matrix& directions,
                                      const PccSphericalOptions& options, const Run& run) {
  check(items, knowledge, options);
  require_start_shape(items, directions, options.clusters);
  std::optional<LinkedDirections> d;
  on_threads(run.threads, [&] { d.emplace(items, knowledge, options, run); });
  const auto once = [&](const Random& random, const Run& inner) {
    return search(*d, unit_rows(directions), random, inner);
  };
  return best_of_restarts(1, options.random_seed, d->unit.rows(), once, run);
}

Placement place_by_pcc_spherical(const Rows& items, const Matrix& directions, const Run& run) {
  Placement placed = place_by_directions(items, directions, run);
  placed.objective = 2 * (static_cast<double>(items.rows()) - placed.objective);
  return placed;
}

}  // namespace bellwether
