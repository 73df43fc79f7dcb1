#pragma once
// L-BFGS with a line search that finds a point of enough fall and weak enough slope by bracketing, which also
// works where the gradient jumps.
//   J. Nocedal. Updating quasi-Newton matrices with limited storage. Mathematics of Computation 35, 1980.
//   A. Lewis, M. Overton. Nonsmooth optimization via quasi-Newton methods. Mathematical Programming 141,
//   2013.

#include <functional>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::lmnn_detail {

struct DescentLimits {
  int iterations = 200;
  double tolerance = 1e-5;                                      ///< see lmnn.h
  std::function<bool(int iteration, double value)> go_on = {};  ///< false: stop early; empty: go on
};

struct Descent {
  Vector x = {};
  double value = 0;
  std::vector<double> trace = {};  ///< at the start and after each iteration
  int iterations = 0;
  int evaluations = 0;
  bool converged = false;
  bool stopped = false;
};

/// The function's value at x, and its gradient into the second argument. Values are not negative.
using Function = std::function<double(const Vector&, Vector&)>;

Descent minimise(const Function& function, Vector start, const DescentLimits& limits);

}  // namespace bellwether::lmnn_detail
