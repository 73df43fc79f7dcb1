#pragma once
// Which wishes go together, and which with what is given: as much as the names say, before anything is read.

#include <optional>
#include <string>

#include <bellwether/runs/plan.h>

namespace bellwether {

/// The name is that of what learns a representation, and of no search.
bool only_learns(const std::string& name);

/// The kind of evidence that a representation learns from; none: the items are enough.
std::optional<EvidenceKind> learns_from(const std::string& name);

/// The search that is wished for, or auto.
std::string search_wished(const Wishes& wishes);

/// Throws InvalidOption unless the method, the chain and the kinds given go together.
void require_together(EvidenceKinds given, const Wishes& wishes);

}  // namespace bellwether
