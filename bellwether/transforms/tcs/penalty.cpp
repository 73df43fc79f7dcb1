#include <bellwether/transforms/tcs/penalty.h>

#include <algorithm>
#include <cmath>

#include <bellwether/engine/symmetric_eigen.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;

constexpr int most_dual_rounds = 500;  // of the dual of a full l1
constexpr double inside = 0.999;       // share of the way to where log det has no minimum
constexpr double dual_rounding = 1e-15;

/// U f(lambda) U', or f of each number of a diagonal A.
template <class Function>
Dense on_eigenvalues(const Penalty& penalty, const Dense& m, const Function& f) {
  if (penalty.form == TcsForm::diagonal) return m.unaryExpr(f);
  const SymmetricEigen eigen(m);
  const Dense& u = eigen.eigenvectors();
  const Dense half = u * eigen.eigenvalues().unaryExpr(f).asDiagonal();
  const Dense product = half * u.transpose();
  return 0.5 * (product + product.transpose());
}

Dense without_negative(const Penalty& penalty, const Dense& m) {
  return on_eigenvalues(penalty, m, [](double v) { return std::max(0.0, v); });
}

Vector eigenvalues_of(const Penalty& penalty, const Dense& m) {
  if (penalty.form == TcsForm::diagonal) return m.col(0);
  return SymmetricEigen(m, SymmetricEigen::Want::values).eigenvalues();
}

double soft(double v, double t) {
  return v > t ? v - t : v < -t ? v + t : 0;
}

/// A - tau I.
Dense from_anchor(const Penalty& penalty, Dense a) {
  const double tau = penalty.kind == Regulariser::l2 ? 0 : penalty.tau;
  if (penalty.form == TcsForm::diagonal)
    a.array() -= tau;
  else
    a.diagonal().array() -= tau;
  return a;
}

/// argmin over a >= 0 of 1/2 (a - v)^2 + t phi(a).
double scalar_step(const Penalty& penalty, double v, double t) {
  switch (penalty.kind) {
    case Regulariser::identity:
      return std::max(0.0, (v + 2 * t * penalty.tau) / (1 + 2 * t));
    case Regulariser::l2:
      return std::max(0.0, v / (1 + 2 * t));
    case Regulariser::nuclear:
      return std::max(0.0, v - t);
    case Regulariser::logdet: {
      const double b = v - t, root = std::sqrt(b * b + 4 * t);
      return b < 0 ? 2 * t / (root - b) : (b + root) / 2;
    }
    case Regulariser::l1:
      return std::max(0.0, penalty.tau + soft(v - penalty.tau, t));
  }
  return v;
}

/// The nearest A on the way to the anchor that has no negative eigenvalue: what is 0 off the diagonal stays
/// so.
Dense into_cone(const Penalty& penalty, Dense a) {
  const double lowest = eigenvalues_of(penalty, a).minCoeff();
  if (lowest >= 0) return a;
  if (penalty.tau > 0) {
    const double share = std::min(1.0, -lowest / (penalty.tau - lowest) * (1 + 1e-14));
    a *= 1 - share;
    a.diagonal().array() += share * penalty.tau;
  } else {
    a.diagonal().array() -= lowest * (1 + 1e-14);
  }
  return a;
}

/// The dual ascent of the header with z in units of V, accelerated, its momentum dropped when it turns back.
Dense l1_step(const Penalty& penalty, const Dense& v, double t, Dense& z, double accuracy) {
  const auto primal = [&](const Dense& dual) {
    Dense a = from_anchor(penalty, v + dual).unaryExpr([t](double x) { return soft(x, t); });
    a.diagonal().array() += penalty.tau;
    return a;
  };
  Dense ahead = z;
  double momentum = 1;
  const double enough = std::max(accuracy, dual_rounding * v.norm());
  for (int round = 0; round < most_dual_rounds; ++round) {
    const Dense next = without_negative(penalty, ahead - primal(ahead));
    const double moved = (next - ahead).norm();
    const bool turned = (ahead - next).cwiseProduct(next - z).sum() > 0;
    const double further = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = turned ? next : Dense(next + (momentum - 1) / further * (next - z));
    momentum = turned ? 1 : further;
    z = next;
    if (moved <= enough) break;
  }
  return into_cone(penalty, primal(z));
}

}  // namespace

