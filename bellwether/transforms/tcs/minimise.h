#pragma once
// min F(A) = gamma lambda(A) + loss(A) over A without negative eigenvalues, by accelerated proximal gradient
// steps (A. Beck, M. Teboulle 2009) whose momentum is dropped when it turns back (B. O'Donoghue, E. Candes
// 2015). It stops when the duality gap of penalty.h proves that F is within `tolerance` of the least.

#include <span>
#include <vector>

#include <bellwether/engine/run.h>
#include <bellwether/transforms/tcs/penalty.h>
#include <bellwether/transforms/tcs/problem.h>

namespace bellwether {

struct TcsSolution {
  Eigen::MatrixXd metric = {};     ///< A: P x P, or of a diagonal problem P x 1
  double value = 0;                ///< F(A)
  double loss = 0;                 ///< without the regulariser
  double gap = 0;                  ///< F(A) is at most this above the least, as a share of F(A)
  std::vector<double> trace = {};  ///< F at the start and after each step; never rises
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
};

/// `start`: without negative eigenvalues, for logdet without zeros; empty for the anchor (l2, nuclear: 0).
/// The extra stop of the two Frobenius norms, where
/// ||A - A*||^2 <= gap / gamma, asks that A itself is near: ||A - A*||^2 <= tolerance ||A||^2.
TcsSolution minimise(const TcsProblem& problem, Regulariser regulariser, double gamma, double tau,
                     double tolerance, int iterations, const Eigen::MatrixXd& start, const Run& run);

/// One solution for each gamma, in their order, which falls; each starts from the one before.
std::vector<TcsSolution> path(const TcsProblem& problem, Regulariser regulariser,
                              std::span<const double> gammas, double tau, double tolerance, int iterations,
                              const Run& run);

/// F(A), the loss and the gap of any A without negative eigenvalues; `trace` has F(A).
TcsSolution assess(const TcsProblem& problem, Regulariser regulariser, double gamma, double tau,
                   const Eigen::MatrixXd& a, const Run& run);

}  // namespace bellwether
