#pragma once
// What is known about the items that are to be clustered: labels of some of them, and pairs.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/clustering.h>

namespace bellwether {

/// Two items, by number.
using Link = std::pair<Index, Index>;

struct Knowledge {
  std::vector<int> seeds = {};         ///< the cluster of each item, or `unlabelled`; empty: no item has one
  std::vector<Link> must_link = {};    ///< belong together
  std::vector<Link> cannot_link = {};  ///< belong apart
  std::vector<double> must_weights = {};    ///< how much each link counts where links may be broken (pcc)
  std::vector<double> cannot_weights = {};  ///< likewise; empty: each counts 1
  std::function<std::string(Index)> name_item = {};   ///< how errors call an item; empty: "item 7"
  std::function<std::string(int)> name_cluster = {};  ///< and a cluster; empty: "cluster 2"

  bool has_seeds() const { return !seeds.empty(); }
  bool has_links() const { return !must_link.empty() || !cannot_link.empty(); }
  std::string item(Index number) const;
  std::string cluster(int number) const;
};

/// True for each item that has a label or stands in a link.
std::vector<bool> covered_items(const Knowledge& knowledge, Index items);

/// Throws InvalidInput unless every number is that of an item, every seed that of a cluster, every weight
/// above 0, and no item is linked apart from itself.
void require_possible(const Knowledge& knowledge, Index items, int clusters);

/// Links that a clustering keeps and breaks.
struct LinkReport {
  Index must_held = 0, cannot_held = 0;
  std::vector<Link> must_broken = {}, cannot_broken = {};
};
LinkReport report_links(const Knowledge& knowledge, const std::vector<int>& labels);

}  // namespace bellwether
