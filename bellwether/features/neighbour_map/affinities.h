#pragma once
// How much items are each other's neighbours.
//
//   p_{j|i} = exp(-b_i ||x_i - x_j||^2) / sum over the nearest neighbours j of i
//   p_ij = (p_{j|i} + p_{i|j}) / 2n
//
// where b_i is such that the row p_{.|i} has the perplexity asked for: exp of its entropy.

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>

namespace bellwether::map_detail {

/// No more than a third of the other items, of which three times as many are looked at.
double possible_perplexity(double asked, Index items);

/// p_{j|i}: row i holds the nearest neighbours of item i. Of equally near ones the first are taken. Where so
/// many items are equal that no b_i will do, they have equal shares.
SparseMatrix neighbour_shares(const Matrix& items, double perplexity, const Run& run);

/// p_ij: symmetric, of sum 1.
SparseMatrix symmetric_shares(const SparseMatrix& shares);

}  // namespace bellwether::map_detail
