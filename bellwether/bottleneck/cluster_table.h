#pragma once
// The clusters as moves see them: the sums of their items' distributions, feature after feature.

#include <bellwether/bottleneck/cluster_sums.h>
#include <bellwether/bottleneck/kernels.h>

namespace bellwether::bottleneck {

/// Items, or groups of items that move as one, with psi(p) of each p where Csiszar's information needs it.
class SibItems {
 public:
  /// `weights`: how many items each stands for, and what its values sum to; empty: all are single items.
  SibItems(Distributions distributions, Information kind, double alpha, std::vector<double> weights = {});

  Index size() const { return distributions_.size(); }
  Index features() const { return distributions_.features; }
  SparseRow row(Index i) const { return distributions_.row(i); }
  kernels::TiltedItem item(Index i) const {
    return {row(i), psi_.empty() ? nullptr : psi_.data() + distributions_.starts[i]};
  }
  double weight(Index i) const { return weights_.empty() ? 1 : weights_[i]; }
  /// In an order that depends on what items contain and on their labels, not on their numbers.
  std::vector<Index> by_content(std::span<const int> labels) const;
  Information kind() const { return kind_; }
  double alpha() const { return alpha_; }
  bool tilted() const { return kind_ == Information::csiszar && alpha_ < 1; }

 private:
  Distributions distributions_;
  Information kind_;
  double alpha_;
  std::vector<double> weights_;
  std::vector<double> psi_;
};

class ClusterTable {
 public:
  /// No items yet. `items` outlive this.
  ClusterTable(const SibItems& items, int clusters);

  /// The sums of these items, added up in this order.
  void fill(std::span<const int> labels, std::span<const Index> order);
  /// Sums that are known: clusters x features, and how many items each cluster has.
  void fill(const Matrix& sums, std::span<const double> sizes);

  void move(Index i, int from, int to);

  /// The sums of a cluster without an item that it holds, in the order of the item's features, and psi of
  /// them.
  void take_out(const SparseRow& item, int cluster, std::vector<double>& sums,
                std::vector<double>& psi) const;

  const SibItems& items() const { return items_; }
  int clusters() const { return clusters_; }
  Index width() const { return width_; }
  kernels::Cells cells() const { return {cells_.data(), width_}; }
  ClusterSums sums() const;

  // Of each cluster; 1 and 0 in the places up to width().
  const std::vector<double>& sizes() const { return sizes_; }            ///< n
  const std::vector<double>& psi() const { return psi_; }                ///< Psi
  const std::vector<double>& masses() const { return masses_; }          ///< n H
  const std::vector<double>& log_sizes() const { return log_sizes_; }    ///< n log n
  const std::vector<double>& size_costs() const { return size_costs_; }  ///< (n + 1) log(n + 1) - n log n

  /// n H of n items with this Psi.
  double entropy_mass(double size, double psi) const;

  /// I(X; Z), but for rounding that is the same for all partitions; for Csiszar's from these tilts, which
  /// become those found.
  double information(std::vector<double>& tilts) const;

 private:
  void finish();
  void refresh(int cluster);

  const SibItems& items_;
  int clusters_;
  Index width_;
  double alpha_, e_;
  std::vector<double> cells_;         ///< of each feature: the sums, then psi of them
  std::vector<std::int32_t> counts_;  ///< of each feature and cluster: those that have it; 0: the sum is 0
  std::vector<double> sizes_, psi_, masses_, log_sizes_, size_costs_;
  double whole_ = 0;  ///< n H of all items together
};

double size_cost(double n);
/// (n + w) log(n + w) - n log n
double size_cost(double n, double w);

}  // namespace bellwether::bottleneck
