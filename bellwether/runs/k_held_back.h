#pragma once
// What seeds and links say about the number of clusters: part of them guides, the rest must be met.

#include <vector>

#include <bellwether/runs/facts.h>
#include <bellwether/runs/k_curve.h>
#include <bellwether/runs/k_sample.h>

namespace bellwether {

/// How facts that were held back are met with each number of clusters of the curve; `tallies` is empty where
/// none could be held back, and a tally where that number was not tried.
struct KHeldBack {
  std::vector<Tally> tallies = {};  ///< of 1, 2, 3, ... clusters

  bool tried(int clusters) const;
  double met(int clusters) const;
  /// The number in the range, but for `without`, that meets most; the smallest of those that tie. 0: none.
  int best(const KRange& range, int without = 0) const;
  /// Whether there are enough facts, and `best` meets clearly more of them than chance would.
  bool speaks(int best) const;
  /// Whether it meets less than the best by no more than chance explains.
  bool open(int clusters, int best) const;
  /// How sure `best` is better than `other`, 0.5 to 1.
  double surer(int best, int other) const;
};

/// Each search goes on from the curve's clusters, in a space that the part that guides has shaped.
KHeldBack met_along(const KSample& sample, const KSpace& space, const KCurve& curve, const KRange& range,
                    const Run& run);

}  // namespace bellwether
