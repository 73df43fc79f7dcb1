#pragma once
// Pairs of items of different classes that may be impostors: one nearer to the other than a margin of 1
// beyond the other's farthest target.
//
// With z_i = L x_i and the radius R_i of item i, R_i^2 = 1 + max_{j ~> i} |z_i - z_j|^2, item l can only
// count for i if |z_i - z_l| < R_i. All pairs are looked at when the candidates are gathered, at a map L0:
// those with |z0_i - z0_l| < R0_i + s_i or < R0_l + s_l are kept. Under another map no pair that was left out
// can count as long as
//
//   R_i + delta_i + max_l delta_l <= R0_i + s_i   for every i,     delta_i = |z_i - z0_i|,
//
// because |z_i - z_l| >= |z0_i - z0_l| - delta_i - delta_l. So sums over the candidates are exact, not
// estimates; where the bound fails, candidates are gathered anew.

#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/transforms/lmnn/targets.h>

namespace bellwether::lmnn_detail {

/// Rows are cut into blocks that lie within one class; the pairs of a block are those of its rows with rows
/// of later classes, so each pair stands once.
struct RowBlock {
  Index begin = 0, end = 0;
  Index first_partner = 0;  ///< partners are the rows from here on
};
std::vector<RowBlock> row_blocks(const SortedClasses& sorted);

struct BlockPairs {
  std::vector<Index> begins = {};  ///< of the partners of each row of the block, and the end
  std::vector<int> partners = {};
};

class Impostors {
 public:
  explicit Impostors(const SortedClasses& sorted) : blocks_(row_blocks(sorted)), pairs_(blocks_.size()) {}

  /// Makes the candidates right for mapped items `z` with radii R, in as few looks at all pairs as it can.
  void prepare(const Matrix& z, const Vector& radii);

  const std::vector<RowBlock>& blocks() const { return blocks_; }
  const BlockPairs& pairs(std::size_t block) const { return pairs_[block]; }
  int gathered() const { return gathered_; }  ///< how often all pairs were looked at

 private:
  bool still_valid(const Matrix& z, const Vector& radii) const;
  void gather(const Matrix& z, const Vector& reach);

  std::vector<RowBlock> blocks_;
  std::vector<BlockPairs> pairs_;
  Matrix reference_ = {};  ///< z0; empty: there are no candidates yet
  Vector reach_ = {};      ///< R0_i + s_i
  Matrix last_ = {};       ///< z of the last call: how fast the items move
  int gathered_ = 0;
};

}  // namespace bellwether::lmnn_detail
