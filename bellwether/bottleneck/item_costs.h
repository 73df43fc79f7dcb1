#pragma once
// What it costs to put an item into each cluster, and where it costs the least.
//
// With n items in C, S their sum, and psi(t) = (t - t^a) / e, e = 1 - a (t log t at a = 1), Psi = sum psi(S):
//
//   Shannon, Jensen-Renyi:  n H(C) = n log n + n log(1 - e Psi / n) / e   (at a = 1: n log n - Psi)
//                           cost   = (n + 1) H(C + d) - n H(C)            (less the item's own H, the same
//                           for all)
//   Csiszar:                cost   = (n + 1) log(n + 1) - n log n + max_u [u - a (n + 1) log(1 + Y(u) / (n +
//   1))] / e
//                           Y(u)   = sum over the features of d of (S^a + e^u p^a)^(1/a) - S - p
//
// which is (n + 1) I_a(X; {d, C}): features that d does not have all count as one, and the tilt of d against
// C is all that is left to find. Let m be the item's part of Q, sum A^(1/a - 1) e^u p^a / (n + 1 + Y). It is
// 1 / (n + 1) at the best u, and its logit grows with u at a rate between 1 and 1/a; so with K = (n + 1)
// times the divergence of (1, n) / (n + 1) from (m, 1 - m), every u bounds the cost by its value there plus a
// K / e and plus K / e. Clusters whose lower bound lies above another's upper one are done with; the others
// take Newton's steps.
//
// A group that weighs w, and sums to that, stands for w items that move together: put n + w for n + 1. Its
// cost in Csiszar's is w times that of an item of a w-th of its values in clusters of a w-th of theirs.

#include <bellwether/bottleneck/cluster_table.h>

namespace bellwether::bottleneck {

class ItemCosts {
 public:
  static constexpr int none = -1;  ///< an item that is in no cluster

  /// The table outlives this, and may change between calls.
  explicit ItemCosts(const ClusterTable& table);

  /// The cluster where item i costs the least, taken out of `own` first; that one if no other costs less.
  /// Tilts, width() of them, are where the search for Csiszar's starts, 0 if nothing is known, and become
  /// where it ended. `closed`: not 0 for clusters that it must not go to; empty: it may go to all.
  int cheapest(Index i, int own, std::span<float> tilts, std::span<const char> closed = {});

  /// The cost of item i in each cluster.
  std::vector<double> all(Index i, int own);

 private:
  void plain_costs(const SparseRow& item, int own);
  void single_costs();
  void group_costs();
  void begin(const SparseRow& item, int own);
  void bound_all(const kernels::TiltedItem& item, int own);
  void bound_one(const kernels::TiltedItem& item, int cluster, int own);
  void narrow(const kernels::TiltedItem& item, int own, std::span<const char> closed);
  double least_gain(int cluster) const;
  void take_middle();
  void bound(const kernels::Bounds& all, Index count);

  const ClusterTable& table_;
  double alpha_, e_;
  double weight_ = 1;  ///< of the item
  std::vector<double> costs_, low_, high_, tilts_, raised_, excess_, first_, second_, below_, above_;
  std::vector<double> shrunk_;  ///< what bounds are made of, by a group's weight
  std::vector<double> own_sums_, own_psi_, column_sums_, column_psi_;
};

}  // namespace bellwether::bottleneck
