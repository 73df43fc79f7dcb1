// The flow behind size bounds against an independent solver: the network simplex of LEMON, on all arcs at
// once.

#include <gtest/gtest.h>
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <cmath>
#include <numeric>

#include <bellwether/links/size_bounds.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

/// The least cost of single items in clusters of `least` to `most`. Costs are whole numbers, so that no
/// tolerance is involved.
std::int64_t cost_by_network_simplex(const Matrix& costs, int least, int most) {
  using Graph = lemon::SmartDigraph;
  const auto items = static_cast<int>(costs.rows()), clusters = static_cast<int>(costs.cols());
  Graph graph;
  std::vector<Graph::Node> item_nodes, cluster_nodes;
  for (int i = 0; i < items; ++i) item_nodes.push_back(graph.addNode());
  for (int k = 0; k < clusters; ++k) cluster_nodes.push_back(graph.addNode());
  const Graph::Node sink = graph.addNode();
  Graph::ArcMap<std::int64_t> lower(graph), upper(graph), cost(graph);
  Graph::NodeMap<std::int64_t> supply(graph, 0);
  const auto add = [&](Graph::Node from, Graph::Node to, std::int64_t low, std::int64_t high, double price) {
    const Graph::Arc arc = graph.addArc(from, to);
    lower[arc] = low;
    upper[arc] = high;
    cost[arc] = static_cast<std::int64_t>(price);
  };
  for (int i = 0; i < items; ++i) {
    supply[item_nodes[i]] = 1;
    for (int k = 0; k < clusters; ++k) add(item_nodes[i], cluster_nodes[k], 0, 1, costs(i, k));
  }
  for (int k = 0; k < clusters; ++k) add(cluster_nodes[k], sink, least, most, 0);
  supply[sink] = -items;
  lemon::NetworkSimplex<Graph, std::int64_t, std::int64_t> simplex(graph);
  simplex.lowerMap(lower).upperMap(upper).costMap(cost).supplyMap(supply);
  EXPECT_EQ(simplex.run(), decltype(simplex)::OPTIMAL);
  return simplex.totalCost();
}

TEST(SizeBounds, CostAsMuchAsTheNetworkSimplexFinds) {
  Random random(1);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const int items = 20 + static_cast<int>(random.below(200)),
              clusters = 2 + static_cast<int>(random.below(7));
    // Some clusters are dear for all, so that the bounds bind; many costs are equal, so that ties are met.
    Matrix costs(items, clusters);
    for (Index i = 0; i < items; ++i)
      for (Index k = 0; k < clusters; ++k)
        costs(i, k) = static_cast<double>(random.below(seed % 2 == 0 ? 1000 : 5) + 50 * k);
    const int even = items / clusters;
    const int least = static_cast<int>(random.below(even + 1));
    const int most = even + 1 + static_cast<int>(random.below(items - even));
    const Groups groups = close_links({}, items, clusters);
    const auto found = assign_within(costs, groups, {.least = least, .most = most});
    ASSERT_TRUE(found.has_value());
    EXPECT_TRUE(found->proved);
    EXPECT_EQ(std::llround(found->cost), cost_by_network_simplex(costs, least, most)) << "case " << seed;
  }
}

}  // namespace
}  // namespace bellwether
