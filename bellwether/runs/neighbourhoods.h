#pragma once
// Neighbourhoods: what is known of the items as groups, one for each cluster as far as there are so many; new
// items are compared with them until it is known where they belong.

#include <bellwether/links/groups.h>
#include <bellwether/runs/points.h>

namespace bellwether {

struct Neighbourhoods {
  Groups groups = {};                ///< of all items
  std::vector<int> place = {};       ///< for each cluster the group that stands for it
  std::vector<Index> anchor = {};    ///< and an item of it: the one nearest to the cluster's centre
  std::vector<int> cluster_of = {};  ///< of each group: where it belongs for sure, or `unlabelled`

  bool apart(int group, int other) const;
  bool placed(Index item) const {
    return cluster_of[static_cast<std::size_t>(groups.of[item])] != unlabelled;
  }
};

/// A cluster's group is that of its seeds, or the largest whose items lie in it; without any it is the single
/// item nearest to its centre, which is trusted to lie where it was found.
/// `distances` are those to the clusters' centres, clusters x items.
Neighbourhoods neighbourhoods_of(const Session& session, const Matrix& distances);

/// The cluster of every item that seeds and links place, or `unlabelled`; empty if they place none. Links
/// place what is joined to the group of a cluster, or kept apart from those of all others; groups must have
/// been asked about.
std::vector<int> implied_seeds(const Session& session);

}  // namespace bellwether
