#pragma once
// Workers: the items are elsewhere, in parts that other processes or machines hold. The loop stays where it
// is and asks them for sums over their shards (part.h); these merge in the tree of the global numbers of the
// shards, so the answer is the one that sum_over_shards() would give, to the last bit, whoever holds what.

#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/engine/numbers.h>
#include <bellwether/engine/shards.h>

namespace bellwether {

/// Who can reach the parts. Both functions throw if a part cannot answer.
class Workers {
 public:
  virtual ~Workers() = default;

  virtual Shape shape() const = 0;  ///< of all items
  virtual bool sparse() const = 0;
  /// Whether the parts know labels of some of their items beforehand.
  virtual bool seeded() const { return false; }

  /// The merged statistics of all shards for `model`.
  virtual Bytes sum(std::string_view step, const Bytes& model) = 0;
  /// What each part answers, in the order of the items.
  virtual std::vector<Bytes> ask(std::string_view step, const Bytes& question) = 0;
};

}  // namespace bellwether
