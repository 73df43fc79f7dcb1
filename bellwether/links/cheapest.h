#pragma once
// The groups of a subgraph in the clusters where they cost least together, no link broken:
//
//   min sum_v c_{v, z_v}   such that  z_v != z_u  where v, u are linked, and z_v is not closed to v.
//
// That is NP-hard, so there are two steps: moves that lower the cost until none does, and for small subgraphs
// a branch and bound that proves the best.

#include <stop_token>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/links/apart_graph.h>

namespace bellwether {

/// sum_v c_{v, z_v}
double cost_of(const Matrix& costs, const std::vector<int>& clusters);

/// What no assignment can be cheaper than: every group where it costs least of the clusters open to it.
double least_cost(const Subgraph& subgraph, const Matrix& costs);

/// Lowers the cost of an assignment that breaks no link, and breaks none: moves a group to a cheaper cluster;
/// the neighbours that it meets there come to its old one, their neighbours go to the new one, and so on (a
/// chain of Kempe), as long as that is cheaper in all and the chain has at most 64 groups. Ends when no move
/// helps.
void improve_by_moves(const Subgraph& subgraph, const Matrix& costs, std::vector<int>& clusters);

/// With two clusters, the only other way for a connected subgraph is to exchange them: does so if it is
/// cheaper and no cluster is closed to a group that would come there. What is left is the cheapest.
void exchange_two_clusters(const Subgraph& subgraph, const Matrix& costs, std::vector<int>& clusters);

/// Branch and bound from an assignment that breaks no link: every group where it costs least is the bound;
/// where two that are linked meet, either one stays and closes the cluster to its neighbours, or it leaves.
/// Lowers `budget` by the branches it looks at. True if the assignment is now proved to be the cheapest.
bool improve_by_search(const Subgraph& subgraph, const Matrix& costs, std::vector<int>& clusters, int& budget,
                       const std::stop_token& stop = {});

}  // namespace bellwether
