#include <bellwether/coclustering/stc.h>

#include <cmath>

#include <bellwether/coclustering/co_search.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using coclustering::Labels;
using coclustering::Problem;

coclustering::SearchOptions search_options(const StcOptions& o) {
  return {o.search, o.restarts, o.iterations, o.random_seed};
}

/// The problem, with the auxiliary collections that count; the others are clustered when all is done.
struct Task {
  Problem problem;
  std::vector<std::size_t> counting = {};  ///< the auxiliary collections in it
};

double lambda_of(const Auxiliary& auxiliary, std::size_t number, const StcOptions& options) {
  const double lambda = auxiliary.lambda.value_or(options.lambda);
  require<InvalidOption>(lambda >= 0 && std::isfinite(lambda),
                         "auxiliary collection {}: lambda is {}, but weights are 0 or more", number + 1,
                         lambda);
  return lambda;
}

int auxiliary_clusters(const StcOptions& options) {
  return options.auxiliary_clusters > 0 ? options.auxiliary_clusters : options.feature_clusters;
}

coclustering::Joint joint_of_auxiliary(const Rows& items, std::size_t number, Index columns) {
  require(items.columns() == columns,
          "auxiliary collection {} has {} features, but the items have {}: it must have the same ones in the "
          "same "
          "order",
          number + 1, items.columns(), columns);
  return coclustering::joint_of(items, fmt::format("auxiliary collection {}", number + 1));
}

Task make_task(const Rows& items, std::span<const Auxiliary> auxiliary, const StcOptions& options) {
  coclustering::require_co_clusterable(items, options.clusters);
  check_options(options, "stc");
  Task task{coclustering::make_problem(items, options.clusters, options.feature_clusters)};
  for (std::size_t a = 0; a < auxiliary.size(); ++a) {
    const double lambda = lambda_of(auxiliary[a], a, options);
    auto joint = joint_of_auxiliary(auxiliary[a].items, a, items.columns());
    if (lambda == 0) continue;
    coclustering::add_collection(task.problem, std::move(joint), lambda, auxiliary_clusters(options));
    task.counting.push_back(a);
  }
  coclustering::settle_feature_clusters(task.problem, options.feature_clusters);
  return task;
}

/// Auxiliary items that count for nothing, clustered by the clusters of features that were found without
/// them.
std::vector<int> cluster_weightless(const Rows& items, std::size_t number, const CoClustering& found,
                                    const StcOptions& options, const Run& run) {
  Problem problem;
  coclustering::add_collection(problem, joint_of_auxiliary(items, number, items.columns()), 1,
                               auxiliary_clusters(options));
  problem.logs.emplace(problem.collections[0].total);
  problem.feature_clusters = found.feature_clusters;
  const auto view = problem.items_by(0, found.features);
  const Random random = Random(options.random_seed).split(number);
  auto labels = coclustering::balanced_start({&view, 1}, problem.clusters[0], random.split(0));
  const auto order = coclustering::shuffled(items.rows(), random.split(1));
  coclustering::settle({&view, 1}, labels, problem.clusters[0], order, 0, search_options(options),
                       {.stop = run.stop});
  return labels;
}

/// The labels of all auxiliary collections, in their order.
CoClustering with_all_auxiliary(CoClustering found, const Task& task, std::span<const Auxiliary> auxiliary,
                                const StcOptions& options, const Run& run) {
  std::vector<std::vector<int>> all(auxiliary.size());
  for (std::size_t c = 0; c < task.counting.size(); ++c)
    all[task.counting[c]] = std::move(found.auxiliary[c]);
  for (std::size_t a = 0; a < auxiliary.size(); ++a)
    if (all[a].empty()) all[a] = cluster_weightless(auxiliary[a].items, a, found, options, run);
  found.auxiliary = std::move(all);
  return found;
}

}  // namespace

CoClustering stc(const Rows& items, std::span<const Auxiliary> auxiliary, const StcOptions& options,
                 const Run& run) {
  const Task task = make_task(items, auxiliary, options);
  return with_all_auxiliary(coclustering::co_search(task.problem, search_options(options), run), task,
                            auxiliary, options, run);
}

CoClustering stc_from(const Rows& items, std::span<const int> start, std::span<const Auxiliary> auxiliary,
                      const StcOptions& options, const Run& run) {
  const Task task = make_task(items, auxiliary, options);
  return with_all_auxiliary(coclustering::co_search_from(task.problem, start, search_options(options), run),
                            task, auxiliary, options, run);
}

}  // namespace bellwether
