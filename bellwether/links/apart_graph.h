#pragma once
// Groups that must be apart, as a graph, cut into subgraphs that have nothing to do with each other.

#include <span>
#include <vector>

#include <bellwether/links/groups.h>

namespace bellwether {

/// Some groups that links connect. They are numbered from 0 inside the subgraph.
struct Subgraph {
  std::vector<int> groups = {};            ///< which they are, among all groups
  std::vector<int> neighbour_starts = {};  ///< one more than there are groups
  std::vector<int> neighbours = {};        ///< the numbers, here, of those that a group must be apart from
  std::vector<int> closed_starts = {};
  std::vector<int> closed = {};  ///< clusters where a group must not be, because a held one is there

  int size() const { return static_cast<int>(groups.size()); }
  /// In rising order.
  std::span<const int> neighbours_of(int v) const {
    return {neighbours.data() + neighbour_starts[v], neighbours.data() + neighbour_starts[v + 1]};
  }
  /// In rising order, each once.
  std::span<const int> closed_to(int v) const {
    return {closed.data() + closed_starts[v], closed.data() + closed_starts[v + 1]};
  }
};

/// The connected subgraphs of all groups that are free (no cluster is given to them) and have to be apart
/// from another one. A held group is in none of them: where it is, is closed to its neighbours.
std::vector<Subgraph> subgraphs_of(const Groups& groups);

/// True if `clusters`, one for each group of the subgraph, breaks none of its links.
bool keeps_apart(const Subgraph& subgraph, std::span<const int> clusters);

}  // namespace bellwether
