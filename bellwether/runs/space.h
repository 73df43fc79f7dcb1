#pragma once
// Space: the items, and all other rows that are measured like them, after the same steps.

#include <memory>
#include <vector>

#include <bellwether/runs/plan.h>
#include <bellwether/runs/transfer.h>

namespace bellwether {

/// What a link of the chain became.
struct RepresentationMade {
  RepresentationPlan plan = {};
  Representation map = {};                    ///< of known clusters
  FeatureClusters features = {};              ///< of other data, or of the items alone
  std::vector<std::vector<int>> others = {};  ///< clusters of the other data's rows
  std::vector<Step> before = {};              ///< all steps before it
  Dataset items_before = {};                  ///< the items as they came to a map, to explain it
};

struct Space {
  Dataset items = {};
  KnownClusters known = {};
  std::vector<OtherItems> auxiliary = {};
  OtherItems annotated = {};
  std::vector<SolvedCollection> solved = {};
  std::shared_ptr<const Matrix> vectors = {};  ///< of words, until they are taken
  std::vector<Step> steps = {};                ///< fitted here, in order
  std::vector<RepresentationMade> made = {};
};

/// The items and what the plan uses, after the plan's first steps, which are fitted on the items and the
/// known ones.
Space measured_space(const Material& material, const Evidence& evidence, const Plan& plan, const Run& run);

void fit_and_take(const StepPlan& step, Space& space, const Run& run);
void take(const Step& step, Space& space, const Run& run);

/// Items and known ones in one list, and the class of each, or `unlabelled`.
struct Pool {
  Dataset all = {};
  std::vector<int> labels = {};
  std::vector<Index> fresh = {};  ///< the rows of the items
};
Pool pooled(const Dataset& items, const KnownClusters& known);

/// What the other data are to searches; the space must outlive them.
std::vector<Auxiliary> auxiliary_of(const Space& space);

}  // namespace bellwether
