#pragma once
// One table of what learns a representation from knowledge or from other data: a map that any search can
// cluster in.

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
  EvidenceKinds takes = {EvidenceKind::known};
  Geometry geometry = Geometry::distances;  ///< directions: items are scaled to length 1 after the map
  std::function<std::vector<OptionField>()> options = {};
  /// From the items and what is known of them: labels (as seeds, of any number of classes), links if it takes
  /// them, or both. Items without a label may be those that are to be clustered. What takes auxiliary data is
  /// given them as more rows, all weighted alike.
  std::function<Learned(const Rows&, const Knowledge&, const Settings&, const Run&)> learn = {};
};

const std::vector<Learner>& representations();

/// Throws InvalidOption with the nearest name and the list if there is none.
const Learner& find_learner(std::string_view name);

/// Eigenvalues of A = map map', the largest first: how much the metric stretches each of its axes.
Vector stretches(const LinearMap& map);

}  // namespace bellwether
