#pragma once
// Placement: new items put into the clusters of a model.

#include <vector>

namespace bellwether {

struct Placement {
  std::vector<int> labels = {};
  std::vector<double> probabilities = {};  ///< how sure each label is, where the model knows; else empty
  double objective = 0;                    ///< of these items under the model
};

}  // namespace bellwether
