#pragma once
// Knowledge must not hurt: whether labels of some items help to choose the words is checked on labels that
// were held back, before they are used.

#include <bellwether/runs/direction_check.h>
#include <bellwether/runs/finding.h>
#include <bellwether/sources/run_sources.h>

namespace bellwether {

/// Twice: half of the labels choose the words, and the clusters that are then found without other knowledge
/// are compared with the other half.
DirectionCheck check_direction(const RunSources& sources, const Wishes& wishes, const Run& run);

/// The same features without the direction: all words.
FeatureArguments without_direction(FeatureArguments features);

}  // namespace bellwether
