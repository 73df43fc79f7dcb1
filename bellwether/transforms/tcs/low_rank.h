#pragma once
// The same F with A = L'L, L with fewer rows than columns: not convex any more, but with fewer numbers to
// find. By L-BFGS with dF/dL = 2 L dF/dA, of which a step needs no matrix of features x features; the start
// and the bound need one each.

#include <bellwether/transforms/tcs/minimise.h>

namespace bellwether {

struct LowRankSolution {
  Eigen::MatrixXd half = {};  ///< L, rank x features
  TcsSolution solution = {};  ///< of A = L'L; the gap is to the least F of any rank, so it need not be near 0
};

/// From the leading eigenvectors of a rough solution of the convex problem. For identity, l2 and nuclear: the
/// other two have no gradient where A has not full rank, or where an entry is at its anchor.
LowRankSolution minimise_low_rank(const TcsProblem& problem, Regulariser regulariser, double gamma,
                                  double tau, int rank, double tolerance, int iterations, const Run& run);

}  // namespace bellwether
