#pragma once
// The step of PCC that learns metrics.

#include <bellwether/links/pcc_search.h>

namespace bellwether::pcc_parts {

/// What a round has shown.
struct Evidence {
  const Rows& items;
  const Moments& moments;
  const LinkGraph& graph;
  const BrokenLinks& broken;
  const std::vector<int>& labels;
  const FarPairs& far;
};

/// The metrics that minimise J for given labels and farthest pairs, among those with A <= 1/floor. A cluster
/// without items keeps its metric, but `refilled` (unless it is -1) gets that of cluster `from`.
ClusterMetrics best_metrics(const Evidence& evidence, const ClusterMetrics& before, const PccOptions& options,
                            double floor, int refilled, int from);

}  // namespace bellwether::pcc_parts
