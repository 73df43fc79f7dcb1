#pragma once
// When auxiliary data become word vectors, and what is done before that; for the plan.

#include <bellwether/runs/plan.h>

namespace bellwether {

/// Whether items may become sums of word vectors, which are no counts, before what follows; and nobody asks
/// for stc, be it by one of its options.
bool word_vectors_fit(const Wishes& wishes, EvidenceKinds uses);

/// Weights that were asked for are fitted on the items and the other data, by the link. Other steps, or what
/// was done before (`begun`), take the place of weights.
void weigh_together(RepresentationPlan& link, std::vector<StepPlan>& steps, bool begun);

}  // namespace bellwether
