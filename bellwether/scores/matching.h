#pragma once
// Which cluster stands for which class? The one-to-one matching that puts most items in the right place.
//   H. Kuhn. The Hungarian method for the assignment problem. Naval Research Logistics 1955.
//   R. Jonker, A. Volgenant. A shortest augmenting path algorithm. Computing 1987.

#include <bellwether/scores/contingency.h>

namespace bellwether {

/// The mark of a cluster that stands for no class.
inline constexpr int unmatched = -1;

/// The class of each cluster, by its number in the table, or `unmatched`. No class is used twice, and no such
/// choice has more items in their cluster's class. With G the smaller of the numbers of clusters and of
/// classes, it takes at most G searches, each O(cells log cells): the table is never made dense.
std::vector<int> best_matching(const Contingency& table);

/// The share of items whose class is the one matched to their cluster.
double accuracy(const Contingency& table);

}  // namespace bellwether
