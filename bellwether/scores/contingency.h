#pragma once
// Contingency: how many items each found cluster shares with each true class. Every score is read off it.
//
// Conventions that all scores keep: 0 log 0 = 0; a score that rounding pushes out of its range is put back
// on the edge; where a ratio is 0/0 (one cluster and one class, a single item) the two groupings agree and
// the score is its best value, as in scikit-learn.

#include <cstdint>
#include <span>
#include <vector>

namespace bellwether {

/// A cluster and a class, both numbered from 0 in the order of their labels, that have items in common.
struct SharedItems {
  int cluster = 0;
  int class_ = 0;
  std::int64_t count = 0;
};

/// Only the cells that are not 0 are stored: a table of a million clusters and classes takes no more room
/// than its items.
struct Contingency {
  std::int64_t items = 0;
  std::vector<int> cluster_labels = {};          ///< the label of each cluster as it was given, rising
  std::vector<int> class_labels = {};            ///< the same for the classes
  std::vector<std::int64_t> cluster_sizes = {};  ///< n_c
  std::vector<std::int64_t> class_sizes = {};    ///< n_j
  std::vector<SharedItems> cells = {};           ///< n_cj > 0, by cluster, then by class
};

/// One pass over the items. Labels are any numbers from 0; gaps do not matter.
Contingency cross_tabulate(std::span<const int> found, std::span<const int> truth);

}  // namespace bellwether
