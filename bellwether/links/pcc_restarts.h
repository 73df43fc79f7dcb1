#pragma once
// Restarts of PCC: half of them begin at the neighbourhoods that must-links make, as in the paper, half at
// items.

#include <utility>

#include <bellwether/engine/restarts.h>
#include <bellwether/links/pcc_start.h>

namespace bellwether::pcc_parts {

/// The best of `options.restarts` calls of `from_links(Random, Run)` and `from_items(Random, Run)`; of ties
/// the one from links.
template <class Options, class FromLinks, class FromItems>
auto best_from_links_and_items(const Neighbourhoods& neighbourhoods, const Rows& items,
                               const Options& options, const FromLinks& from_links,
                               const FromItems& from_items, const Run& run) {
  const int others = neighbourhoods.from_links() ? options.restarts / 2 : 0;
  auto found = best_of_restarts(options.restarts - others, options.random_seed, items, from_links, run);
  if (others == 0 || run.stop.stop_requested()) return found;
  auto other = best_of_restarts(others, options.random_seed, items, from_items, run);
  found.stopped = other.stopped;
  if (!clearly_better(Goal::minimise, other.objective.value, found.objective.value)) return found;
  other.restart += options.restarts - others;
  return other;
}

}  // namespace bellwether::pcc_parts
