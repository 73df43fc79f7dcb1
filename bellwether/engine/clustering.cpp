#include <bellwether/engine/clustering.h>

#include <bellwether/data/error.h>

namespace bellwether {

std::vector<std::int64_t> cluster_sizes(const std::vector<int>& labels, int clusters) {
  require(clusters >= 0, "there are {} clusters, where 0 or more are needed", clusters);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(clusters), 0);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const int label = labels[i];
    require(label >= 0 && label < clusters, "item {} is in cluster {}, but there are {} clusters, from 0", i,
            label, clusters);
    ++sizes[static_cast<std::size_t>(label)];
  }
  return sizes;
}

}  // namespace bellwether
