#pragma once
// Which group each cluster is, so that groups keep their names when everything is found afresh.

#include <vector>

namespace bellwether {

/// The group of each of `count` clusters. Those in `fixed` have theirs; each other one takes the free group
/// of `alive` that holds most of its items, the largest share first. `clusters` and `groups` are those of
/// each item; -1: in none. `alive` is rising, and has at least `count` groups.
std::vector<int> match_groups(const std::vector<int>& clusters, int count, std::vector<int> fixed,
                              const std::vector<int>& groups, const std::vector<int>& alive);

}  // namespace bellwether
