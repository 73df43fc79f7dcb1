#pragma once
// Texts by vectors of their words that were learned elsewhere, joined with what the texts themselves show.
//
//   x_i   the weighted words of a text (ltc, say), a_j the vector of a word, for the words that have one
//   m_i   = sum_j x_ij a_j / sum_j x_ij              the mean of a text's words
//   c     = the mean of m_i over the texts
//   text  = [ m_i - c , x_i V ]                      V of the texts' own SVD; each part of length 1
//
// m_i - c is sum_j x_ij (a_j - c) but for its length, so that one linear map from words and a step that makes
// lengths 1 say all of it: models keep these, and new texts come into the same space.

#include <bellwether/runs/space.h>

namespace bellwether {

/// The map, fitted on the items and the known ones, and the lengths.
void take_vectors(Space& space, const RepresentationPlan& link, const Run& run);

/// [a_j - c, V] for the words with a vector, [0, V] for the others. `weighted` are the rows of the texts.
LinearMap joined_map(const Rows& weighted, const Matrix& vectors, const Svd& own, const Run& run = {});

}  // namespace bellwether
