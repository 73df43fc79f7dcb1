#pragma once
// A map of items on a plane: what lies together among the items lies together on the map (t-SNE).
//   L. van der Maaten, G. Hinton. Visualizing data using t-SNE. JMLR 9, 2008.
//   D. Kobak, P. Berens. The art of using t-SNE for single-cell transcriptomics. Nature Communications 2019
//   (the start). A. Belkina et al. Automated optimized parameters for t-distributed stochastic neighbor
//   embedding. Nature Communications 2019 (the learning rate).
//
// Minimises  KL(P || Q) = sum_ij p_ij log(p_ij / q_ij)  over the places y, where p_ij says how much i and j
// are neighbours among the items (neighbour_map/affinities.h), and  q_ij ~ 1 / (1 + ||y_i - y_j||^2)  how
// much they are on the map. Neighbours can be believed; distances between groups, and their sizes, cannot.
//
// Every pair of places is looked at in every round: meant for up to some thousand items.

#include <cstdint>
#include <optional>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>

namespace bellwether {

struct NeighbourMapOptions {
  double perplexity = 30;
  int iterations = 500;
  double exaggeration = 12;
  int exaggerated = 150;
  std::optional<double> learning_rate = {};
  std::uint64_t random_seed = 0;
};

void describe(NeighbourMapOptions& o, auto&& option) {
  option("perplexity", o.perplexity,
         "how many neighbours an item has, about; at most a third of the other items", 1);
  option("iterations", o.iterations, "how many rounds", 0);
  option("exaggeration", o.exaggeration, "neighbours attract each other so many times as much at first", 1);
  option("exaggerated", o.exaggerated, "for so many rounds", 0);
  option("learning_rate", o.learning_rate, "how far the places move; auto: by the number of items", 0);
  option("random_seed", o.random_seed, "where the random draws start, which only items on a line need");
}

struct NeighbourMap {
  Matrix places = {};              ///< items x 2, their mean is 0
  double divergence = 0;           ///< KL(P || Q), in nats
  std::vector<double> trace = {};  ///< it before the first round, after every 10 rounds, and at the end
};

/// `items`: a row for each, at best of no more than 50 dimensions. Starts from the first two principal
/// components, so that the same items give the same map; equal items lie together. Stopped early, it gives
/// the places so far. Throws InvalidInput if a value is not finite.
NeighbourMap neighbour_map(const Matrix& items, const NeighbourMapOptions& options = {}, const Run& run = {});

}  // namespace bellwether
