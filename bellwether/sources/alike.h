#pragma once
// Several sources of items that are to be measured alike: read by one extractor, so that a column means the
// same in all of them.

#include <vector>

#include <bellwether/sources/features.h>

namespace bellwether {

struct ReadAlike {
  std::vector<Dataset> sources = {};  ///< before any step
  Extractor extractor = {};
};

/// The first of `sources` says of what kind all are; `settings` are those that named the others: "known".
/// Words count if they count in one of them, unless labels choose the words of the first; a codebook of
/// pictures is made of the first.
ReadAlike read_alike(const std::vector<ItemsArguments>& sources, const std::vector<std::string>& settings,
                     const FeatureArguments& features, const FeaturePlan& plan, const Run& run);

}  // namespace bellwether
