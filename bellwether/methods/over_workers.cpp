#include <bellwether/methods/over_workers.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/links/bounded.h>
#include <bellwether/links/bounded_kmeans.h>
#include <bellwether/links/bounded_spherical.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/spherical_parts.h>

namespace bellwether {
namespace {

template <class Options>
Options options_of(std::string_view method, const Settings& settings) {
  const auto options = with_settings<Options>(method, settings);
  require<InvalidOption>(
      !has_bounds(options),
      "bounds on sizes need all items in one place (cluster a sample of them with bounds, and "
      "place the others with its model)");
  return options;
}

FoundOverWorkers kmeans_found(Workers& workers, const Settings& settings, const Run& run) {
  const auto options = options_of<BoundedKMeansOptions>("kmeans", settings);
  KMeansFound found = kmeans(workers, options, run);
  return {{static_cast<Clustering&>(found), {{"means", std::move(found.means)}}, settings_of(options)},
          std::move(found.sizes)};
}

FoundOverWorkers spherical_found(Workers& workers, const Settings& settings, const Run& run) {
  const auto options = options_of<BoundedSphericalOptions>("spherical-kmeans", settings);
  SphericalFound found = spherical_kmeans(workers, options, run);
  return {
      {static_cast<Clustering&>(found), {{"directions", std::move(found.directions)}}, settings_of(options)},
      std::move(found.sizes)};
}

}  // namespace

FoundOverWorkers cluster_over_workers(std::string_view method, Workers& workers, const Settings& settings,
                                      const Run& run) {
  if (method == "kmeans") return kmeans_found(workers, settings, run);
  if (method == "spherical-kmeans") return spherical_found(workers, settings, run);
  throw InvalidOption(
      fmt::format("{} needs all items in one place, only kmeans and spherical-kmeans run on several machines "
                  "or from a file "
                  "(cluster a sample of the items with it, and place the others with its model)",
                  find_method(method).name));
}

}  // namespace bellwether
