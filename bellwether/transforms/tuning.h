#pragma once
// How strongly a map is regularised, chosen on classes that it was not learned from (held_out.h): of a list
// of settings, the one after which held-out classes are found again best.

#include <functional>
#include <vector>

#include <bellwether/transforms/selection.h>

namespace bellwether {

struct Regularisation {
  double gamma = 1;  ///< as a multiple of what the learner takes for a middle weight of its regulariser
  double tau = 1;    ///< of the anchor tau I
};

struct TriedSetting {
  Regularisation setting = {};
  Trial trial = {};  ///< against the items as they are
};

struct TuningCurve {
  bool possible = false;  ///< there were classes enough to hold some out and to learn from the others
  double plain = 0;       ///< mean NMI of the items as they are
  std::vector<TriedSetting> tried = {};
  int best = -1;

  const Regularisation& chosen() const { return tried[static_cast<std::size_t>(best)].setting; }
};

/// Eight decades, falling: a path along it can start each map from the one before.
const std::vector<double>& gamma_grid();

/// One map for each setting, learned from the labelled items.
using LearnSettings = std::function<std::vector<LinearMap>(const HeldOut& held, const Run& run)>;

struct TuningOptions {
  int permutations = 4;  ///< of the known classes: each gives two splits
  int restarts = 5;
  std::uint64_t random_seed = 0;
};

/// The largest mean NMI; of equal ones the first. Interrupted, or with too few classes: not possible.
TuningCurve tune(const Classes& classes, const std::vector<Regularisation>& settings,
                 const LearnSettings& learn, Geometry geometry, const TuningOptions& options, const Run& run);

}  // namespace bellwether
