#pragma once
// The rounds of cop-kmeans: nearest clusters, what links and sizes make of them, means.

#include <optional>
#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/links/apart_graph.h>
#include <bellwether/links/cop_kmeans.h>
#include <bellwether/links/joined.h>
#include <bellwether/links/size_bounds.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {

/// What all restarts share.
struct CopProblem {
  CopProblem(const Rows& items, const Knowledge& knowledge, const CopKMeansOptions& options, const Run& run);

  double weight(Index point) const { return joined ? joined->weight(point) : 1.0; }
  bool weighted() const { return joined && !joined->weights().empty(); }
  double scatter() const { return joined ? joined->scatter() : 0.0; }
  int held_in(Index point) const { return groups.cluster[group_of[point]]; }

  const Knowledge& knowledge;
  const CopKMeansOptions& options;
  Groups groups;
  Frame frame;
  std::optional<JoinedItems> joined = {};
  Rows points = {};
  std::vector<int> group_of = {};  ///< the group of each point
  SizeBounds bounds = {};
  std::vector<Subgraph> subgraphs = {};
};

/// Rounds from given first means until J settles. Without `on_conflict`, cannot-links and bounds of sizes do
/// not count: k-means of joined items and held seeds. Throws InvalidInput where no labels are possible,
/// LimitReached (see guided_search.h) where none were found.
CopKMeansResult search_from(const CopProblem& problem, std::optional<OnConflict> on_conflict,
                            const Matrix& start, const Random& random, const Run& run);

}  // namespace bellwether
