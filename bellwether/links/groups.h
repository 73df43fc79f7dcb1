#pragma once
// Groups: the transitive closure of links. Items that must be together, directly or through others, are one
// group; a cannot-link between two items holds between all of their groups; a seed gives its group a cluster.

#include <span>
#include <vector>

#include <bellwether/links/knowledge.h>

namespace bellwether {

struct Groups {
  int count = 0;
  std::vector<int> of = {};              ///< the group of each item; groups are numbered as items show them
  std::vector<std::int64_t> sizes = {};  ///< how many items each has
  std::vector<int> cluster = {};         ///< that a seed gives the group, or `unlabelled`

  bool is_free(int group) const { return cluster[static_cast<std::size_t>(group)] == unlabelled; }
  /// The groups that must not share a cluster with `group`, each once, in rising order.
  std::span<const int> apart_from(int group) const {
    return {apart.data() + apart_starts[static_cast<std::size_t>(group)],
            apart.data() + apart_starts[static_cast<std::size_t>(group) + 1]};
  }
  bool any_apart() const { return !apart.empty(); }

  std::vector<std::int64_t> apart_starts = {};  ///< count + 1 of them
  std::vector<int> apart = {};
};

/// Throws InvalidInput if the knowledge contradicts itself, with the chain of links that proves it: an item
/// apart from one it is linked to, two labels in one group, one label in two groups that are apart.
/// Any number of items in one chain is fine; the cost is that of reading the links.
Groups close_links(const Knowledge& knowledge, Index items, int clusters);

/// Seeds and must-linked groups of two items and more as classes: a number for each item, from 0, or
/// `unlabelled`. A group with a seed in it is of that seed's class; otherwise it is a class of its own.
/// The knowledge must not contradict itself.
std::vector<int> classes_in(const Knowledge& knowledge, Index items);

}  // namespace bellwether
