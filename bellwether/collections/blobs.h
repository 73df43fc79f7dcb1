#pragma once
// Blobs: the collection on which every method should do well.

#include <cstdint>

#include <bellwether/data/dataset.h>

namespace bellwether {

struct BlobsOptions {
  int items = 300;
  int clusters = 3;
  int features = 2;
  double spread = 1;  ///< standard deviation of a blob in each feature
  double box = 10;    ///< the centres are drawn evenly from [-box, box] in each feature
  std::uint64_t random_seed = 0;
};

void describe(BlobsOptions& o, auto&& option) {
  option("items", o.items, "how many items", 1, 10'000'000);
  option("clusters", o.clusters, "how many blobs", 1, 100'000);
  option("features", o.features, "how many features", 1, 100'000);
  option("spread", o.spread, "standard deviation of a blob in each feature", 0.0, 1e6);
  option("box", o.box, "centres lie between -box and box in each feature", 0.0, 1e6);
  option("random_seed", o.random_seed, "where the random draws start");
}

/// Item i is from blob i mod `clusters`, so that the sizes differ by at most one. Labels blob1, blob2, ...
/// The same random seed with more items begins with the same items.
Dataset blobs(const BlobsOptions& options = {});

}  // namespace bellwether
