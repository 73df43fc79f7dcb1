#include <bellwether/transforms/tcs/problem.h>

#include <algorithm>
#include <cmath>

#include <bellwether/engine/holder.h>
#include <bellwether/engine/shards.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/tcs/parts.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;

/// Who has the items, if they are not here.
Holder there(const TcsProblem& problem, Run run) {
  run.workers = problem.workers;
  return Holder({}, {}, run);
}

}  // namespace

Eigen::MatrixXd tcs_scores(const TcsProblem& problem, const Eigen::MatrixXd& a) {
  if (problem.form == TcsForm::full) return a * problem.means.transpose();
  return a.col(0).asDiagonal() * problem.means.transpose();
}

/// With M less the mean c of all items, and items that still have it:
/// s_ik = x_i' A m_k - c' A m_k - 1/2 m_k' A m_k.
TcsSums tcs_sums(const TcsProblem& problem, const Eigen::MatrixXd& scores, double share, const Run& run) {
  const Matrix by_feature = scores;
  const Vector offsets = -0.5 * problem.means.transpose().cwiseProduct(scores).colwise().sum().transpose() -
                         scores.transpose() * problem.shift;
  TcsLossSums found;
  if (problem.workers) {
    const TcsStep::Model model{{problem.centre, problem.names}, by_feature, offsets, share};
    found = there(problem, run).sum<TcsLossStep>(model);
  } else {
    const std::span<const int> labels = problem.labels;
    found = sum_over_shards(
        problem.rows(),
        [&](const Shard& shard) {
          const auto of_shard = labels.subspan(static_cast<std::size_t>(shard.begin),
                                               static_cast<std::size_t>(shard.rows.rows()));
          return tcs_loss_sums(by_feature, offsets, of_shard, share, shard.rows);
        },
        run);
  }
  TcsSums sums{found.value, found.entropy, found.weights, found.products};
  // Of dense items the mean is gone already.
  if (problem.shift.cwiseAbs().maxCoeff() > 0)
    sums.products.noalias() -= problem.shift * sums.weights.transpose();
  return sums;
}

TcsLoss evaluate(const TcsProblem& problem, const Eigen::MatrixXd& a, const Run& run) {
  const TcsSums sums = tcs_sums(problem, tcs_scores(problem, a), 0, run);
  TcsLoss loss;
  loss.value = sums.value;
  if (problem.form == TcsForm::full) {
    // Half of each term, so that the sum of it and its transpose is the whole.
    const Dense half =
        (0.25 * problem.means.transpose() * sums.weights.asDiagonal() - 0.5 * sums.products) * problem.means;
    loss.gradient = half + half.transpose();
  } else {
    const Dense half = 0.5 * problem.means.transpose() * sums.weights.asDiagonal() - sums.products;
    loss.gradient = half.cwiseProduct(problem.means.transpose()).rowwise().sum();
  }
  loss.entropy = loss.value - loss.gradient.cwiseProduct(a).sum();
  return loss;
}

namespace {

Dense anchor_of(const TcsProblem& problem, double tau) {
  if (problem.form == TcsForm::diagonal) return Dense::Constant(problem.features(), 1, tau);
  return tau * Dense::Identity(problem.features(), problem.features());
}

/// tr([-G]_+ Cov) / 2, so that A = [-G / (2 gamma)]_+ gives the items a variance of 1.
double variance_of_step(const TcsProblem& problem, const Dense& gradient, const Run& run) {
  if (problem.form == TcsForm::diagonal) return 0.5 * (-gradient.col(0)).cwiseMax(0).dot(problem.variances);
  const SymmetricEigen eigen(-gradient);
  const Matrix turn = eigen.eigenvectors();
  const Vector squares =
      problem.workers
          ? there(problem, run).sum<TcsSquareStep>({{problem.centre, problem.names}, turn, {}, 0}).values
          : sum_over_shards(
                problem.rows(),
                [&](const Shard& shard) {
                  return shard.rows.visit([&](const auto& rows) -> TcsSquares {
                    if constexpr (requires { rows.starts; })
                      return {};
                    else
                      return tcs_squares(rows.matrix(), turn);
                  });
                },
                run)
                .values;
  const Vector variances = squares / static_cast<double>(problem.count);
  return 0.5 * eigen.eigenvalues().cwiseMax(0).dot(variances);
}

double largest_fall(const TcsProblem& problem, const Dense& gradient) {
  if (problem.form == TcsForm::diagonal) return -gradient.minCoeff();
  return -SymmetricEigen(gradient, SymmetricEigen::Want::values).eigenvalues().minCoeff();
}

}  // namespace

double gamma_reference(const TcsProblem& problem, Regulariser regulariser, double tau, const Run& run) {
  const bool from_zero = regulariser == Regulariser::l2 || regulariser == Regulariser::nuclear;
  const double at = from_zero ? 0 : regulariser == Regulariser::logdet ? 1 : tau;
  const Dense gradient = evaluate(problem, anchor_of(problem, at), run).gradient;
  double gamma = 0;
  switch (regulariser) {
    case Regulariser::identity:
    case Regulariser::logdet:
      gamma = gradient.norm();
      break;
    case Regulariser::l2:
      gamma = variance_of_step(problem, gradient, run);
      break;
    case Regulariser::nuclear:
      gamma = 0.1 * largest_fall(problem, gradient);
      break;
    case Regulariser::l1:
      gamma = 0.1 * gradient.cwiseAbs().maxCoeff();
      break;
  }
  return gamma > 0 ? gamma : 1;
}

}  // namespace bellwether
