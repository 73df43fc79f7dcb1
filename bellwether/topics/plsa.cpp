#include <bellwether/topics/plsa.h>

#include <bellwether/engine/restarts.h>
#include <bellwether/topics/counts.h>
#include <bellwether/topics/em.h>
#include <bellwether/topics/em_device.h>
#include <bellwether/topics/far_items.h>
#include <bellwether/topics/topic_checks.h>
#include <bellwether/topics/topic_start.h>

namespace bellwether {
namespace {

std::vector<TopicPart> checked(const Rows& items, const PlsaOptions& options, const Run& run) {
  check_options(options, "plsa");
  if (run.workers) return {far_items(options.clusters, run)};
  require_items_for_topics(items, options.clusters);
  std::vector<TopicPart> parts{{items, row_scales(items, "items")}};
  require_some(parts[0].scales, "items");
  return parts;
}

TopicSearch search_of(const PlsaOptions& options) {
  return {options.temper, {options.iterations, options.tolerance}};
}

}  // namespace

TopicClustering plsa(const Rows& items, const PlsaOptions& options, const Run& run) {
  const auto parts = checked(items, options, run);
  const auto fit = [&](const TopicSearch& search, const Run& there) {
    const auto once = [&](const Random& random, const Run& inner) {
      return search_topics(parts, random_topics(parts, options.clusters, random), search, inner);
    };
    return best_of_topics(options, items, once, there);
  };
  return where_counts_are_wanted(parts, options.clusters, search_of(options), run, fit);
}

TopicClustering plsa_from(const Rows& items, std::span<const int> start, const PlsaOptions& options,
                          const Run& run) {
  const auto parts = checked(items, options, run);
  const auto fit = [&](const TopicSearch& search, const Run& there) {
    const auto once = [&](const Random&, const Run& inner) {
      return search_topics(parts, topics_of_clusters(parts, start, options.clusters), search, inner);
    };
    return best_of_restarts(1, options.random_seed, items, once, there);
  };
  return where_counts_are_wanted(parts, options.clusters, search_of(options), run, fit);
}

}  // namespace bellwether
