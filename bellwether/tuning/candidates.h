#pragma once
// Clusterings of one collection that differ in one option, and how good each is where the truth is known.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>

namespace bellwether {

/// What an option was set to, and the clusters that came of it.
struct Candidates {
  std::vector<double> values = {};  ///< rising
  std::vector<std::vector<int>> labels = {};

  std::size_t size() const { return values.size(); }
};

/// 1 - accuracy under the best one-to-one matching of clusters and classes, of each candidate.
std::vector<double> errors_of(const Candidates& candidates, std::span<const int> truth);

}  // namespace bellwether
