#pragma once
// Knowledge must not hurt: whether labels of some items help to choose the words is checked on labels that
// were held back, before they are used.

#include <functional>

#include <cli/features.h>

namespace bellwether::cli {

struct DirectionCheck {
  bool possible = false;  ///< there were labels enough to hold some back
  double guided = 0;      ///< adjusted Rand index with the labels held back, the words chosen by the others
  double plain = 0;       ///< the same with all words
  bool used = true;       ///< the labels are used for the result
};

/// The clusters of vectorized items, in their order.
using ClusterItems = std::function<std::vector<int>(Vectorized&)>;

/// Twice: half of the labels choose the words, and the clusters are compared with the other half.
DirectionCheck check_direction(const ItemsArguments& items, const FeatureArguments& features,
                               const ClusterItems& cluster, const Run& run);

/// The same features without the direction: all words.
FeatureArguments without_direction(FeatureArguments features);

/// What the check found, for people.
std::string in_words(const DirectionCheck& check, const std::string& file);

}  // namespace bellwether::cli
