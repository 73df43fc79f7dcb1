#pragma once
// A linear map that was learned from what is known of items (see transforms/), kept with a model so that new
// items come into the same space.
//
//   x -> x' map     features to dimensions: items become dense, their columns are called "xing 1", "xing 2"
//   x_j -> w_j x_j  a weight for each feature: sparse items stay sparse, and features keep their names

#include <string>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/stored_step.h>

namespace bellwether {

struct LinearMap {
  std::string name = {};  ///< of what learned it: "xing"
  Matrix map = {};        ///< features x dimensions; empty if there are weights
  Vector weights = {};    ///< one for each feature; empty if there is a map

  bool only_weights() const { return map.size() == 0; }
  Index features() const { return only_weights() ? weights.size() : map.rows(); }
  Index dimensions() const { return only_weights() ? weights.size() : map.cols(); }
};

/// Throws InvalidInput if the items do not have the features that the map was learned on.
void apply(const LinearMap& map, Dataset& items, const Run& run = {});

/// Rows times a table of features x dimensions.
Matrix mapped(const Rows& items, const Matrix& map, const Run& run = {});

StoredStep store(const LinearMap& map);
LinearMap restore_linear_map(const StoredStep& step);

}  // namespace bellwether
