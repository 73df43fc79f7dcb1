#pragma once
// Stretched: clusters that only a user who says what is meant will get.
//   S. Gopal, Y. Yang. Transformation-based probabilistic clustering with supervision. UAI 2014, figure 1.
//
// Six clusters lie side by side along x. Each has two modes, far apart along y, so that upper and lower modes
// look like the clusters. Clusters 4 to 6 are those that the user has sorted before; they teach that y does
// not matter, and then clusters 1 to 3 fall apart along x.

#include <cstdint>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/options.h>

namespace bellwether {

enum class StretchedPart {
  new_clusters,    ///< from c1 on
  known_clusters,  ///< from c4 on
  all_clusters,    ///< from c1 on
};

struct StretchedOptions {
  int items_per_cluster = 100;
  StretchedPart part = StretchedPart::new_clusters;
  int clusters = 0;  ///< how many from where the part begins; 0: the 3, 3 or 6 that make up the part
  std::uint64_t random_seed = 0;
};

inline Choices<StretchedPart> stretched_parts() {
  return {{"new", StretchedPart::new_clusters},
          {"known", StretchedPart::known_clusters},
          {"all", StretchedPart::all_clusters}};
}

void describe(StretchedOptions& o, auto&& option) {
  option("items_per_cluster", o.items_per_cluster, "how many items in each cluster", 1, 1'000'000);
  option("part", o.part, "new: clusters c1 to c3; known: c4 to c6; all: the six", stretched_parts());
  option("clusters", o.clusters, "how many clusters from the first of the part; 0: as many as it has", 0, 6);
  option("random_seed", o.random_seed, "where the random draws start");
}

/// Features x and y; labels c1 to c6. A cluster has the same items in whichever part it is asked for.
Dataset stretched(const StretchedOptions& options = {});

}  // namespace bellwether
