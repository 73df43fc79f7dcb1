#pragma once
// What the new items say about a map that known classes taught. Classes held out tell what it does to other
// classes of theirs; whether these items have what it brings out shows in their values: groups that are there
// show in two halves of them, as for the default (usual.h).

#include <vector>

#include <bellwether/runs/halves.h>
#include <bellwether/runs/judge.h>

namespace bellwether {

/// How much better clusters of two halves of the values agree (adjusted Rand index) after each of the maps
/// than those of the default do, whatever else is known of them. A map that cannot be learned from a half
/// agrees in nothing.
std::vector<double> agreement_beyond_default(const SoFar& so_far, const std::vector<RepresentationPlan>& maps,
                                             const Run& run);

}  // namespace bellwether
