#pragma once
// Items as sums of word vectors, which are learned from them and from other data together.

#include <bellwether/runs/space.h>

namespace bellwether {

/// Weights, fitted on items and other data together, the map, and length 1.
void take_word_vectors(Space& space, const RepresentationPlan& link, const Run& run);

}  // namespace bellwether
