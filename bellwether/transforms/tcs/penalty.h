#pragma once
// gamma lambda(A) of tcs_gm.h on the cone of A without negative eigenvalues: its value, its proximal step,
// and what it says about how low F may be.
//
// All but l1 are functions of the eigenvalues, sum_j phi(a_j), so that a step works on each by itself; for a
// diagonal A all five are. The step of a full l1 has no closed form: with t = gamma * step its dual is over Z
// without negative eigenvalues,
//
//   A(Z) = tau I + soft(V + Z - tau I, t),   Z <- [Z - A(Z)]_+   accelerated, from the last Z.

#include <bellwether/data/matrix.h>
#include <bellwether/transforms/tcs/problem.h>

namespace bellwether {

struct Penalty {
  Regulariser kind = Regulariser::identity;
  double gamma = 1;
  double tau = 1;  ///< of identity and l1
  TcsForm form = TcsForm::full;
};

/// gamma lambda(A).
double penalty_of(const Penalty& penalty, const Eigen::MatrixXd& a);

/// argmin 1/2 ||A - V||^2 + step gamma lambda(A) without negative eigenvalues. `z`: the dual of a full l1, in
/// units of the gradient, where the last step left it and this one does; `accuracy`: of that dual.
Eigen::MatrixXd proximal_step(const Penalty& penalty, const Eigen::MatrixXd& v, double step,
                              Eigen::MatrixXd& z, double accuracy);

/// For every row-stochastic q,  F >= sum_i H(q_i) + min_{A >= 0} [ <G(q), A> + gamma lambda(A) ]  with G(q) =
/// 1/2 sum (y - q) d d'. With q = p(A) the terms of the loss cancel in the difference to F(A). Where the
/// minimum is not finite, q = Y + share (p - Y) makes G smaller.
struct DualBound {
  double share = 1;
  double least = 0;  ///< min [ <share G, A> + gamma lambda(A) ], or what it is at least
};
DualBound dual_bound(const Penalty& penalty, const Eigen::MatrixXd& gradient, const Eigen::MatrixXd& z);

/// What F(A) is above the bound with q = p(A), for identity and l2 (share 1), without cancellation.
double frobenius_gap(const Penalty& penalty, const Eigen::MatrixXd& a, const Eigen::MatrixXd& gradient);

}  // namespace bellwether
