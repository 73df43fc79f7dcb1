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

/// How likely each item belongs to each cluster (clusters x items): p_c ~ exp(-d_c^2 / T).
Matrix memberships(const Matrix& squared_distances, double temperature);

/// The T at which the likeliest cluster has probability 0.95 on average: for clusters that touch. Chosen with
/// the constants of questions.cpp.
double usual_temperature(const Matrix& squared_distances);

/// Not more than the mean squared distance to the nearest centre, which clusters that are well apart have.
double cautious_temperature(const Matrix& squared_distances);

}  // namespace bellwether
