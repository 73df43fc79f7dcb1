#pragma once
// Multinomial logistic regression with an L2 penalty, by L-BFGS.
//   D. Liu, J. Nocedal. On the limited memory BFGS method for large scale optimization. Mathematical
//   Programming 45, 1989.
//
// Maximises  J = sum_i w_i log p(y_i | x_i) - lambda / 2 sum_k ||a_k||^2
//   where  p(k | x) = exp(s_k) / sum_l exp(s_l),   s_k = a_k . (x - m) / r + b_k
//
// over coefficients a and intercepts b, which cost nothing. So the centre m changes no optimum, only its
// numbers, and the scale r says in which unit of length the penalty measures. J is concave: the start does
// not matter to what is found.

#include <functional>
#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>

namespace bellwether {

struct LogisticModel {
  Matrix coefficients = {};  ///< a, classes x features
  Vector intercepts = {};    ///< b
  Vector centre = {};        ///< m
  double scale = 1;          ///< r
  double penalty = 1;        ///< lambda
};

/// A model that knows nothing: every class has the same probability everywhere.
LogisticModel blank_model(int classes, Vector centre, double scale, double penalty);

struct Examples {
  Rows rows = {};
  std::span<const int> classes = {};     ///< y
  std::span<const double> weights = {};  ///< w
};

struct LogisticSlope {
  double value = 0;          ///< J
  Matrix coefficients = {};  ///< dJ / da
  Vector intercepts = {};    ///< dJ / db
};
LogisticSlope slope_at(const LogisticModel& model, const Examples& examples, const Run& run = {});

struct LogisticLimits {
  int iterations = 1000;
  double tolerance = 1e-5;  ///< stop when the gradient of J is no longer than this for each unit of weight
};

struct LogisticFit {
  LogisticModel model = {};
  std::vector<double> trace = {};  ///< J at the start and after each iteration
  int iterations = 0;
  bool converged = false;
};

/// From `start`, whose centre, scale and penalty stay. One step is made even if the run is to stop at once.
LogisticFit logistic_regression(const Examples& examples, LogisticModel start,
                                const LogisticLimits& limits = {}, const Run& run = {});

/// Calls `visit(first, scores)` for blocks of items: row i of `scores` has s_k of item first + i. Blocks come
/// in any order, several at once.
void for_each_scores(const LogisticModel& model, const Rows& items,
                     const std::function<void(Index, const Matrix&)>& visit, const Run& run);

/// lambda / 2 sum_k ||a_k||^2
double penalty_of(const LogisticModel& model);

}  // namespace bellwether
