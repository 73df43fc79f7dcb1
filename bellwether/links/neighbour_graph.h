#pragma once
// The graph of nearest neighbours, with weights that suit each item's surroundings.
//   L. Zelnik-Manor, P. Perona. Self-tuning spectral clustering. NIPS 2004.
//
//   w_ij = exp( -||x_i - x_j||^2 / (s_i s_j) )   where i is one of the nearest neighbours of j or j of i,
//
// s_i being the distance of item i to its 7th neighbour (or the last, if there are fewer), and w at least
// `least_weight`. A graph in pieces is joined by edges between nearest items of different pieces until it is
// one: so a cut between pieces is cheap, but not free, and can be weighed against others.

#include <Eigen/SparseCore>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>

namespace bellwether {

inline constexpr double least_weight = 1e-3;

/// Symmetric, without loops, connected; the time grows with the square of the number of items.
Eigen::SparseMatrix<double> neighbour_graph(const Rows& items, int neighbours, const Run& run = {});

}  // namespace bellwether
