#pragma once
// One table of what learns a representation from knowledge: a map that any search can cluster in.

#include <bellwether/features/linear_map.h>
#include <bellwether/methods/method.h>
#include <bellwether/transforms/tuning.h>

namespace bellwether {

struct Learned {
  LinearMap map = {};
  Objective objective = {};
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
  std::vector<std::pair<std::string, double>> figures = {};  ///< what else certifies it, by name
  TuningCurve curve = {};                                    ///< how options left to it were chosen
  std::vector<std::string> warnings = {};                    ///< in words
  Settings options = {};
};

struct Learner {
  std::string name = {};
  std::string summary = {};
  std::string citation = {};
  std::string objective = {};
  bool takes_links = false;                 ///< beside labels of classes
  Geometry geometry = Geometry::distances;  ///< directions: items are scaled to length 1 after the map
  std::function<std::vector<OptionField>()> options = {};
  /// From the items and what is known of them: labels (as seeds, of any number of classes), links if it takes
  /// them, or both. Items without a label may be those that are to be clustered.
  std::function<Learned(const Rows&, const Knowledge&, const Settings&, const Run&)> learn = {};
};

const std::vector<Learner>& learners();

/// Throws InvalidOption with the nearest name and the list if there is none.
const Learner& find_learner(std::string_view name);

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

/// Eigenvalues of A = map map', the largest first: how much the metric stretches each of its axes.
Vector stretches(const LinearMap& map);

}  // namespace bellwether
