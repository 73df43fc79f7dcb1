#pragma once
// Items of another source in the columns of these: features are matched by name.

#include <string>

#include <bellwether/data/dataset.h>

namespace bellwether {

/// How much two collections have in common.
struct Overlap {
  bool by_name = false;  ///< otherwise by position: one of them has no names
  Index features = 0;    ///< of the items, that have a value other than 0
  Index other = 0;       ///< of the other source, likewise
  Index shared = 0;      ///< that have one in both
  double covered = 0;    ///< share of the sum of the items' absolute values that lies on those
};

/// Brings `other` into the columns of `items`. Features that the items do not have are dropped, and those
/// that `other` lacks are 0. Without names on both sides the numbers of features must agree. `name` is what
/// errors call it.
Overlap align_features(Dataset& other, const Dataset& items, const std::string& name);

}  // namespace bellwether
