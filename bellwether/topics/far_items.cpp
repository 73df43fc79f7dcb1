#include <bellwether/topics/far_items.h>

#include <algorithm>

#include <bellwether/mixtures/feature_sums.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/topics/counts.h>

namespace bellwether {

TopicPart far_items(int clusters, const Run& run) {
  const Holder holder({}, {}, run);
  require_clusterable(holder, clusters);
  require(holder.sum<FeatureSumStep>({}).values.sum() > 0,
          "all values of the items are 0, so there is nothing to find topics in: look for a wrong file or "
          "vocabulary");
  return {DenseRows{nullptr, 0, holder.columns()}, {}, 1};
}

double CountedQuestion::answer(const Part& part, Memory&, const Run&) const {
  const Index size = cut_of(part, 1).size;
  Index count = 0;
  for (Index begin = 0; begin < part.rows(); begin += size)
    part.look_at(begin, std::min(size, part.rows() - begin), [&](const Shard& shard) {
      count += std::ranges::count_if(row_scales(shard.rows, "items"), [](double scale) { return scale > 0; });
    });
  return static_cast<double>(count);
}

double counted_far_items(const Run& run) {
  double count = 0;
  for (const double of_part : Holder({}, {}, run).ask(CountedQuestion{})) count += of_part;
  return count;
}

}  // namespace bellwether
