#include <bellwether/links/pcc.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/iterate.h>
#include <bellwether/links/pcc_restarts.h>
#include <bellwether/links/pcc_search.h>

namespace bellwether {
namespace {

using namespace pcc_parts;

constexpr Index most_features = 2000;
constexpr double most_values = 4e6;  ///< in all full metrics together: 32 MB

void check(const Rows& items, const Knowledge& knowledge, const PccOptions& options) {
  check_options(options, "pcc");
  require_clusterable(items, options.clusters);
  require_possible(knowledge, items.rows(), options.clusters);
  if (options.metric != Metric::full) return;
  const Index features = items.columns();
  require<InvalidOption>(
      features <= most_features,
      "a full metric of {} features is too large, {} are possible: reduce them first ({}), or ask for {}",
      features, most_features, remedy("svd", 30), remedy("metric", "diagonal"));
  const auto values = static_cast<double>(features * features * options.clusters);
  require<InvalidOption>(options.scope == MetricScope::shared || values <= most_values,
                         "{} full metrics of {} features are too large: ask for {} or {}, or reduce the "
                         "features first ({})",
                         options.clusters, features, remedy("scope", "shared"), remedy("metric", "diagonal"),
                         remedy("svd", 30));
}

Matrix to_dense(const Rows& items) {
  Matrix dense(items.rows(), items.columns());
  for (Index i = 0; i < items.rows(); ++i) dense.row(i) = dense_row(items, i).transpose();
  return dense;
}

/// Items that the metric can use: a full one needs them dense.
struct Usable {
  Matrix dense;
  Rows rows;
  Usable(const Rows& items, Metric metric)
      : dense(metric == Metric::full && items.sparse() ? to_dense(items) : Matrix()),
        rows(metric == Metric::full && items.sparse() ? Rows(dense) : items) {}
};

/// `round` into the model that places items.
PccModel model_of(Round round) {
  return {std::move(round.means), round.metrics.weights(), round.metrics.matrices()};
}

PccResult search(const Rows& items, const Knowledge& knowledge, const LinkGraph& graph, const Spread& spread,
                 const Matrix& start, const PccOptions& options, const Random& random, const Run& run) {
  Search search(items, spread, graph, knowledge.seeds, options, random, run);
  const auto assess = [&](const Round& round) { return search.assess(round); };
  const auto update = [&](Round round, const Moments& moments) {
    return search.update(std::move(round), moments);
  };
  auto fit =
      alternate(search.first_round(start), assess, update, {options.iterations, options.tolerance}, run);

  PccResult result;
  result.clusters = options.clusters;
  result.labels = search.take_labels();
  record(fit, "distances and broken links", Goal::minimise, result);
  result.refills = fit.model.refills;
  result.model = model_of(std::move(fit.model));
  result.links = report_links(knowledge, result.labels);
  return result;
}

}  // namespace

PccResult pcc(const Rows& items, const Knowledge& knowledge, const PccOptions& options, const Run& run) {
  check(items, knowledge, options);
  const Usable usable(items, options.metric);
  const LinkGraph graph(knowledge, items.rows());
  Spread spread;
  on_threads(run.threads, [&] { spread = spread_of(usable.rows, run); });
  const Neighbourhoods neighbourhoods(usable.rows, knowledge, options.clusters);
  const auto search_from = [&](const Matrix& start, const Random& random, const Run& inner) {
    return search(usable.rows, knowledge, graph, spread, start, options, random.split(1), inner);
  };
  const auto from_links = [&](const Random& random, const Run& inner) {
    return search_from(neighbourhoods.first_means(usable.rows, options.start, random, inner), random, inner);
  };
  const auto from_items = [&](const Random& random, const Run& inner) {
    const Matrix start =
        knowledge.has_seeds()
            ? seeded_start(usable.rows, knowledge.seeds, options.clusters, options.start, random, inner)
            : start_means(options.start, usable.rows, options.clusters, random, inner);
    return search_from(start, random, inner);
  };
  return best_from_links_and_items(neighbourhoods, usable.rows, options, from_links, from_items, run);
}

PccResult pcc_from(const Rows& items, const Knowledge& knowledge, const Matrix& means,
                   const PccOptions& options, const Run& run) {
  check(items, knowledge, options);
  require_start_shape(items, means, options.clusters);
  const Usable usable(items, options.metric);
  const LinkGraph graph(knowledge, items.rows());
  const auto once = [&](const Random& random, const Run& inner) {
    const Spread spread = spread_of(usable.rows, inner);
    return search(usable.rows, knowledge, graph, spread, means, options, random.split(1), inner);
  };
  return best_of_restarts(1, options.random_seed, usable.rows, once, run);
}

Placement place_by_pcc(const Rows& items, const PccModel& model, const Run& run) {
  const bool full = model.matrices.size() > 0;
  PccOptions options;
  options.clusters = static_cast<int>(model.means.rows());
  options.metric = full ? Metric::full : Metric::diagonal;
  const Index tables = full ? model.matrices.rows() / model.means.cols() : model.weights.rows();
  options.scope = tables == 1 ? MetricScope::shared : MetricScope::own;
  const Run pass{.threads = run.threads};
  const Usable usable(items, options.metric);
  const LinkGraph no_links({}, items.rows());
  Placement placed;
  on_threads(run.threads, [&] {
    const Spread spread = spread_of(usable.rows, pass);
    Search search(usable.rows, spread, no_links, {}, options, Random(0), pass);
    const Round round{model.means,
                      full ? ClusterMetrics::full(model.matrices) : ClusterMetrics::diagonal(model.weights)};
    placed.objective = search.assess(round).objective;
    placed.labels = search.take_labels();
  });
  return placed;
}

}  // namespace bellwether
