#pragma once
// Pairs of items, as labels of some of them give them: two items of one label are similar, of two labels not.

#include <span>
#include <vector>

#include <bellwether/links/knowledge.h>

namespace bellwether {

struct LabelledPairs {
  std::vector<Link> similar = {};
  std::vector<Link> dissimilar = {};
};

/// At most `most` of each kind, every pair with the same chance and none twice; all of them, in rising order,
/// if there are no more than that. Items that are `unlabelled` are left out. The cost is that of the pairs
/// drawn, not of all that there are.
LabelledPairs pairs_from_labels(std::span<const int> labels, Index most, std::uint64_t random_seed);

/// All links, and pairs of labelled items drawn as above.
LabelledPairs pairs_of(const Knowledge& knowledge, Index most, std::uint64_t random_seed);

}  // namespace bellwether
