#include <bellwether/links/bounded_kmeans.h>

#include <bellwether/links/bounded.h>

namespace bellwether {
namespace {

KMeansResult as_kmeans(CopKMeansResult found) {
  KMeansResult result{static_cast<Clustering&&>(found)};
  result.means = std::move(found.means);
  return result;
}

}  // namespace

KMeansResult bounded_kmeans(const Rows& items, const BoundedKMeansOptions& options, const Run& run,
                            const Seeds& seeds) {
  if (!has_bounds(options)) return kmeans(items, options, run, seeds);
  return as_kmeans(cop_kmeans(items, as_knowledge(seeds), as_cop_options(options, seeds), run));
}

KMeansResult bounded_kmeans_from(const Rows& items, const Matrix& means, const BoundedKMeansOptions& options,
                                 const Run& run, const Seeds& seeds) {
  if (!has_bounds(options)) return kmeans_from(items, means, options, run, seeds);
  return as_kmeans(cop_kmeans_from(items, as_knowledge(seeds), means, as_cop_options(options, seeds), run));
}

}  // namespace bellwether
