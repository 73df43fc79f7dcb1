#pragma once
// What a node of the tree sees of its items: the few directions that stand out among them, and the items as
// distributions over words after everything else has been taken away.
//   M. Zhu, A. Ghodsi. Automatic dimensionality selection from the scree plot via the use of profile
//   likelihood. Computational Statistics & Data Analysis 51, 2006.
//
//   X ~ U S V'      P_d ~ max(0, x_d V V') + 1e-6,  each normalised to sum 1
//
// A gradient of Renyi's entropy is infinite at 0, hence the 1e-6.

#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>

namespace bellwether::denoising {

struct Projection {
  Matrix scores = {};         ///< items x dimensions: X V
  Matrix distributions = {};  ///< items x (the words with the largest entries in S V', and all others as one)
};

/// Where falling values break into large and small ones, as two normal distributions of one variance explain
/// them best: how many are large, at least 1. Of equals the fewest.
int elbow(std::span<const double> falling);

/// Some of the rows, with those columns alone that occur in them.
SparseMatrix rows_with_own_columns(const SparseMatrix& items, std::span<const Index> rows);

/// `dimensions`: 0: the mean direction, and as many more as the elbow of the other singular values says. No
/// more than the items have. Throws Error("interrupted") if asked to stop.
Projection project_items(const SparseMatrix& items, int dimensions, std::uint64_t random_seed,
                         const Run& run);

}  // namespace bellwether::denoising
