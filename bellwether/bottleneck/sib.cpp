#include <bellwether/bottleneck/sib.h>

#include <algorithm>
#include <numeric>

#include <bellwether/bottleneck/item_costs.h>
#include <bellwether/bottleneck/sib_search.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/links/first_clusters.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

using bottleneck::ClusterTable;
using bottleneck::ItemCosts;
using bottleneck::SibItems;
using bottleneck::SibProblem;

SizeBounds bounds_of(const SibOptions& o) {
  require<InvalidOption>(o.max_size == 0 || o.min_size <= o.max_size,
                         "clusters of at least {} and at most {} items were asked for (min-size, max-size)",
                         o.min_size, o.max_size);
  if (o.min_size == 0 && o.max_size == 0) return {};
  SizeBounds bounds{.least = std::max<std::int64_t>(o.min_size, 1)};
  if (o.max_size > 0) bounds.most = o.max_size;
  return bounds;
}

/// Items that can be clustered, by the features that they have.
struct Prepared {
  std::vector<std::int32_t> used = {};  ///< the numbers of these features
  SibProblem problem;
};

Prepared prepare(const Rows& items, const Knowledge& knowledge, const SibOptions& options, const char* name) {
  require_clusterable(items, options.clusters);
  check_options(options, name);
  bottleneck::require_order(options.information, options.alpha);
  const SizeBounds bounds = bounds_of(options);
  auto distributions = bottleneck::distributions_of(items);
  auto used = bottleneck::keep_used_features(distributions.columns, distributions.features);
  Groups groups = close_links(knowledge, items.rows(), options.clusters);
  std::vector<double> weights;
  if (groups.count < items.rows()) {
    distributions = bottleneck::joined(distributions, groups);
    weights.assign(groups.sizes.begin(), groups.sizes.end());
  }
  SibItems joined(std::move(distributions), options.information, options.alpha, std::move(weights));
  return {std::move(used), {std::move(groups), bounds, std::move(joined), options.clusters}};
}

std::vector<Index> in_order(Index count) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

SibClustering best_search(const Rows& items, const Knowledge& knowledge, const SibOptions& options,
                          const char* name, const Run& run) {
  const Prepared prepared = prepare(items, knowledge, options, name);
  const SibProblem& problem = prepared.problem;
  const auto fit_once = [&](Random random, const Run& inner) {
    auto start = random_clusters(knowledge, problem.groups, options.clusters, random.split(0), inner);
    return search_from(problem, std::move(start), in_order(problem.items.size()), options, random.split(1),
                       inner);
  };
  // A search goes from item to item, so threads can only share restarts: as with few items, whatever there
  // are.
  auto result = best_of_restarts(options.restarts, options.random_seed, Rows{}, fit_once, run);
  result.sums = bottleneck::with_all_features(result.sums, prepared.used, items.columns());
  return result;
}

SibClustering search_near(const Rows& items, const Knowledge& knowledge, std::span<const int> start,
                          const SibOptions& options, const char* name, const Run& run) {
  const Prepared prepared = prepare(items, knowledge, options, name);
  const SibProblem& problem = prepared.problem;
  bottleneck::require_labels_fit(items.rows(), start, options.clusters);
  const auto sizes = cluster_sizes({start.begin(), start.end()}, options.clusters);
  for (int c = 0; c < options.clusters; ++c)
    require(sizes[c] > 0, "the start has no item in cluster {}: give every cluster one, or ask for fewer", c);
  const Random random = Random(options.random_seed).split(0);
  auto labels = clusters_near(start, knowledge, problem.groups, options.clusters, random.split(0), run);
  auto base = problem.items.by_content(labels);
  auto result = search_from(problem, std::move(labels), std::move(base), options, random, run);
  result.sums = bottleneck::with_all_features(result.sums, prepared.used, items.columns());
  result.random_seed = options.random_seed;
  result.stopped = run.stop.stop_requested();
  return result;
}

}  // namespace

SibClustering sib(const Rows& items, const SibOptions& options, const Run& run) {
  return best_search(items, {}, options, "sib", run);
}

SibClustering sib_from(const Rows& items, std::span<const int> start, const SibOptions& options,
                       const Run& run) {
  return search_near(items, {}, start, options, "sib", run);
}

SibClustering constrained_sib(const Rows& items, const Knowledge& knowledge, const SibOptions& options,
                              const Run& run) {
  return best_search(items, knowledge, options, "constrained-sib", run);
}

SibClustering constrained_sib_from(const Rows& items, const Knowledge& knowledge, std::span<const int> start,
                                   const SibOptions& options, const Run& run) {
  return search_near(items, knowledge, start, options, "constrained-sib", run);
}

Placement place_by_information(const Rows& items, const Matrix& sums, std::span<const double> sizes,
                               Information information, double alpha, const Run& run) {
  bottleneck::require_order(information, alpha);
  require(
      items.columns() == sums.cols(),
      "the items have {} features, but the clusters have {}: items must have the features of those that the "
      "clusters were found with",
      items.columns(), sums.cols());
  require(static_cast<Index>(sizes.size()) == sums.rows(),
          "there are {} sizes for {} clusters: one each is needed", sizes.size(), sums.rows());
  for (std::size_t c = 0; c < sizes.size(); ++c) require(sizes[c] >= 1, "cluster {} has no items", c);
  const SibItems prepared(bottleneck::distributions_of(items), information, alpha);
  const auto clusters = static_cast<int>(sums.rows());
  ClusterTable table(prepared, clusters);
  table.fill(sums, sizes);
  Placement placed;
  placed.labels.resize(static_cast<std::size_t>(items.rows()));
  for_each_block(
      items.rows(),
      [&](std::int64_t begin, std::int64_t end) {
        ItemCosts costs(table);
        std::vector<float> tilts(static_cast<std::size_t>(table.width()));
        for (Index i = begin; i < end; ++i) {
          std::ranges::fill(tilts, 0.0f);
          placed.labels[i] = costs.cheapest(i, ItemCosts::none, tilts);
        }
      },
      run);
  if (items.rows() > 0)
    placed.objective = information_kept(items, placed.labels, clusters, information, alpha);
  return placed;
}

}  // namespace bellwether
