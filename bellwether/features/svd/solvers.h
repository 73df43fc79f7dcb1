#pragma once
// Three ways to the leading eigenvectors of X X' or X' X, whichever is smaller: each returns orthonormal
// columns, best first.

#include <bellwether/features/svd.h>
#include <bellwether/features/svd/products.h>

namespace bellwether::svd {

/// How many vectors the block Krylov method may keep; with as many rows or fewer, everything is computed.
constexpr Index largest_basis(Index dimensions) {
  return 4 * dimensions + 64;
}

void throw_if_stopped(const Run& run);

/// Every eigenvector of the whole matrix of inner products.
Block whole(const Products& items, Index dimensions);

/// Musco and Musco's block Krylov method with a full orthogonalisation in each round. Restarts nothing: stops
/// when a round raised the eigenvalues by less than `least_gain` of themselves in the mean, or when the basis
/// is full.
Block block_krylov(const Products& items, Index dimensions, std::uint64_t random_seed, double least_gain,
                   const Run& run);

/// Spectra's restarted Lanczos method, one vector at a time. Where that breaks down, because the items have
/// few different singular values, the block method takes over with a small `least_gain`.
Block lanczos(const Products& items, Index dimensions, std::uint64_t random_seed, const Run& run);

}  // namespace bellwether::svd
