#pragma once
// The rounds of cop-kmeans and cop-spherical-kmeans: nearest clusters, what links and sizes make of them,
// centres. Unit vectors x and c are ||x - c||^2 = 2 - 2 cos(x, c) apart, so what is nearest in angle is
// nearest by distance, for groups of joined items, too. All that differs between the two is what a centre is.

#include <optional>
#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/links/apart_graph.h>
#include <bellwether/links/cop_kmeans.h>
#include <bellwether/links/joined.h>
#include <bellwether/links/size_bounds.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {

/// The centre that makes squared distances smallest: of the sum and the number of a cluster's items. `before`
/// is the one that it had.
using CentreOf = Vector (*)(const Vector& sum, double count, const Vector& before);
/// Of all: S / n.
Vector mean_centre(const Vector& sum, double count, const Vector& before);
/// Of those of length 1: S / ||S||; items that cancel leave it where it was.
Vector unit_centre(const Vector& sum, double count, const Vector& before);

/// What all restarts share.
struct CopProblem {
  CopProblem(const Rows& items, const Knowledge& knowledge, const CopKMeansOptions& options,
             CentreOf centre_of, const Run& run);

  double weight(Index point) const { return joined ? joined->weight(point) : 1.0; }
  bool weighted() const { return joined && !joined->weights().empty(); }
  double scatter() const { return joined ? joined->scatter() : 0.0; }
  int held_in(Index point) const { return groups.cluster[group_of[point]]; }

  const Knowledge& knowledge;
  const CopKMeansOptions& options;
  CentreOf centre_of;
  Groups groups;
  Frame frame;
  std::optional<JoinedItems> joined = {};
  Rows points = {};
  std::vector<int> group_of = {};  ///< the group of each point
  SizeBounds bounds = {};
  std::vector<Subgraph> subgraphs = {};
};

/// Rounds from given first centres until J settles. Without `on_conflict`, cannot-links and bounds of sizes
/// do not count: k-means of joined items and held seeds. Throws InvalidInput where no labels are possible,
/// LimitReached (see guided_search.h) where none were found.
CopKMeansResult search_from(const CopProblem& problem, std::optional<OnConflict> on_conflict,
                            const Matrix& start, const Random& random, const Run& run);

}  // namespace bellwether
