#pragma once
// The branch and bound of size_bounds.h, depth first, with the flows of size_flow.h as lower bounds.

#include <bellwether/links/size_bounds.h>

namespace bellwether {

struct SizeSearch {
  std::optional<BoundedAssignment> best = {};
  bool complete = true;  ///< nothing is cheaper than `best`, or nothing is possible if there is none
  int forks = 0;         ///< how often the search had to branch
};

/// `known`, unless it is empty, is a possible assignment: the search looks for cheaper ones only.
SizeSearch search_within(const Matrix& costs, const Groups& groups, const SizeBounds& bounds,
                         const std::vector<int>& known, int flow_limit);

}  // namespace bellwether
