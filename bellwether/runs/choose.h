#pragma once
// What `auto` stands for: the search that fits the items and takes what is known.

#include <optional>

#include <bellwether/runs/plan.h>
#include <bellwether/transforms/held_out.h>

namespace bellwether {

struct Situation {
  bool sparse = false;  ///< the items, as the search gets them
  EvidenceKinds kinds = {};
  bool represented = false;              ///< by a chain
  bool directions = false;               ///< whose last link leaves directions, though dense
  std::optional<Geometry> map_for = {};  ///< what the last map of the chain was learned for
};

/// Without settings.
SearchPlan choose_search(const Situation& situation);

}  // namespace bellwether
