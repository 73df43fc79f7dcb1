#pragma once
// How co-clusterings are searched for, and what every one of them may be asked.

#include <bellwether/engine/options.h>

namespace bellwether {

enum class CoSearch {
  moves,  ///< one item at a time, left out of its own cluster while it is compared
  batch,  ///< the papers' iteration: all items against the clusters as they were
};
inline const Choices<CoSearch> co_search_names{{"moves", CoSearch::moves}, {"batch", CoSearch::batch}};

template <class Options>
void describe_co_search(Options& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters to find", 1);
  option("feature_clusters", o.feature_clusters, "how many clusters of features, at most", 1);
  option("search", o.search,
         "moves: one item at a time, left out of its own cluster; batch: the papers' iteration, which stalls "
         "on sparse data",
         co_search_names);
  option("restarts", o.restarts, "searches from different starts; the best is kept", 1);
  option("iterations", o.iterations, "give up after this many rounds", 1);
  option("tolerance", o.tolerance, "smallest relative gain worth another round", 0.0);
  option("random_seed", o.random_seed, "where the random draws start", 0);
}

}  // namespace bellwether
