#pragma once
// What links say about where a search begins.
//
// Groups of joined items that are all apart from each other are in different clusters: large ones are as good
// as seeds. They are collected greedily, the largest first; a group counts if it is apart from every cluster
// that is known so far, from seeds or from such groups. Only where every cluster becomes known does the
// search begin there: with fewer, or smaller ones, starts by chance find lower objectives.

#include <vector>

#include <bellwether/links/groups.h>

namespace bellwether {

/// A smaller group says too little about where its cluster is.
inline constexpr std::int64_t least_group = 5;

/// The cluster that each item starts in, or `unlabelled`: the seeds, and such groups if together they know
/// every cluster. Empty where nothing is known.
std::vector<int> starting_seeds(const Knowledge& knowledge, const Groups& groups, int clusters);

}  // namespace bellwether