double penalty_of(const Penalty& penalty, const Eigen::MatrixXd& a) {
  const bool diagonal = penalty.form == TcsForm::diagonal;
  switch (penalty.kind) {
    case Regulariser::identity:
    case Regulariser::l2:
      return penalty.gamma * from_anchor(penalty, a).squaredNorm();
    case Regulariser::nuclear:
      return penalty.gamma * (diagonal ? a.sum() : a.trace());
    case Regulariser::logdet: {
      const Vector values = eigenvalues_of(penalty, a);
      return penalty.gamma * (values.array() - values.array().log()).sum();
    }
    case Regulariser::l1:
      return penalty.gamma * from_anchor(penalty, a).cwiseAbs().sum();
  }
  return 0;
}

Eigen::MatrixXd proximal_step(const Penalty& penalty, const Eigen::MatrixXd& v, double step,
                              Eigen::MatrixXd& z, double accuracy) {
  const double t = step * penalty.gamma;
  if (penalty.kind == Regulariser::l1 && penalty.form == TcsForm::full) {
    Dense scaled = z.size() == v.size() ? Dense(z * step) : Dense::Zero(v.rows(), v.cols());
    const Dense a = l1_step(penalty, v, t, scaled, accuracy);
    z = scaled / step;
    return a;
  }
  return on_eigenvalues(penalty, v, [&](double x) { return scalar_step(penalty, x, t); });
}

DualBound dual_bound(const Penalty& penalty, const Eigen::MatrixXd& gradient, const Eigen::MatrixXd& z) {
  const double gamma = penalty.gamma;
  const auto share_for = [&](double fall) { return fall > gamma ? gamma / fall : 1.0; };
  if (penalty.kind == Regulariser::l1 && penalty.form == TcsForm::full) {
    const Dense rest = z.size() == gradient.size() ? Dense(gradient - z) : gradient;
    const double share = share_for(rest.cwiseAbs().maxCoeff());
    return {share, share * penalty.tau * rest.trace()};
  }
  const Vector g = eigenvalues_of(penalty, gradient);
  const double fall = -g.minCoeff();
  switch (penalty.kind) {
    case Regulariser::identity:
    case Regulariser::l2: {
      const double tau = penalty.kind == Regulariser::l2 ? 0 : penalty.tau;
      const Eigen::ArrayXd a = (tau - g.array() / (2 * gamma)).max(0);
      return {1, (g.array() * a + gamma * (a - tau).square()).sum()};
    }
    case Regulariser::nuclear:
      return {share_for(fall), 0};
    case Regulariser::logdet: {
      const double share = fall >= gamma ? inside * gamma / fall : 1;
      return {share, gamma * ((share / gamma * g.array()).log1p() + 1).sum()};
    }
    case Regulariser::l1: {
      const double share = share_for(fall);
      return {share, penalty.tau * (share * g.array()).min(gamma).sum()};
    }
  }
  return {};
}

/// With B = [V]_+ and N = [-V]_+ of V = tau I - G / (2 gamma):  gamma ||A - B||^2 + 2 gamma <N, A>.
double frobenius_gap(const Penalty& penalty, const Eigen::MatrixXd& a, const Eigen::MatrixXd& gradient) {
  const Dense v = -from_anchor(penalty, gradient / (2 * penalty.gamma));
  const Dense b = without_negative(penalty, v);
  return penalty.gamma * ((a - b).squaredNorm() + 2 * std::max(0.0, (b - v).cwiseProduct(a).sum()));
}

}  // namespace bellwether
