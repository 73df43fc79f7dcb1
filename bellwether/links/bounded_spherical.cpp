#include <bellwether/links/bounded_spherical.h>

#include <bellwether/links/bounded.h>

namespace bellwether {
namespace {

SphericalResult as_spherical(CopSphericalResult found) {
  SphericalResult result{static_cast<Clustering&&>(found)};
  result.directions = std::move(found.directions);
  return result;
}

}  // namespace

SphericalResult bounded_spherical_kmeans(const Rows& items, const BoundedSphericalOptions& options,
                                         const Run& run, const Seeds& seeds) {
  if (!has_bounds(options)) return spherical_kmeans(items, options, run, seeds);
  return as_spherical(cop_spherical_kmeans(items, as_knowledge(seeds), as_cop_options(options, seeds), run));
}

SphericalResult bounded_spherical_kmeans_from(const Rows& items, const Matrix& directions,
                                              const BoundedSphericalOptions& options, const Run& run,
                                              const Seeds& seeds) {
  if (!has_bounds(options)) return spherical_kmeans_from(items, directions, options, run, seeds);
  return as_spherical(
      cop_spherical_kmeans_from(items, as_knowledge(seeds), directions, as_cop_options(options, seeds), run));
}

}  // namespace bellwether
