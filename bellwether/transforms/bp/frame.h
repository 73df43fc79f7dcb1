#pragma once
// The coordinates in which bp.h is computed: u = C^-1/2 (x - m). There the means' prior is N(0, I), and
// neither units nor correlations of features matter.

#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::bp_detail {

using Dense = Eigen::MatrixXd;

struct Frame {
  Eigen::RowVectorXd mean = {},
                     deviation = {};  ///< of each feature; that of a constant one is the mean of others'
  std::vector<Index> constant = {};
  Dense root = {}, inverse_root = {};  ///< of C, for features that are divided by their deviations
  double log_determinant = 0;          ///< of C

  Matrix inside(const Matrix& x) const;
  Matrix outside(const Matrix& u) const;
  /// Of a covariance inside the frame.
  Dense covariance_outside(const Dense& covariance) const;
  /// Sigma^-1/2 for Sigma outside the frame, symmetric; constant features have no weight.
  Matrix map_of(const Dense& sigma) const;
};

/// With m the mean and C the covariance of the rows of x, plus `ridge` of each variance. Throws InvalidInput
/// if all rows are equal.
Frame frame_of(const Matrix& x, double ridge);

}  // namespace bellwether::bp_detail
