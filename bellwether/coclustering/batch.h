#pragma once
// The papers' update: every element goes to the cluster whose profile explains it best, all of them against
// the profiles as they were. In aggregated form, because p~(z|x~) = p(z~|x~) p(z) / p(z~):
//
//   (14)  C_X(x) = argmax_x~  sum_z~ p(x,z~) log p(z~|x~)
//   (16)  C_Z(z) = argmax_z~  sum_x~ p(x~,z) log p(x~|z~) + lambda sum_y~ q(y~,z) log q(y~|z~)
//
// A profile without what the element has is worse than any other; an empty cluster is never chosen; ties keep
// the cluster.

#include <bellwether/coclustering/views.h>

namespace bellwether::coclustering {

class Batch {
 public:
  /// The views outlive this; `labels` are changed in place.
  Batch(std::span<const View> views, std::vector<int>& labels, int clusters);

  /// Returns how many elements changed their cluster, those that refill emptied ones included.
  Index sweep();

  int refills() const { return refills_; }

  /// sum of lambda I(clusters; parts), in nats.
  double information() const;

  /// As View::table, after the sweeps.
  const std::vector<double>& table(std::size_t view) const { return cells_[view]; }

 private:
  void clear();
  void put(Index element, int cluster);
  void count_all();
  void measure_misfits();
  void take_logs();
  int choose(Index element);
  Index refill();

  std::span<const View> views_;
  std::vector<int>& labels_;
  int clusters_;
  std::vector<Profiles> profiles_;
  std::vector<Line> lines_;                 ///< the element at hand, in each view
  std::vector<std::vector<double>> cells_;  ///< of each view: counts of part s in cluster c, part after part
  std::vector<std::vector<double>> sums_;   ///< and of the clusters
  std::vector<std::vector<double>> logs_;   ///< log p(s|c), from the labels before the sweep
  std::vector<Index> sizes_;                ///< elements with counts
  std::vector<double> scores_;
  std::vector<double> misfits_;  ///< how much information each element loses where it is, if measured
  int refills_ = 0;
};

}  // namespace bellwether::coclustering
