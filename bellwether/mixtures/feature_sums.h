#pragma once
// Sums of each feature over all items.

#include <bellwether/engine/holder.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {

struct FeatureTotals {
  Vector values = {};
};
void merge(FeatureTotals& into, const FeatureTotals& from);
void visit(FeatureTotals& s, auto&& numbers) {
  numbers(s.values);
}

class FeatureSumStep {
 public:
  static constexpr const char* name = "sums of features";
  struct Model {
    bool counts = false;  ///< values below 0, and items without any, are an error
  };
  using Statistics = FeatureTotals;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }

  FeatureSumStep(const Model& model, const Part& part, Memory&) : model_(model), begin_(part.begin()) {}
  FeatureTotals accumulate(const Shard& shard) const;
  void finish() {}

 private:
  const Model& model_;
  Index begin_;
};
void visit(FeatureSumStep::Model& model, auto&& numbers) {
  numbers(model.counts);
}

/// The mean of all items. `frame` is theirs: of dense items it has the mean already.
Vector mean_of(const Frame& frame, const Holder& holder);

/// Sums of counts. Throws if they are none.
Vector sums_of_counts(const Holder& holder);

}  // namespace bellwether
