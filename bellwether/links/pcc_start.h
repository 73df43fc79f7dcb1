#pragma once
// Where PCC begins: the neighbourhoods that seeds and must-links make.

#include <bellwether/engine/random.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether::pcc_parts {

/// A neighbourhood is a set of at least two items that must-links connect. A cluster with seeds starts at the
/// mean of its seeds and of what must-links connect to them. For other clusters there are the neighbourhoods:
/// the largest, then each time the one with the largest product of size and distance to the nearest start so
/// far. When those run out, `start` chooses items: k-means++ those away from the starts so far.
/// Links may contradict each other, or seeds: an item that leads to two different seeds follows neither.
class Neighbourhoods {
 public:
  Neighbourhoods(const Rows& items, const Knowledge& knowledge, int clusters);

  Matrix first_means(const Rows& items, Start start, Random random, const Run& run) const;

  /// Whether a cluster starts at a neighbourhood that has no seed.
  bool from_links() const { return from_links_; }

 private:
  Matrix means_ = {};
  bool from_links_ = false;
  std::vector<bool> known_ = {};  ///< which rows of `means_` seeds or must-links give
};

}  // namespace bellwether::pcc_parts
