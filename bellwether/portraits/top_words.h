#pragma once
// The features that stand for each cluster, where they have names that a reader knows: words, or the columns
// of a table of counts.

#include <string>
#include <vector>

#include <bellwether/portraits/report.h>

namespace bellwether {

/// The `most` telling features of each cluster, the most telling first; empty where features have no names.
std::vector<std::vector<std::string>> top_words(const Report& report, std::size_t most = 8);

/// One of the clusters of features that were found beside those of the items.
struct FeatureGroup {
  std::size_t number = 0;
  std::size_t size = 0;
  std::vector<std::string> top = {};  ///< its most typical features
};
/// The `most` largest of them; none if there are none, or features have no names.
std::vector<FeatureGroup> largest_feature_groups(const Report& report, std::size_t most,
                                                 std::size_t features_of_each);

/// Names of the items' features: words, columns, or their numbers from 0.
std::vector<std::string> names_of_features(const Report& report);

}  // namespace bellwether
