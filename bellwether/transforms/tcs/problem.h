#pragma once
// The loss of tcs_gm.h: how badly a metric A tells the known classes apart.
//
//   loss(A) = sum_i [ 1/2 d_it' A d_it + log sum_k exp(-1/2 d_ik' A d_ik) ],   d_ik = x_i - m_k, t the class
//   of i grad    = 1/2 sum_ik (y_ik - p_ik) d_ik d_ik',    p_ik proportional to exp(-1/2 d_ik' A d_ik)
//
// x' A x is the same for all k and cancels. With W = Y - p, of which the rows sum to 0, and means M (K x P)
//
//   s_ik = x_i' A m_k - 1/2 m_k' A m_k,     loss = sum_i [ log sum_k exp(s_ik) - s_it ]
//   grad = 1/2 [ M' diag(W'1) M - X'W M - (X'W M)' ]
//
// in O(NKP + KP^2) where the sum as it stands takes O(NKP^2). Neither changes when all items are moved, so
// that they are taken from their mean.

#include <span>
#include <variant>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>
#include <bellwether/engine/workers.h>
#include <bellwether/transforms/classes.h>
#include <bellwether/transforms/tcs/regulariser.h>

namespace bellwether {

struct TcsProblem {
  TcsForm form = TcsForm::full;
  std::variant<Matrix, SparseMatrix> items = {};  ///< of known class; dense ones less their mean
  std::vector<int> labels = {};                   ///< of these, from 0; every class has an item
  Index count = 0;                                ///< of items of known class
  int classes = 0;
  Matrix means = {};            ///< a row for each class, less the mean of all items
  Vector shift = {};            ///< the mean of all items if it is still in `items`: sparse ones; else zeros
  Vector variances = {};        ///< of each feature, with 1/N
  Workers* workers = nullptr;   ///< who holds the items, then all of known class; null: they are here
  std::vector<int> names = {};  ///< of the classes, as workers know them
  Vector centre = {};           ///< the mean of all items, which is taken from dense ones there

  Index features() const { return means.cols(); }
  Rows rows() const {
    return std::visit([](const auto& v) { return Rows(v); }, items);
  }
};

/// A full metric for these classes.
TcsProblem tcs_problem(const Classes& classes);

/// A weight for each feature; sparse items are not made dense. Throws InvalidInput as classes_of() does, but
/// for any number of features.
TcsProblem tcs_diagonal_problem(const Rows& items, std::span<const int> labels);

/// Of items that workers hold, all of known class: their seeds. Throws as the other two.
TcsProblem tcs_problem_there(TcsForm form, Workers& workers, const Run& run);

/// Of a diagonal problem, A and its gradient are columns with a number for each feature; else P x P.
struct TcsLoss {
  double value = 0;
  double entropy = 0;  ///< sum_i H(p_i) = value - <gradient, A>
  Eigen::MatrixXd gradient = {};
};
TcsLoss evaluate(const TcsProblem& problem, const Eigen::MatrixXd& a, const Run& run = {});

/// What the loss is made of, for `scores` = A M' (P x K).
struct TcsSums {
  double value = 0;
  double entropy = 0;             ///< sum_i H(q_i), q = Y + share (p - Y); 0 if the share is
  Vector weights = {};            ///< W'1
  Eigen::MatrixXd products = {};  ///< X'W, with the items less their mean: P x K
};
TcsSums tcs_sums(const TcsProblem& problem, const Eigen::MatrixXd& scores, double share, const Run& run);

/// A M'.
Eigen::MatrixXd tcs_scores(const TcsProblem& problem, const Eigen::MatrixXd& a);

/// A size of gamma that means something for these items, around which to search: with gamma much larger the
/// classes hardly count, with gamma much smaller little else does.
///   identity, logdet   ||grad loss||_F at the anchor
///   l2                 tr([-grad loss(0)]_+ Cov) / 2
///   nuclear, l1        a tenth of the gamma from which on A is 0, or is at the anchor
/// 1 if the classes teach nothing.
double gamma_reference(const TcsProblem& problem, Regulariser regulariser, double tau, const Run& run = {});

}  // namespace bellwether
