#pragma once
// What the items themselves say about the number of clusters: clusters along k, and how far they are apart.

#include <functional>
#include <optional>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>
#include <bellwether/runs/wishes.h>

namespace bellwether {

/// Ways to deal the items out in parts.
inline constexpr int k_resamples = 5;

/// For one number of clusters.
struct KPoint {
  std::vector<int> labels = {};
  /// Of each resample, the weakest border; only the first where it is clear. Empty for one cluster.
  std::vector<double> apart = {};
  double scatter = 0;  ///< sum of squared distances to the means

  double median() const;
};

struct KCurve {
  std::vector<KPoint> points = {};  ///< of 1, 2, 3, ... clusters
  bool interrupted = false;

  int most() const { return static_cast<int>(points.size()); }
  /// Median over resamples, or that of one of them. One cluster is always apart.
  double apart(int clusters, int resample = -1) const;
};

/// From 1 to the range's end, or to where nothing more can be expected: beyond the largest number that is
/// apart by `needed`, half as many, and a few more. There is at least one point.
KCurve curve_along(const Matrix& items, const KRange& range, double needed, std::uint64_t random_seed,
                   const Run& run);

/// The largest number in the range, but for `without`, with which all clusters are apart by `needed`; none:
/// there is no such number.
std::optional<int> largest_apart(const KCurve& curve, const KRange& range, double needed, int without = 0,
                                 int resample = -1);

/// A smaller number instead of one that is only just apart, if it is clearly more apart and a sharper bend of
/// the scatter: groups of groups, of which the groups are meant. The number itself, if there is none.
int clearer_than(const KCurve& curve, const KRange& range, double needed, int clusters);

/// The number in the range, but for `without`, that is nearest to being apart; the range's least if none was
/// tried.
int nearest_to_apart(const KCurve& curve, const KRange& range, int without = 0, int resample = -1);

/// By how much clusters must be apart for `clusters` to be the largest number that is: halfway, as ratios,
/// between it and the best larger number. None, if a larger one is apart by as much.
std::optional<double> needed_for(const KCurve& curve, int clusters);

}  // namespace bellwether
