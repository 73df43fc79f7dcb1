#pragma once
// Items that stand for a group, or for the two halves of one; for the sources of this room.

#include <utility>

#include <bellwether/runs/finding.h>

namespace bellwether {

/// The rows of the most typical items of a group; none if it has none.
std::vector<Index> typical_of(const Finding& finding, const std::vector<int>& group_of, int group);

/// Those of the two halves into which a group falls by itself. Throws InvalidInput if it has fewer than two
/// items.
std::pair<std::vector<Index>, std::vector<Index>> typical_halves(const Finding& finding,
                                                                 const std::vector<int>& group_of, int group,
                                                                 const Run& run);

/// Every other item on each side.
std::pair<std::vector<Index>, std::vector<Index>> dealt_out(const std::vector<Index>& items);

}  // namespace bellwether
