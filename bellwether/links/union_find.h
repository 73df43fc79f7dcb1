#pragma once
// Sets of items that links connect, each called by its first item. Paths are halved on the way and nothing
// recurs, so a chain of a million links is no deeper than one of two.

#include <algorithm>
#include <numeric>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

class UnionFind {
 public:
  explicit UnionFind(Index items) : parent_(static_cast<std::size_t>(items)) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }

  Index root(Index item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }

  void join(Index a, Index b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<Index> parent_;
};

}  // namespace bellwether
