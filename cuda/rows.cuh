#pragma once
// What is asked of the rows as they are, before any search.

#include "common.cuh"

namespace bellwether::cuda {

/// How many partial results extent_of() makes; the host adds them up.
constexpr int extent_blocks = 512;

/// The least, the most and the sum of each feature over the chunk, merged into `partial`
/// (extent_blocks x 3 x columns), which first_extent() begins.
void first_extent(const Layout& layout, double* partial, cudaStream_t stream);
void add_extent(const Layout& layout, const Chunk& chunk, double* partial, cudaStream_t stream);

/// Rows first .. first + count - 1 of the chunk as doubles.
void widen(const Layout& layout, const Chunk& chunk, std::int64_t first, std::int64_t count, double* out,
           cudaStream_t stream);

}  // namespace bellwether::cuda
