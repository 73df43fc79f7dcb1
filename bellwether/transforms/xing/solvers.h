#pragma once
// The two convex problems of xing.h, in coordinates where the similar pairs vary alike in every direction.
//
//   full:      min_{B >= 0}  trace B - log sum_i sqrt(e_i' B e_i)        rows e_i: differences of dissimilar
//   pairs diagonal:  min_{b >= 0}  sum b   - log sum_i sqrt(q_i . b)           rows q_i: their squares, none
//   negative
//
// No row is all zeros. Scaling B so that trace B = 1/2 minimises along the ray through it; both return such a
// B.

#include <functional>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::xing_detail {

struct Limits {
  int iterations = 2000;
  double tolerance = 1e-6;
  std::function<bool(int iteration, double value)> go_on = {};  ///< false: stop early; empty: go on
};

template <class Unknown>
struct Solution {
  Unknown value = {};
  double certificate = 0;          ///< |trace B - trace G B|: along the ray B is best
  double gap = 0;                  ///< largest of G, less 1
  std::vector<double> trace = {};  ///< trace B / (sum_i sqrt(e_i' B e_i))^2, at the start and after each step
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
};

/// sum_i sqrt(e_i' B e_i), and G with it. Infinite G, and sum 0, if an e_i' B e_i is not positive.
struct Spread {
  double sum = 0;
  Eigen::MatrixXd g = {};  ///< sum_i e_i e_i' / sqrt(e_i' B e_i) / (2 sum)
};
Spread spread_of(const Matrix& e, const Eigen::MatrixXd& b, bool with_g);

/// By accelerated projected gradient steps, whose length is found by backtracking and whose momentum starts
/// anew when the objective would rise (A. Beck, M. Teboulle 2009; B. O'Donoghue, E. Candes 2015).
Solution<Eigen::MatrixXd> solve_full(const Matrix& e, const Limits& limits);

/// By Newton steps on a log barrier that is lowered step by step: every weight stays above 0, where a pair
/// that differs in that feature alone has a slope.
Solution<Vector> solve_diagonal(const Matrix& q, const Limits& limits);

}  // namespace bellwether::xing_detail
