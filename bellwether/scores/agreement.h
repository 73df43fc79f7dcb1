#pragma once
// Scores that count: pairs of items, and items on the right side.
//   W. Rand. Objective criteria for the evaluation of clustering methods. JASA 1971.
//   L. Hubert, P. Arabie. Comparing partitions. Journal of Classification 1985.

#include <bellwether/scores/contingency.h>

namespace bellwether {

/// The n(n-1)/2 pairs of items, by whether each grouping puts the two together. Exact up to 4e9 items.
struct PairCounts {
  std::int64_t together_in_both = 0;
  std::int64_t together_in_clusters = 0;  ///< and apart in the truth
  std::int64_t together_in_classes = 0;   ///< and apart in what was found
  std::int64_t apart_in_both = 0;
};

PairCounts count_pairs(const Contingency& table);

/// The share of pairs on which the two groupings agree; 1 for a single item, which has no pairs.
double rand_index(const Contingency& table);

/// The Rand index less what chance gives, (RI - E RI) / (1 - E RI): 1 at best, 0 on average over random
/// groupings with these sizes, and never below -1/2.
double adjusted_rand_index(const Contingency& table);

/// sum_c max_j n_cj / n: the share of items that are in the class which is most frequent in their cluster.
double purity(const Contingency& table);

}  // namespace bellwether
