#pragma once
// Orthonormal vectors, the same on any number of threads.

#include <bellwether/engine/random.h>
#include <bellwether/features/svd/block.h>

namespace bellwether::svd {

/// left' right, added up piece by piece.
Matrix inner(const ConstView& left, const ConstView& right);

/// block = block right
void multiply(View block, const Matrix& right);

/// Makes the columns of `block` orthonormal and orthogonal to those of `basis`, which are orthonormal
/// already, without changing what both span together. Columns that depend on the others are replaced by
/// random ones. All columns together must not outnumber the rows. Returns basis' block, as it was before.
Matrix orthonormalise(View block, const ConstView& basis, Random& random);

/// Independent normal numbers.
void fill_randomly(View block, Random& random);

/// The triangle R of block = Q R with orthonormal Q, up to signs of its rows.
Matrix triangle_of(const ConstView& block);

}  // namespace bellwether::svd
