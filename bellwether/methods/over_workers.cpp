#include <bellwether/methods/over_workers.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/links/bounded.h>
#include <bellwether/links/bounded_kmeans.h>
#include <bellwether/links/bounded_spherical.h>
#include <bellwether/methods/part_steps.h>
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

void require_over_workers(std::string_view method) {
  require<InvalidOption>(method == "kmeans" || method == "spherical-kmeans",
                         "{} needs all items in one place, only kmeans and spherical-kmeans run on several "
                         "machines or from a file "
                         "(cluster a sample of the items with it, and place the others with its model)",
                         find_method(method).name);
}

}  // namespace

FoundOverWorkers cluster_over_workers(std::string_view method, Workers& workers, const Settings& settings,
                                      const Run& run) {
  require_over_workers(method);
  return method == "kmeans" ? kmeans_found(workers, settings, run) : spherical_found(workers, settings, run);
}

std::uint64_t memory_needed(std::string_view method, const Shape& shape, int threads) {
  // Distance, owner and candidates while the means are chosen; label and bound, or inverse lengths twice.
  const Index of_item = method == "kmeans" ? 8 + 4 + 2 + 8 : 8 + 4 + 2 + 4 + 16;
  // Rows as they are stored and widened; sums of clusters, a few for each level of the tree.
  const Index of_thread =
      shard_rows(shape) * (shape.columns * 12 + 64) + 16 * 8 * shape.clusters * shape.columns;
  constexpr Index program = Index{64} << 20;
  return static_cast<std::uint64_t>(shape.rows * of_item + threads * of_thread + program);
}

FoundOverWorkers cluster_files(std::string_view method, const RowFiles& files, std::uint64_t memory,
                               const Settings& settings, const Run& run) {
  require_over_workers(method);
  Shape shape{files.rows(), files.columns(), files.rows() * files.columns()};
  require(shape.rows > 0, "there are no items");
  for (const auto& [name, value] : settings)
    if (name == "clusters") shape.clusters = std::get<std::int64_t>(value);
  const std::uint64_t needed = memory_needed(method, shape, thread_count(run));
  require(needed <= memory, "{} rows need {} MB of memory beside the files, but {} MB are allowed (use {})",
          shape.rows, needed / 1'000'000 + 1, memory / 1'000'000,
          remedy("memory", fmt::format("{}M", needed / 1'000'000 + 1)));
  shape.clusters = 1;
  std::vector<Part> parts{Part(shape, 0, StoredRows{&files, 0, shape.rows, shape.columns})};
  PartsHere workers(shape, false, std::move(parts), run);
  return cluster_over_workers(method, workers, settings, run);
}

void place_files(const Method& method, const Parameters& parameters, const RowFiles& files,
                 const std::function<void(std::span<const int>)>& use, const Run& run) {
  const Index block = std::max<Index>(4096, (Index{32} << 20) / (8 * files.columns()));
  std::vector<double> room;
  for (Index first = 0; first < files.rows(); first += block) {
    const Index count = std::min(block, files.rows() - first);
    room.resize(static_cast<std::size_t>(count * files.columns()));
    files.read(first, count, room.data());
    use(method.place(parameters, DenseRows{room.data(), count, files.columns()}, run).labels);
  }
}

}  // namespace bellwether
