#pragma once
// What a learned map takes for a group, in the words of the features: the directions in which mapped items
// differ most.
//
// With C the covariance of the items and L the map, L' C L = V S V': direction d of the mapped items has the
// share S_d / tr S of their variance, and is the sum of features with the weights u = L v_d. Before the map,
// the same direction had the share (u' C u / u' u) / tr C.

#include <string>
#include <vector>

#include <bellwether/features/vectorizer.h>

namespace bellwether {

struct Direction {
  double share = 0;   ///< of the variance of the mapped items
  double before = 0;  ///< of the variance of the items, without the map
  std::vector<std::pair<std::string, double>> features = {};  ///< the largest weights first, the largest is 1
};

/// The leading `most` directions of `map` on `items`, as they are before it, each with its `features` most
/// telling features. `steps` are those before the map: an SVD among them is undone. `names` are those of the
/// columns before these steps; empty: "feature 1", ...
std::vector<Direction> explain(const LinearMap& map, const Rows& items, const std::vector<Step>& steps,
                               const std::vector<std::string>& names, std::size_t most = 3,
                               std::size_t features = 6);

}  // namespace bellwether
