#pragma once
// What is asked of the rows as they are, before any search.

#include "common.cuh"

namespace bellwether::cuda {

/// Of each feature over each shard of all rows: shards x columns.
struct Extents {
  double *least, *most, *sums;
};

/// Those of the chunk's shards.
void find_extents(const Layout& layout, const Chunk& chunk, std::int64_t shard_rows, const Extents& extents,
                  cudaStream_t stream);

/// The squared lengths of the chunk's rows, into their places among those of all rows.
void find_squares(const Layout& layout, const Chunk& chunk, double* squares, cudaStream_t stream);

/// Rows first .. first + count - 1 of the chunk as doubles.
void widen(const Layout& layout, const Chunk& chunk, std::int64_t first, std::int64_t count, double* out,
           cudaStream_t stream);

}  // namespace bellwether::cuda
