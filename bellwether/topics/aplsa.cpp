#include <bellwether/topics/aplsa.h>

#include <algorithm>

#include <bellwether/engine/restarts.h>
#include <bellwether/topics/counts.h>
#include <bellwether/topics/em.h>
#include <bellwether/topics/em_device.h>
#include <bellwether/topics/far_items.h>
#include <bellwether/topics/topic_checks.h>
#include <bellwether/topics/topic_start.h>

namespace bellwether {
namespace {

/// How many rows have counts.
double counted_rows(const TopicPart& part) {
  return static_cast<double>(std::ranges::count_if(part.scales, [](double scale) { return scale > 0; }));
}

std::vector<TopicPart> checked(const Rows& items, const Rows& tags, const AplsaOptions& options,
                               const Run& run) {
  check_options(options, "aplsa");
  std::vector<TopicPart> parts;
  if (run.workers) {
    parts.push_back(far_items(options.clusters, run));
    parts[0].weight = options.lambda;
  } else {
    require_items_for_topics(items, options.clusters);
    parts.push_back({items, row_scales(items, "items"), options.lambda});
    require_some(parts[0].scales, "items");
  }
  require_tags_fit(parts[0].rows, tags);
  parts.push_back({tags, row_scales(tags, "tags"), 1 - options.lambda});
  require_some(parts[1].scales, "tags");
  if (options.weights == TagWeights::even) {
    const double counted = run.workers ? counted_far_items(run) : counted_rows(parts[0]);
    parts[1].weight *= counted / counted_rows(parts[1]);
  }
  return parts;
}

TopicSearch search_of(const AplsaOptions& options) {
  return {options.temper, {options.iterations, options.tolerance}};
}

}  // namespace

TopicClustering aplsa(const Rows& items, const Rows& tags, const AplsaOptions& options, const Run& run) {
  const auto parts = checked(items, tags, options, run);
  const auto fit = [&](const TopicSearch& search, const Run& there) {
    const auto once = [&](const Random& random, const Run& inner) {
      return search_topics(parts, random_topics(parts, options.clusters, random), search, inner);
    };
    return best_of_topics(options, items, once, there);
  };
  return where_counts_are_wanted(parts, options.clusters, search_of(options), run, fit);
}

TopicClustering aplsa_from(const Rows& items, std::span<const int> start, const Rows& tags,
                           const AplsaOptions& options, const Run& run) {
  const auto parts = checked(items, tags, options, run);
  const auto fit = [&](const TopicSearch& search, const Run& there) {
    const auto once = [&](const Random&, const Run& inner) {
      return search_topics(parts, topics_of_clusters(parts, start, options.clusters), search, inner);
    };
    return best_of_restarts(1, options.random_seed, items, once, there);
  };
  return where_counts_are_wanted(parts, options.clusters, search_of(options), run, fit);
}

}  // namespace bellwether
