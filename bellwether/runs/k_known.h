#pragma once
// What known clusters of other items say about the number of clusters of these: does the rule find their
// number? If not, it is mended until it does, and then asked for the items.

#include <string>

#include <bellwether/runs/k_curve.h>
#include <bellwether/runs/k_sample.h>

namespace bellwether {

struct KByKnown {
  double needed = 1;        ///< how far apart clusters have to be
  KSpace space = {};        ///< in which the items are to be looked at
  bool found = true;        ///< the rule finds the number of the known clusters, mended or not
  std::string reason = {};  ///< in words; empty: there are no known clusters
};

/// Where the rule finds another number than that of the known clusters, it asks for clusters to be as far
/// apart as they are; if no such distance tells, it looks in the space whitened by the scatter within them.
KByKnown learn_from_known(KSpace space, std::uint64_t random_seed, const Run& run);

}  // namespace bellwether
