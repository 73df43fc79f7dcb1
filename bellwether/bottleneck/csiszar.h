#pragma once
// Csiszar's information of order a < 1, e = 1 - a, by its dual. For any tilts u of the clusters
//
//   G(u) = [ sum_z P(z) u_z - a log sum_x A_x^(1/a) ] / e,   A_x = sum_z P(z) e^(u_z) P_z(x)^a
//
// is concave and at most I_a; at u = 0 it is Sibson's information. With Q_x ~ A_x^(1/a), r_z|x the share of z
// in A_x and m_z = sum_x Q_x r_z|x,
//
//   dG/du_z = (P(z) - m_z) / e,        sum_z P(z) D_a(P_z || Q) = G(u) + sum_z P(z) log(P(z) / m_z) / e,
//
// so that every u gives a bound from either side. The second derivative lies between that of a multinomial
// with probabilities m and the 1/a-fold of it: Newton's steps solve it in a handful.

#include <bellwether/bottleneck/cluster_sums.h>

namespace bellwether::bottleneck {

class CsiszarDual {
 public:
  /// alpha < 1.
  CsiszarDual(const ClusterSums& sums, double alpha);
  /// The same with S^alpha known, laid out as the sums; loses digits as alpha comes near 1.
  CsiszarDual(const ClusterSums& sums, std::span<const double> powers, double alpha);

  /// max_u G(u), until the bounds are `tolerance` apart; `tilts`, one for each cluster or none, are where the
  /// search starts, and become where it ends.
  double maximum(std::vector<double>& tilts, double tolerance = 1e-14) const;

 private:
  struct Point;
  Point at(std::span<const double> tilts) const;

  double alpha_;
  std::vector<double> weights_;  ///< P(z)
  // A_x relative to its value for equal distributions, M_x^a with M_x = sum_z P(z) P_z(x), is
  // 1 + base_x + sum_z share_xz (e^(u_z) - 1). Features that no cluster has are left out.
  std::vector<double> mass_;  ///< M_x
  std::vector<double> base_;
  std::vector<double> shares_;
};

}  // namespace bellwether::bottleneck
