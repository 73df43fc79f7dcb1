#pragma once
// What is known of other clusters: items whose class is known, and items that are to be clustered.
// What learns from them takes both in one list, with a label for each item: the number of its class from 0,
// or `unlabelled` for an item that is to be clustered.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>

namespace bellwether {

struct Classes {
  Matrix items = {};             ///< those of known class, in their order
  std::vector<int> labels = {};  ///< of these, from 0; every class has an item
  int count = 0;                 ///< of classes
  Matrix means = {};             ///< one row for each class
  Matrix fresh = {};             ///< the others, in their order; perhaps none

  std::vector<Index> sizes() const;
};

/// Numbers of classes that nobody has are closed up: labels 0, 2, 5 become 0, 1, 2.
/// Throws InvalidInput if nothing is labelled, if labels and items differ in number, if a value is not
/// finite, or if there are more features than a full matrix is good for (2000), with the way out.
Classes classes_of(const Rows& items, std::span<const int> labels);

/// Throws InvalidInput if there are more features than a full matrix is good for, with the way out.
void require_few_features(Index features);

/// Pooled covariance of the items around the means of their classes, with denominator N - K (at least 1).
Eigen::MatrixXd within_covariance(const Classes& classes);

}  // namespace bellwether
