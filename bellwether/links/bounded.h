#pragma once
// A search with seeds and bounds on sizes, as one of cop-kmeans.

#include <bellwether/links/cop_kmeans.h>

namespace bellwether {

template <class Options>
bool has_bounds(const Options& options) {
  return options.min_size > 0 || options.max_size > 0;
}

template <class Options>
CopKMeansOptions as_cop_options(const Options& o, const Seeds& seeds) {
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

inline Knowledge as_knowledge(const Seeds& seeds) {
  return {.seeds = {seeds.labels.begin(), seeds.labels.end()}};
}

}  // namespace bellwether
