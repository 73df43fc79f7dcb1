#pragma once
// The tree of a method that splits, in words.

#include <cstdio>

#include <bellwether/bottleneck/tree.h>

namespace bellwether::cli {

/// A line for each node, its children under it.
void print_tree(std::FILE* out, const Tree& tree);

}  // namespace bellwether::cli
