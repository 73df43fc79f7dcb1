#pragma once
// The two items farthest from each other.
//
// Exact: every pair is measured that could be the one. With r_i the distance of item i from a centre, no pair
// is farther apart than r_i + r_j, or, if no value is negative and the centre is the origin, than sqrt(r_i^2
// + r_j^2) (sparse rows of counts, where two items without a feature in common reach that bound at once).
// Items are taken from the outermost inwards, so that the bounds end the search; items that all lie on one
// sphere are the worst case, where every pair is measured.

#include <bellwether/data/rows.h>

namespace bellwether {

struct FarPair {
  Index first = 0, second = 0;  ///< first <= second
  double squared = 0;           ///< their squared distance
};

/// Distances are sum_p w_p (x_ip - x_jp)^2; no weights: all are 1.
FarPair farthest_pair(const Rows& items, const Vector& weights = {}, const FarPair& guess = {});

/// A far pair for a few passes over the items: from the guess to the item farthest from it, and on from there
/// while that finds a farther pair.
FarPair far_pair(const Rows& items, const Vector& weights = {}, const FarPair& guess = {});

}  // namespace bellwether
