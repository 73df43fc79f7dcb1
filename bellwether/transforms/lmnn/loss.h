#pragma once
// The loss of lmnn.h and its gradient, in time that does not grow with the number of triplets.
//
// For an item i with its targets' distances sorted, an impostor at distance d is one for the first c of them,
// the farthest, where c is found by bisection; their hinges sum to c (1 - d) plus the sum of the first c
// distances. So each pair (i, l) is looked at once for all targets. All weights are whole numbers of
// triplets: sums of them come out the same in any order. The gradient is 2 L S with the scatter of all pairs
//
//   S = sum_ab v_ab (x_a - x_b)(x_a - x_b)' = X' diag(r + c) X - X'U - U'X,    U = V X,  r, c: sums of V's
//   rows and
//
// columns: one sparse product and two dense ones.

#include <cstdint>
#include <span>
#include <vector>

#include <bellwether/transforms/lmnn/impostors.h>
#include <bellwether/transforms/lmnn/targets.h>

namespace bellwether::lmnn_detail {

/// Sum of (x_i - x_j)(x_i - x_j)' over items and their targets.
Eigen::MatrixXd target_scatter(const Matrix& items, const Targets& targets);

struct Assessed {
  double value = 0;
  Eigen::MatrixXd scatter = {};  ///< S, the gradient with respect to L'L
  std::int64_t active = 0;       ///< triplets that cost something
};

class Loss {
 public:
  /// `items` are those of `sorted` in the coordinates of the search, row by row. `push` is mu, `threads` how
  /// many may work.
  Loss(const SortedClasses& sorted, const Targets& targets, Matrix items, double push, int threads);

  /// Of x -> map x; `map` is dimensions x features.
  Assessed assess(const Matrix& map);

  int scans() const { return impostors_.gathered(); }

 private:
  struct Counts;
  void measure_targets(const Matrix& z);
  void visit_block(std::size_t block, const Matrix& z, Counts& counts);
  void add_targets(Index item, std::span<Counts> all, Counts& counts);
  Matrix mapped(const Matrix& map) const;

  const Targets& targets_;
  Matrix items_;
  double push_;
  int threads_;
  Impostors impostors_;

  // Of the map that is being assessed:
  std::vector<int> order_;        ///< targets of each item, the farthest first
  std::vector<double> farthest_;  ///< their squared distances
  std::vector<double> sums_;      ///< of the first 1, 2, ... of these
  Vector radii_;
  Matrix weighted_;                    ///< U
  std::vector<std::int64_t> degrees_;  ///< r + c, in triplets
  std::vector<double> block_values_;
  Eigen::MatrixXd pull_;  ///< the scatter of targets
};

}  // namespace bellwether::lmnn_detail
