#pragma once
// The plots of the slides on semi-supervised k-means (CS 145, 2015), which are those of
//   S. Basu, A. Banerjee, R. Mooney. Semi-supervised clustering by seeding. ICML 2002.
//   E. Xing, A. Ng, M. Jordan, S. Russell. Distance metric learning, with application to clustering with
//   side-information. NIPS 2002.

#include <experiments/experiment.h>
#include <experiments/seeding.h>

namespace bellwether::experiments {

Experiment slides_mi();         ///< mutual information against the fraction of seeds
Experiment slides_objective();  ///< the objective of spherical k-means against the fraction of seeds
Experiment slides_noise();      ///< mutual information against the fraction of wrong seeds
Experiment slides_metric();     ///< k-means with a learned metric against the number of pairs

/// One search with seeds, by the name of a method of the first three.
std::vector<int> cluster_with_seeds(const std::string& method, const SeedingData& data,
                                    std::span<const int> seeds, std::uint64_t random_seed, const Run& run);

}  // namespace bellwether::experiments
