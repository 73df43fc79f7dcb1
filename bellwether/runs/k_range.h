#pragma once
// Which numbers of clusters can be: as the items, what is known of them and the user allow.

#include <string>

#include <bellwether/runs/evidence.h>
#include <bellwether/runs/wishes.h>

namespace bellwether {

/// More are tried only if they are asked for.
inline constexpr int usual_most_clusters = 30;

/// What bounds the number of clusters from below, and why, in words; 1 and empty: nothing.
struct LeastClusters {
  int clusters = 1;
  std::string reason = {};
};

/// As many as seeds have labels, as items that cannot-links keep apart from each other (a clique that is
/// found greedily: there may be a larger one), and as items of at most `max_size` need.
LeastClusters least_clusters(const Evidence& evidence, const Material& material);

/// The range that is asked for, cut to what the items and the knowledge allow. Throws InvalidInput, with the
/// remedy, if nothing is left of it, or if the knowledge contradicts itself. Computes no clusters.
KRange possible_range(const Material& material, const Evidence& evidence, const Wishes& wishes);

/// Throws as require_fits() for the number of clusters that is asked for; where it is to be chosen, as
/// possible_range().
void require_fits(const Evidence& evidence, const Material& material, const Wishes& wishes);

}  // namespace bellwether
