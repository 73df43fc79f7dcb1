#pragma once
// The two searches of tcs_vm.h.

#include <functional>
#include <vector>

#include <bellwether/transforms/tcs_vm/problem.h>

namespace bellwether::tcs_vm_detail {

struct Limits {
  int iterations = 500;
  double tolerance = 1e-8;
  std::function<bool(int iteration, double value)> go_on = {};  ///< false: stop early; empty: go on
};

struct Solution {
  Matrix map = {};
  std::vector<double> trace = {};  ///< F at the start and after each step
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
  Index vanished = -1;  ///< an item that the map shrinks to nothing, where the search had to end
};

/// L-BFGS on F with its full gradient; converged when ||grad F|| / items <= tolerance ||L||.
Solution search_jointly(const Problem& problem, const Matrix& start, const Limits& limits);

/// Algorithm 2; converged when ||A_t - A_{t-1}||^2 <= tolerance ||A_t||^2.
Solution search_by_turns(const Problem& problem, const Matrix& start, const Limits& limits);

}  // namespace bellwether::tcs_vm_detail
