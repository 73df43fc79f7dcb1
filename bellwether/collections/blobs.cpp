#include <bellwether/collections/blobs.h>

#include <bellwether/collections/limits.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/random.h>

namespace bellwether {

Dataset blobs(const BlobsOptions& options) {
  check_options(options, "data:blobs");
  check_sizes("data:blobs", options.items, options.clusters, Index{options.items} * options.features);
  Random for_centres = Random(options.random_seed).split(0);
  Matrix centres(options.clusters, options.features);
  for (double& value : centres.reshaped<Eigen::RowMajor>())
    value = options.box * (2 * for_centres.uniform() - 1);

  Random random = Random(options.random_seed).split(1);
  Matrix items(options.items, options.features);
  Dataset made;
  made.labels.reserve(static_cast<std::size_t>(options.items));
  for (Index i = 0; i < items.rows(); ++i) {
    const Index blob = i % options.clusters;
    for (Index j = 0; j < items.cols(); ++j)
      items(i, j) = centres(blob, j) + options.spread * random.normal();
    made.labels.push_back(fmt::format("blob{}", blob + 1));
  }
  made.values = std::move(items);
  return made;
}

}  // namespace bellwether
