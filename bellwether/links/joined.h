#pragma once
// Items that must be together, as one point: what k-means needs to know of a group is its mean and its size.
//
//   sum_{i in g} ||x_i - mu||^2 = n_g ||m_g - mu||^2 + s_g,   m_g = mean of the group's items,
//                                                             s_g = sum_{i in g} ||x_i - m_g||^2
//
// for every mu (Huygens), so the labels and means that are best for the points are best for the items.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/links/groups.h>

namespace bellwether {

/// One point for each group. Where no two items are joined, the points are the items themselves, and nothing
/// is copied: the items must live as long as this does.
class JoinedItems {
 public:
  JoinedItems(const Rows& items, const Groups& groups);
  JoinedItems(const JoinedItems&) = delete;
  JoinedItems& operator=(const JoinedItems&) = delete;

  Rows points() const { return points_; }  ///< m_g; sparse if the items are
  /// n_g; empty where every group has one item.
  std::span<const double> weights() const { return weights_; }
  double weight(Index point) const { return weights_.empty() ? 1.0 : weights_[point]; }
  /// s_g; empty where every group has one item.
  std::span<const double> scatters() const { return scatters_; }
  double scatter() const { return scatter_; }  ///< of all groups together

 private:
  void join(const DenseRows& items, const Groups& groups);
  void join(const SparseRows& items, const Groups& groups);

  Rows points_;
  Matrix dense_;
  SparseMatrix sparse_;
  std::vector<double> weights_, scatters_;
  double scatter_ = 0;
};

}  // namespace bellwether
