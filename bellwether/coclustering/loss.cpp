#include <bellwether/coclustering/loss.h>

#include <algorithm>

#include <bellwether/coclustering/problem.h>

namespace bellwether {

double loss_in_information(const Rows& items, std::span<const int> labels, std::span<const int> features) {
  const coclustering::Joint joint = coclustering::joint_of(items, "the items");
  const int clusters = *std::ranges::max_element(labels) + 1;
  const int feature_clusters = *std::ranges::max_element(features) + 1;
  return joint.information - coclustering::information_of_table(
                                 coclustering::table_of(joint, labels, clusters, features, feature_clusters));
}

}  // namespace bellwether
