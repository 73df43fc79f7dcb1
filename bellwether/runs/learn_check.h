#pragma once
// Whether a map that was learned from links, or from labels as pairs, helps on pairs that were held back.

#include <bellwether/data/dataset.h>
#include <bellwether/methods/learner.h>

namespace bellwether {

/// Whether a learned map helps, as found on pairs that were held back: the chance that two items that belong
/// together are nearer to each other than two that belong apart (1: always, 1/2: as good as chance).
struct LearnCheck {
  bool asked = false;
  bool possible = false;  ///< there were pairs enough to hold some back
  double learned = 0;  ///< with the map that one half of the knowledge gives, for the other half, both ways
  double plain = 0;    ///< as the items are
  bool used = true;    ///< false: the map does not order held-back pairs better than the items as they are
};
LearnCheck check_learner(const Learner& learner, const Dataset& items, const Knowledge& knowledge,
                         const Settings& settings, const Run& run);

}  // namespace bellwether
