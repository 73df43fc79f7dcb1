#include <bellwether/mixtures/feature_sums.h>

#include <bellwether/data/checks.h>
#include <bellwether/data/values.h>
#include <bellwether/mixtures/directions.h>

namespace bellwether {

void merge(FeatureTotals& into, const FeatureTotals& from) {
  into.values += from.values;
}

FeatureTotals FeatureSumStep::accumulate(const Shard& shard) const {
  const Index first = begin_ + shard.begin;
  if (model_.counts) {
    require_counts(shard.rows, fmt::format("the items from number {} on", first));
    inverse_lengths(shard.rows, {.threads = 1}, first);
  }
  FeatureTotals sum{Vector::Zero(shard.rows.columns())};
  for_each_value(shard.rows, [&](Index, Index j, double value) { sum.values[j] += value; });
  return sum;
}

Vector mean_of(const Frame& frame, const Holder& holder) {
  if (!holder.sparse()) return frame.shift;
  return holder.sum<FeatureSumStep>({}).values / static_cast<double>(holder.rows());
}

Vector sums_of_counts(const Holder& holder) {
  if (!holder.workers()) require_counts(holder.items(), "the items");
  return holder.sum<FeatureSumStep>({true}).values;
}

}  // namespace bellwether
