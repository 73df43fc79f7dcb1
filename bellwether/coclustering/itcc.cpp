#include <bellwether/coclustering/itcc.h>

#include <bellwether/coclustering/co_search.h>

namespace bellwether {
namespace {

coclustering::SearchOptions search_options(const ItccOptions& o) {
  return {o.search, o.restarts, o.iterations, o.random_seed};
}

}  // namespace

CoClustering itcc(const Rows& items, const ItccOptions& options, const Run& run) {
  coclustering::require_co_clusterable(items, options.clusters);
  check_options(options, "itcc");
  const auto problem = coclustering::make_problem(items, options.clusters, options.feature_clusters);
  return coclustering::co_search(problem, search_options(options), run);
}

CoClustering itcc_from(const Rows& items, std::span<const int> start, const ItccOptions& options,
                       const Run& run) {
  coclustering::require_co_clusterable(items, options.clusters);
  check_options(options, "itcc");
  const auto problem = coclustering::make_problem(items, options.clusters, options.feature_clusters);
  return coclustering::co_search_from(problem, start, search_options(options), run);
}

}  // namespace bellwether
