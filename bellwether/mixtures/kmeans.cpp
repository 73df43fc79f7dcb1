#include <bellwether/mixtures/kmeans.h>

#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/holder.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/kmeans_device.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {
namespace {

KMeansResult search(const Rows& items, const Frame& frame, const Matrix& start, std::span<const int> held,
                    const KMeansOptions& options, const Run& run) {
  if (run.held != nullptr) return kmeans_on_device(*run.held, start, held, options, run);
  const Holder holder(items, held, run);
  return search_means(holder, frame, start, 0, !held.empty(), options);
}

/// Where the items lie; a device is told.
Frame laid_frame(const Rows& items, const Run& run) {
  Frame frame;
  on_threads(run.threads, [&] { frame = frame_of(items, run); });
  require_squares(frame);
  if (run.held != nullptr) lay(*run.held, frame);
  return frame;
}

}  // namespace

KMeansResult kmeans(const Rows& items, const KMeansOptions& options, const Run& run, const Seeds& seeds) {
  if (run.workers || run.source) return kmeans_elsewhere(options, run, seeds);
  check_options(options, "kmeans");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  const int restarts = restarts_worth_making(seeds, options.clusters, options.restarts);
  return where_wanted(items, options.clusters, run, [&](const Run& there) {
    const Frame frame = laid_frame(items, there);
    const auto once = [&](const Random& random, const Run& inner) {
      const Matrix start =
          seeds.any() ? seeded_start(items, seeds.labels, options.clusters, options.start, random, inner)
                      : start_means(options.start, items, options.clusters, random, inner);
      return search(items, frame, start, seeds.held(), options, inner);
    };
    return best_of_restarts(restarts, options.random_seed, items, once, there);
  });
}

KMeansResult kmeans_from(const Rows& items, const Matrix& means, const KMeansOptions& options, const Run& run,
                         const Seeds& seeds) {
  check_options(options, "kmeans");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  require_start_shape(items, means, options.clusters);
  return where_wanted(items, options.clusters, run, [&](const Run& there) {
    const Frame frame = laid_frame(items, there);
    const auto once = [&](const Random&, const Run& inner) {
      return search(items, frame, means, seeds.held(), options, inner);
    };
    return best_of_restarts(1, options.random_seed, items, once, there);
  });
}

Placement place_by_means(const Rows& items, const Matrix& means, const Run& run) {
  KMeansOptions options;
  options.clusters = static_cast<int>(means.rows());
  options.iterations = 0;  // one pass: labels, no update
  KMeansResult placed;
  const Run pass{.threads = run.threads};
  on_threads(run.threads, [&] { placed = search(items, frame_of(items, pass), means, {}, options, pass); });
  return {std::move(placed.labels), {}, placed.objective.value};
}

}  // namespace bellwether
