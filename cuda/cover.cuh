#pragma once
// Greedy k-means++ on the device: mixtures/plus_plus.cpp, with the sums that choose in its order, and k-means||:
// mixtures/many_items.cpp. Every distance that can matter is measured in double.

#include "common.cuh"

namespace bellwether::cuda {

constexpr int most_candidates = 16;

/// Of each item: the squared distance to the nearest centre so far, which that is, and which of the candidates
/// last looked at are nearer.
struct Cover {
  double* nearest = nullptr;
  int* owner = nullptr;
  unsigned short* nearer = nullptr;
};

/// Candidates for the next centre; an item of centre k is left alone if 4 (its distance + slack) <= limits[k].
struct Candidates {
  int count = 0;
  int block_rows = 0;  ///< items left alone are summed in eight lanes, by their place in blocks of so many
  const double* centres = nullptr;
  const double* limits = nullptr;
  double slack = 0;
};

void cover_by_first(const Layout& layout, const Chunk& chunk, const double* centre, const Cover& cover,
                    cudaStream_t stream);

/// potentials: 16 for each shard of all items.
void look_at(const Layout& layout, const Chunk& chunk, std::int64_t shard_rows, const Candidates& candidates,
             const Cover& cover, double* potentials, cudaStream_t stream);

/// Candidate `winner` is centre `number` now.
void keep(const Layout& layout, const Chunk& chunk, const double* centre, int winner, int number, const Cover& cover,
          cudaStream_t stream);

/// Those drawn in a round of k-means||, in the order in which they were drawn.
struct DrawnItems {
  int count = 0, first = 0;
  const double* centres = nullptr;
  double unit = 1;
  float* nearest = nullptr;  ///< of all items
  int* owner = nullptr;
};
void look_at_drawn(const Layout& layout, const Chunk& chunk, const DrawnItems& drawn, cudaStream_t stream);

}  // namespace bellwether::cuda
