#pragma once
// The chain of representations, carried out: each link brings the items, and all that is measured like them,
// into what it learned.

#include <bellwether/runs/space.h>

namespace bellwether {

/// All links, and the steps after them. A map must have been chosen: "auto" is for choose_map_in().
void represent(Space& space, const Plan& plan, const Run& run);

/// All links before the map that known clusters teach, and the steps that come before that one.
void represent_before_map(Space& space, const Plan& plan, const Run& run);

/// Brings the space into what was learned from known clusters.
void take_map(Space& space, const RepresentationPlan& link, Representation made, const Run& run);

}  // namespace bellwether
