#pragma once
// Assigning groups of items to clusters at the least cost when clusters have a least and a largest size.
//
//   min sum_g c_{g, z_g}   such that  least <= sum_{g: z_g = k} n_g <= most  for every cluster k,
//                          z_g = the cluster given to g, where one is, and z_g != z_h where g, h are apart.
//
// Groups of one item each, nothing apart: a minimum-cost flow, solved exactly (size_flow.h). Larger groups
// must not be split and groups that are apart must not meet, which is NP-hard in general: flows are then the
// bounds of a branch and bound, exact to 1e-12 of the cost unless it reaches `branch_limit` flows. A flow of
// the search starts from the one before, so it costs little more than a look at each group.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/links/groups.h>

namespace bellwether {

struct SizeBounds {
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  bool any() const { return least > 0 || most < std::numeric_limits<std::int64_t>::max(); }
};

/// The bounds on sizes, by the names that options with bounds have in common.
template <class Options>
void describe_sizes(Options& o, auto&& option) {
  option("min_size", o.min_size, "items that each cluster has at least", 0);
  option("max_size", o.max_size, "items that each cluster has at most; 0: any number", 0);
}

struct BoundedAssignment {
  std::vector<int> clusters = {};  ///< of each group
  double cost = 0;
  bool proved = true;  ///< no assignment is cheaper; false: the limit was reached first
};

/// `costs` is groups x clusters: what it costs to put all items of the group there. `hint`, if given, is an
/// assignment that is tried first (the last round's): a result is never dearer than it, if it is possible. No
/// answer: `branch_limit` flows were solved and nothing possible was found. Throws InvalidInput, with the
/// sums that prove it or the search that does, if nothing is possible.
std::optional<BoundedAssignment> assign_within(const Matrix& costs, const Groups& groups,
                                               const SizeBounds& bounds, const std::vector<int>& hint = {},
                                               int branch_limit = 500);

}  // namespace bellwether
