#pragma once
// The searches that can run on items which workers hold (engine/workers.h), by name.

#include <vector>

#include <bellwether/engine/workers.h>
#include <bellwether/methods/method.h>

namespace bellwether {

struct FoundOverWorkers {
  Outcome outcome = {};            ///< without labels: they stay where the items are, and place() gives them
  std::vector<double> sizes = {};  ///< items of each cluster
};

/// Throws InvalidOption for a method, or an option of it, that needs all items in one place, and says what to
/// do instead.
FoundOverWorkers cluster_over_workers(std::string_view method, Workers& workers, const Settings& settings,
                                      const Run& run);

}  // namespace bellwether
