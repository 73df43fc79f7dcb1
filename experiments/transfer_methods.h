#pragma once
// The methods of the STC and aPLSA tables, each as one search from a given start. What is `combined` clusters
// target and auxiliary items together, into as many clusters as the target has classes, and is scored on the
// target.

#include <bellwether/coclustering/search.h>
#include <bellwether/topics/aplsa.h>
#include <experiments/transfer_table.h>

namespace bellwether::experiments {

enum class Items { separate, combined };

inline constexpr int feature_clusters_of_stc = 32;
inline constexpr int batch_iterations = 10;  ///< the paper's T

struct CoSettings {
  Items items = Items::separate;  ///< STC sees the auxiliary items in its own way
  CoSearch search = CoSearch::moves;
  int feature_clusters = feature_clusters_of_stc;
  int iterations = 0;  ///< 0: 10 of batch, 100 of moves
  double lambda = 1;
};

Search spherical_search(Items items);
Search feature_clustering_search(const CoSettings& settings);
Search itcc_search(const CoSettings& settings);
Search stc_search(const CoSettings& settings);

Search kmeans_search(Items items);
Search plsa_search(Items items);
Search aplsa_search(const AplsaOptions& settings);

}  // namespace bellwether::experiments
