#pragma once
// Which moves a sequential search may make: a held group stays, groups that must be apart do not meet, and
// clusters stay within the bounds of their sizes. No cluster is emptied.

#include <bellwether/links/groups.h>
#include <bellwether/links/size_bounds.h>

namespace bellwether::bottleneck {

class MoveRules {
 public:
  /// `groups` outlive this.
  MoveRules(const Groups& groups, const SizeBounds& bounds, int clusters);

  /// Whether the group may leave a cluster of that many items.
  bool may_leave(Index group, double size) const {
    return groups_.cluster[group] == unlabelled && size - static_cast<double>(groups_.sizes[group]) >= least_;
  }

  /// Not 0 for each cluster that the group must not enter; empty if it may enter all. Until the next call.
  std::span<const char> closed_to(Index group, const std::vector<int>& labels,
                                  const std::vector<double>& sizes);

 private:
  const Groups& groups_;
  double least_, most_;
  bool all_open_;
  std::vector<char> closed_;
};

}  // namespace bellwether::bottleneck
