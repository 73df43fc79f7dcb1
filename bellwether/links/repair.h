#pragma once
// From labels that break a few links to labels that break none, by moving one group at a time.
//   A. Hertz, D. de Werra. Using tabu search techniques for graph coloring. Computing 39, 1987.

#include <stop_token>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/links/apart_graph.h>

namespace bellwether {

/// Of all groups that are in a broken link, the move that leaves the fewest broken ones; of equal ones the
/// cheapest. A group does not come back for a while, so the search leaves places where every move is for the
/// worse. Nothing if `moves` were not enough, which proves nothing (colour() does). `clusters` holds no
/// cluster that is closed to its group.
std::vector<int> repair(const Subgraph& subgraph, const Matrix& costs, std::vector<int> clusters, int moves,
                        const std::stop_token& stop = {});

}  // namespace bellwether
