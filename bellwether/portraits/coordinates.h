#pragma once
// Items in the few directions in which they differ most: principal components.

#include <vector>

#include <bellwether/data/dataset.h>

namespace bellwether {

struct Coordinates {
  Matrix values = {};               ///< items x components, centred
  std::vector<double> shares = {};  ///< of the items' variance, for each component
};

/// At most 30 components; those in which nothing differs are left out, but for the first. `scales` are what
/// the items are multiplied by first. In each component the feature of the largest weight weighs more than 0.
/// Sparse items of many features are reduced by an SVD before they are centred.
Coordinates principal_coordinates(Dataset items, const std::vector<double>& scales, int threads);

}  // namespace bellwether
