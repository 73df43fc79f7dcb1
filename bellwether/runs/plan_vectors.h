#pragma once
// What vectors of words ask of a plan.

#include <bellwether/runs/plan.h>

namespace bellwether {

/// Throws InvalidOption unless what is wished for, and what else is given, goes with vectors: texts become
/// directions, which are no counts.
void require_goes_with_vectors(const Wishes& wishes, EvidenceKinds given);

/// An ontology guides as vectors of words do, and explains whatever guides. Where vectors would be refused,
/// it only explains, and a note of the items says so.
void keep_to_explaining(const Wishes& wishes, Material& material, Evidence& evidence);

/// The first link of the chain.
RepresentationPlan vectors_link(const Wishes& wishes);

/// Steps that were asked for find their place: weights before the link, an SVD's dimensions in it, and what
/// follows after it; it gives lengths of 1 by itself.
void plan_steps_around_vectors(Plan& plan, const Wishes& wishes);

}  // namespace bellwether
