#include <bellwether/topics/far_items.h>

#include <bellwether/mixtures/feature_sums.h>
#include <bellwether/mixtures/first_centres.h>

namespace bellwether {

TopicPart far_items(int clusters, const Run& run) {
  const Holder holder({}, {}, run);
  require_clusterable(holder, clusters);
  require(holder.sum<FeatureSumStep>({}).values.sum() > 0,
          "all values of the items are 0, so there is nothing to find topics in: look for a wrong file or "
          "vocabulary");
  return {DenseRows{nullptr, 0, holder.columns()}, {}, 1};
}

}  // namespace bellwether
