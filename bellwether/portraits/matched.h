#pragma once
// Two clusterings of the same items, the first numbered like the second.

#include <vector>

namespace bellwether {

/// `before` with its clusters numbered so that as many items as can be have the number of `after`; clusters
/// that match none get numbers that are not taken. Empty if the two are not of the same items.
std::vector<int> matched(const std::vector<int>& before, const std::vector<int>& after);

}  // namespace bellwether
