#pragma once
// What guided clusters are compared with: searches that somebody would run who knows nothing of guidance.

#include <bellwether/runs/finding.h>
#include <experiments/guided_data.h>

namespace bellwether::experiments {

struct Timed {
  Finding finding = {};
  double seconds = 0;  ///< of the processor
};

/// The library's choices where `wishes` leave any.
Timed find(const Material& material, const Evidence& evidence, const Wishes& wishes, const Run& run);

/// A method on items as people measure them without a second thought: standardised features; of counts, ltc,
/// 100 dimensions by svd and length 1.
Wishes usual_measures(const GuidedSet& set, Wishes wishes, const std::string& method);

/// The clusters of the default as it was before it chose how to measure the items and what search to take:
/// k-means for tables as they are, spherical k-means for sparse counts, of texts by ltc.
std::vector<int> default_before(const Material& material, Wishes wishes, const Run& run);

}  // namespace bellwether::experiments
