#pragma once
// A tree of clusters: each split of a node into two, down to the leaves, which are the clusters.

#include <array>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

struct TreeNode {
  int parent = -1;                      ///< -1: the root
  std::array<int, 2> children{-1, -1};  ///< -1: a leaf
  int cluster = -1;                     ///< of a leaf; -1: it was split
  Index items = 0;
  int dimensions = 0;      ///< that its items were projected to, to be split; 0: a leaf
  double information = 0;  ///< I_a(X; Z | node) of its split, in nats

  bool leaf() const { return cluster >= 0; }
};

/// The root first, and every node before its children.
using Tree = std::vector<TreeNode>;

}  // namespace bellwether
