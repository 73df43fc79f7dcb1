#pragma once
// A ranking SVM: learns from groups of examples, ordered within each group, to score new ones.
//   T. Joachims. Optimizing search engines using clickthrough data. KDD 2002.
//
// For each pair (a better than b) of a group  f(a) - f(b) >= 1 - slack,  f(x) = sum_p y_p (k(a_p, x) - k(b_p,
// x)), with the Gaussian kernel k(x, y) = exp(-|x - y|^2 / (2 sigma^2)). No bias; ties give no pair.

#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

/// Examples of one collection, comparable with each other alone.
struct RankedGroup {
  Matrix examples = {};             ///< a row each
  std::vector<double> errors = {};  ///< of each: the smaller the better
};

struct RankingSvmOptions {
  /// The price of slack: what is minimised is |f|^2 / 2 + c x the mean over groups of the sum of slacks of
  /// their pairs, so that c means the same for four groups as for five.
  double c = 1;
  double sigma = 1;
};

struct RankingSvm {
  double sigma = 1;
  Matrix examples = {};  ///< those that matter
  Vector weights = {};   ///< of each in f; they sum to 0
};

/// Throws InvalidInput if no group has a pair in order, or if there are more than 3000: all products of pairs
/// are kept. By libsvm, which is silenced for the whole process; several threads may train at once.
RankingSvm train_ranking_svm(const std::vector<RankedGroup>& groups, const RankingSvmOptions& options);

/// f of each row: the larger the better.
Vector scores_of(const RankingSvm& svm, const Matrix& examples);

}  // namespace bellwether
