#pragma once
// One side of a co-clustering, as the clusters of the other side show it: items described by clusters of
// features, or features by clusters of items of every collection.

#include <bellwether/coclustering/count_logs.h>
#include <bellwether/coclustering/joint.h>

namespace bellwether::coclustering {

/// Least fall of J, in nats, that is worth a move: more than rounding can feign.
inline constexpr double least_gain = 1e-12;

/// The elements of one side in one collection.
struct View {
  const Lines* lines = nullptr;
  std::span<const int> other = {};  ///< the cluster of each place of a line; empty: each is a part of its own
  Index parts = 0;                  ///< how many of them there are
  double total = 0;                 ///< sum of all counts
  double weight = 0;                ///< lambda / total: from counts to nats
  const CountLogs* logs = nullptr;  ///< for whole numbers; null: any numbers
  /// Counts of part s in cluster c of the elements, part after part; empty: not known, to be counted.
  std::span<const double> table = {};
};

/// Profiles of elements: p(x, z~) times the total, zeros left out.
class Profiles {
 public:
  explicit Profiles(const View& view);

  /// Valid until the next call.
  Line of(Index element);

 private:
  const View& view_;
  std::vector<double> sums_;  ///< of each part; zeros between calls
  std::vector<std::int32_t> places_;
  std::vector<double> counts_;
};

}  // namespace bellwether::coclustering
