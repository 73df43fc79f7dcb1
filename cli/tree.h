#pragma once
// The tree of a method that splits, in words and in JSON.

#include <cstdio>
#include <nlohmann/json_fwd.hpp>

#include <bellwether/bottleneck/tree.h>

namespace bellwether::cli {

/// A line for each node, its children under it.
void print_tree(std::FILE* out, const Tree& tree);

/// A list of nodes, the root first; children by their place in it.
nlohmann::ordered_json tree_json(const Tree& tree);

}  // namespace bellwether::cli
