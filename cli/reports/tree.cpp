#include <cli/reports/tree.h>
#include <cli/terminal/words.h>
#include <fmt/format.h>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_nodes = 63;  ///< a tree of 32 clusters fits a screen or two

void print_node(std::FILE* out, const Tree& tree, int number, const std::string& indent, bool last) {
  const TreeNode& node = tree[static_cast<std::size_t>(number)];
  const bool root = node.parent < 0;
  const std::string what =
      node.leaf() ? fmt::format("cluster {}: {}", node.cluster, counted(node.items, "item"))
                  : fmt::format("{}, split in {}: keeps {:.4f} nats", counted(node.items, "item"),
                                counted(node.dimensions, "dimension"), node.information);
  tell(out, "  {}{}{}\n", indent, root ? "" : last ? "`- " : "|- ", what);
  if (node.leaf()) return;
  const std::string deeper = indent + (root ? "" : last ? "   " : "|  ");
  print_node(out, tree, node.children[0], deeper, false);
  print_node(out, tree, node.children[1], deeper, true);
}

}  // namespace

void print_tree(std::FILE* out, const Tree& tree) {
  if (tree.size() < 2) return;
  tell(out, "\n{}\n", bold(out, "how the items were split"));
  if (tree.size() > most_nodes)
    tell(out, "  a tree of {}: see result.json\n", counted(static_cast<std::int64_t>(tree.size()), "node"));
  else
    print_node(out, tree, 0, "", true);
}

}  // namespace bellwether::cli
