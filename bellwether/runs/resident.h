#pragma once
// A run of items that lie in a device's memory already: one search, plain or from seeds, where carry_out()
// makes several and holds parts back. What it finds is what carry_out() finds of the same rows in this
// process.

#include <span>
#include <string>
#include <vector>

#include <bellwether/devices/device_items.h>
#include <bellwether/runs/finding.h>
#include <bellwether/runs/trust.h>

namespace bellwether {

struct ResidentRun {
  std::string method = {};
  Settings settings = {};
  std::vector<std::string> columns = {};     ///< names of the features, or empty
  std::span<const int> seeds = {};           ///< of each item a cluster or `unlabelled`; empty: none is known
  std::vector<std::string> seed_names = {};  ///< of the clusters, where seeds are words
  Trust trust = Trust::checked;
};

/// Throws InvalidOption for what does not run there, and for seeds that are to be checked.
Finding carry_out(const ResidentRun& asked, DeviceItems& items, const Run& run);

}  // namespace bellwether
