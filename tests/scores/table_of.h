#pragma once
// A table of counts made without its items: what a billion of them would give.

#include <vector>

#include <bellwether/scores/contingency.h>

namespace bellwether::testing_support {

inline Contingency table_of(const std::vector<std::vector<std::int64_t>>& counts) {
  Contingency table;
  table.cluster_sizes.resize(counts.size());
  table.class_sizes.resize(counts[0].size());
  for (std::size_t c = 0; c < counts.size(); ++c)
    for (std::size_t j = 0; j < counts[c].size(); ++j) {
      if (counts[c][j] == 0) continue;
      table.cells.push_back({static_cast<int>(c), static_cast<int>(j), counts[c][j]});
      table.cluster_sizes[c] += counts[c][j];
      table.class_sizes[j] += counts[c][j];
      table.items += counts[c][j];
    }
  return table;
}

}  // namespace bellwether::testing_support
