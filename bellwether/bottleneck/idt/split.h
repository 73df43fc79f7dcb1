#pragma once
// One node of the tree, split in two: projected, cut from many starts, and settled by naive Bayes.

#include <bellwether/bottleneck/idt.h>
#include <bellwether/engine/random.h>

namespace bellwether::denoising {

/// The two forms of the items: distributions over words, and what is projected.
struct Items {
  SparseMatrix words = {};
  SparseMatrix weighted = {};
};

/// A node cut in two.
struct Split {
  std::vector<int> labels = {};  ///< 0 or 1 for each of the node's items; empty: they are all equal
  double information = 0;        ///< I_a(X;Z|t) of the words themselves
  int dimensions = 0;
  bool converged = true;
};

/// Of the items at `rows`. Throws Error("interrupted") if asked to stop.
Split split_node(const Items& items, std::span<const Index> rows, const IdtOptions& options,
                 const Random& random, const Run& run);

}  // namespace bellwether::denoising
