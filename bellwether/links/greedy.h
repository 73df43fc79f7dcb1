#pragma once
// COP-KMEANS' pass over the points: one after the other, each to the closest cluster that breaks no link with
// a point that was placed before it in this pass.
//
// Where the paper is silent: the order is random, one for all passes of a restart; links count with all that
// follows from them; of clusters at the same distance the first is taken; held seeds are placed before all
// others; one pass that fails ends the restart, whichever round it is.

#include <functional>
#include <span>
#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/links/groups.h>

namespace bellwether {

/// Writes what it costs to put a point into each cluster.
using CostsOf = std::function<void(int point, std::span<double> costs)>;

enum class OnConflict { fail, search, relax };

/// 0 .. points - 1 in random order: that of every pass of one restart.
std::vector<int> placing_order(int points, Random random);

class GreedyPass {
 public:
  /// `group_of` has the group of each point. Without `relax`, a point that fits nowhere is an error; with it,
  /// the point goes where it breaks the fewest links, and of those where it costs least.
  GreedyPass(const Knowledge& knowledge, const Groups& groups, std::span<const int> group_of,
             const std::vector<int>& order, bool relax);

  /// `labels` holds the nearest cluster of each point, and becomes where they are placed. A group goes where
  /// the first of its points went; groups with a cluster of their own are there before the pass begins.
  /// Throws InvalidInput, with what stands in the way in each cluster, if a point fits nowhere.
  void place(std::vector<int>& labels, const CostsOf& costs_of, int clusters);

 private:
  int choose(int point, int nearest, const CostsOf& costs_of);
  [[noreturn]] void fail(int group) const;

  const Knowledge& knowledge_;
  const Groups& groups_;
  std::span<const int> group_of_;
  std::vector<int> order_;        ///< the points to which the order matters
  std::vector<int> links_;        ///< how many cannot-links each entry of groups.apart stands for; relax only
  std::vector<int> group_label_;  ///< where each group is in this pass
  std::vector<double> costs_;
  std::vector<std::int64_t> broken_;  ///< links that each cluster would break
};

}  // namespace bellwether
