#include <bellwether/links/bounded_kmeans.h>

namespace bellwether {
namespace {

bool bounded(const BoundedKMeansOptions& options) {
  return options.min_size > 0 || options.max_size > 0;
}

CopKMeansOptions cop_options(const BoundedKMeansOptions& o, const Seeds& seeds) {
  CopKMeansOptions options;
  options.clusters = o.clusters;
  options.start = o.start;
  options.hold_seeds = seeds.hold;
  options.min_size = o.min_size;
  options.max_size = o.max_size;
  options.restarts = o.restarts;
  options.iterations = o.iterations;
  options.tolerance = o.tolerance;
  options.random_seed = o.random_seed;
  return options;
}

KMeansResult as_kmeans(CopKMeansResult found) {
  KMeansResult result{static_cast<Clustering&&>(found)};
  result.means = std::move(found.means);
  return result;
}

Knowledge knowledge_of(const Seeds& seeds) {
  return {.seeds = {seeds.labels.begin(), seeds.labels.end()}};
}

}  // namespace

KMeansResult bounded_kmeans(const Rows& items, const BoundedKMeansOptions& options, const Run& run,
                            const Seeds& seeds) {
  if (!bounded(options)) return kmeans(items, options, run, seeds);
  return as_kmeans(cop_kmeans(items, knowledge_of(seeds), cop_options(options, seeds), run));
}

KMeansResult bounded_kmeans_from(const Rows& items, const Matrix& means, const BoundedKMeansOptions& options,
                                 const Run& run, const Seeds& seeds) {
  if (!bounded(options)) return kmeans_from(items, means, options, run, seeds);
  return as_kmeans(cop_kmeans_from(items, knowledge_of(seeds), means, cop_options(options, seeds), run));
}

}  // namespace bellwether
