#include <bellwether/coclustering/feature_clustering.h>

#include <bellwether/coclustering/co_search.h>

namespace bellwether {
namespace {

using coclustering::Labels;
using coclustering::Problem;
using coclustering::SearchOptions;
using coclustering::View;

SearchOptions search_options(const FeatureClusteringOptions& o) {
  return {o.search, o.restarts, o.iterations, o.random_seed};
}

Problem problem_of(const Rows& items, const FeatureClusteringOptions& options) {
  coclustering::require_co_clusterable(items, options.clusters);
  check_options(options, "feature-clustering");
  return coclustering::make_problem(items, options.clusters, options.feature_clusters);
}

/// The features by single items, from chance.
struct Features {
  std::vector<int> labels;
  bool settled;
};

Features cluster_features(const Problem& problem, const Random& random, const SearchOptions& options,
                          const Run& run) {
  const auto views = problem.features_by({});
  Features found{coclustering::balanced_start(views, problem.feature_clusters, random.split(0)), false};
  const auto order = coclustering::shuffled(problem.features(), random.split(1));
  const auto report = [&](int sweep) {
    if (run.on_progress)
      run.on_progress(
          {.stage = "clusters of features", .iteration = sweep, .iterations = options.iterations});
  };
  const auto settled =
      coclustering::settle(views, found.labels, problem.feature_clusters, order, 0, options, run, report);
  found.settled = settled.sweeps > 0 && settled.moved == 0;
  return found;
}

/// The items by the clusters of features, which stay as they are.
CoClustering cluster_items(const Problem& problem, Features features, std::vector<int> start,
                           std::vector<Index> order, const SearchOptions& options, const Run& run) {
  Labels labels{{std::move(start)}, std::move(features.labels)};
  const View view = problem.items_by(0, labels.features);
  coclustering::Rounds done;
  done.trace.push_back(coclustering::loss(problem, labels));
  const auto report = [&](int sweep) {
    done.trace.push_back(coclustering::loss(problem, labels));
    if (run.on_progress)
      run.on_progress({.iteration = sweep, .iterations = options.iterations, .objective = done.trace.back()});
  };
  const auto settled =
      coclustering::settle({&view, 1}, labels.items[0], problem.clusters[0], order, 0, options, run, report);
  done.converged = features.settled && settled.sweeps > 0 && settled.moved == 0;
  done.refills = settled.refills;
  return coclustering::to_result(problem, std::move(labels), std::move(done));
}

}  // namespace

CoClustering feature_clustering(const Rows& items, const FeatureClusteringOptions& options, const Run& run) {
  const Problem problem = problem_of(items, options);
  const auto once = [&](int restart, const Run& inner) {
    const Random random = Random(options.random_seed).split(static_cast<std::uint64_t>(restart));
    Features features = cluster_features(problem, random, search_options(options), inner);
    const View view = problem.items_by(0, features.labels);
    auto start = coclustering::balanced_start({&view, 1}, problem.clusters[0], random.split(2));
    auto result =
        cluster_items(problem, std::move(features), std::move(start),
                      coclustering::shuffled(items.rows(), random.split(3)), search_options(options), inner);
    result.restart = restart;
    return result;
  };
  CoClustering result = coclustering::best_of(options.restarts, once, run);
  result.random_seed = options.random_seed;
  return result;
}

CoClustering feature_clustering_from(const Rows& items, std::span<const int> start,
                                     const FeatureClusteringOptions& options, const Run& run) {
  const Problem problem = problem_of(items, options);
  coclustering::require_start_fits(problem.collections[0], start, problem.clusters[0]);
  const Random random = Random(options.random_seed).split(0);
  const auto once = [&](int, const Run& inner) {
    Features features = cluster_features(problem, random, search_options(options), inner);
    auto order = coclustering::shuffled(coclustering::ordered_by_content(problem.collections[0].items, start),
                                        random.split(3));
    return cluster_items(problem, std::move(features), {start.begin(), start.end()}, std::move(order),
                         search_options(options), inner);
  };
  CoClustering result = coclustering::best_of(1, once, run);
  result.random_seed = options.random_seed;
  return result;
}

}  // namespace bellwether
