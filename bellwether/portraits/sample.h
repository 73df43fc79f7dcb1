#pragma once
// Which items a page shows of very many.

#include <cstdint>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/clustering.h>

namespace bellwether {

/// At most so many, of which each cluster has at least `of_each`, or all if it is smaller.
struct SampleSize {
  std::int64_t most = 1500;
  std::int64_t of_each = 20;
};

/// All items if there are no more than `size.most`. Otherwise as many of each cluster as fit its share of all
/// items, drawn by the clustering's random seed; `named` items are always among them, and must not be so many
/// that there is no room. Rising.
std::vector<Index> sample_of(const Clustering& found, const std::vector<Index>& named,
                             const SampleSize& size);

}  // namespace bellwether
