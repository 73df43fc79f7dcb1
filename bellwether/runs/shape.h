#pragma once
// What is known of the items shapes the space that they are clustered in, and where the search begins.

#include <bellwether/runs/attempt.h>
#include <bellwether/runs/ways.h>

namespace bellwether {

/// How much to shrink the scatter within groups towards a multiple of the identity: (P + 20) / (P + 20 + f),
/// with P dimensions and f the items in groups less the number of groups. `doubt` moves that towards 1.
double shrinkage_for(const std::vector<int>& classes, Index dimensions, double doubt);

/// The space whitened by the scatter within seeded clusters and must-linked groups (relevant component
/// analysis; Shental et al. 2002). The same space if no group varies.
std::shared_ptr<const Space> shaped(const std::shared_ptr<const Space>& space, const Knowledge& knowledge,
                                    EvidenceKind from, double doubt, const Run& run);

/// Clusters to begin from, of all items; empty: the search's own. The plain clusters are numbered as the
/// seeds that they match, and those without a seed as what is left. Between: nearest to the means of a
/// cluster's seeds and of its plain items, which count as a few seeds.
std::vector<int> begin_from(Begin begin, const Dataset& items, const std::vector<int>& seeds,
                            const std::vector<int>& plain, int clusters, const Run& run);

}  // namespace bellwether
