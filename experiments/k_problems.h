#pragma once
// Items whose number of classes is to be found: generated groups, and classes drawn from public sets.

#include <bellwether/runs/evidence.h>
#include <experiments/guided_data.h>

namespace bellwether::experiments {

struct KProblem {
  Material material = {};
  std::vector<int> truth = {};  ///< from 0, without gaps
  int classes = 0;
  KnownClusters known = {};  ///< items of other classes; empty: there are none
};

/// 1 to 11 round groups, of 2 to 10 features, 200 to 1000 items, other sizes and distances in every draw; the
/// known ones are five more of the same kind.
KProblem draw_groups(const Random& random);

/// Three to ten classes of the set, or all if it has no more than ten; with `with_known`, of such a set half,
/// and the others are known. Of a larger one other classes are known, up to eight.
KProblem draw_classes(const GuidedSet& set, bool with_known, const Random& random);

}  // namespace bellwether::experiments
