#pragma once
// Every score of a clustering against the truth, with the words that front ends print beside it.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/scores/contingency.h>

namespace bellwether {

struct ScoreInfo {
  std::string_view name;   ///< as in JSON: nmi, adjusted_rand, ...
  std::string_view title;  ///< in words
  std::string_view unit;   ///< "nats", "bits", or empty for a plain number
  double lowest = 0;
  double highest = 1;  ///< infinity where it grows with the number of groups
  bool larger_is_better = true;
  double (*score)(const Contingency&) = nullptr;
};

/// nmi, nmi_geometric, mutual_information, rand, adjusted_rand, purity, entropy_bits, accuracy, homogeneity,
/// completeness, v_measure.
std::span<const ScoreInfo> score_table();

/// Each name of the table with its value, in the table's order.
std::vector<std::pair<std::string, double>> all_scores(std::span<const int> found,
                                                       std::span<const int> truth);

}  // namespace bellwether
