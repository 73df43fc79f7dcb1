#pragma once
// Points: the items of a finding as its search measures them, and squared distances among them, for
// questions.

#include <vector>

#include <bellwether/runs/session.h>

namespace bellwether {

struct Points {
  Rows rows = {};
  std::vector<double> scales = {};   ///< what each item is multiplied by: 1; 1 / its length for directions
  std::vector<double> squares = {};  ///< squared lengths, after that

  Index count() const { return rows.rows(); }
};

/// The finding must outlive them.
Points points_of(const Finding& finding);

/// These items as rows of a matrix, scaled.
Matrix gather(const Points& points, const std::vector<Index>& items);

/// The mean of each cluster's items, of length 1 for directions; zeros if it has none.
Matrix means_of(const Points& points, const std::vector<int>& labels, int clusters);

/// Of each of `centres` to every item: centres x items.
Matrix squared_distances(const Points& points, const Matrix& centres, const Run& run = {});

/// How likely each item belongs to each cluster (clusters x items): p_c ~ exp(-d_c^2 / T), with the T at
/// which the clusters of all items have probability `sure` on average: distances alone do not say how often
/// nearest centres are right.
Matrix memberships(const Matrix& squared_distances, double sure);

}  // namespace bellwether
