#include <bellwether/links/cop_kmeans.h>

#include <optional>

#include <bellwether/links/cop_restarts.h>

namespace bellwether {

CopKMeansResult cop_kmeans(const Rows& items, const Knowledge& knowledge, const CopKMeansOptions& options,
                           const Run& run) {
  check_cop_options(items, options, "cop-kmeans");
  std::optional<CopProblem> problem;
  on_threads(run.threads, [&] { problem.emplace(items, knowledge, options, mean_centre, run); });
  const std::vector<int> seeds = known_starts(*problem);
  const auto first_means = [&](const Random& random, const Run& inner) {
    return seeds.empty() ? start_means(options.start, items, options.clusters, random, inner)
                         : seeded_start(items, seeds, options.clusters, options.start, random, inner);
  };
  return best_from(first_means, *problem, run);
}

CopKMeansResult cop_kmeans_from(const Rows& items, const Knowledge& knowledge, const Matrix& means,
                                const CopKMeansOptions& options, const Run& run) {
  check_cop_options(items, options, "cop-kmeans");
  require_start_shape(items, means, options.clusters);
  std::optional<CopProblem> problem;
  on_threads(run.threads, [&] { problem.emplace(items, knowledge, options, mean_centre, run); });
  return best_from(means, *problem, run);
}

}  // namespace bellwether
