#pragma once
// What becomes of missing values, which readers leave as NaN in the values.

#include <string>

#include <bellwether/data/read.h>

namespace bellwether {

/// Replaces them by their column's mean, drops their rows, or throws, as `missing` says, and notes what was
/// done. Infinite values always throw. `name` is what errors call the file.
void settle_missing(Dataset& dataset, Missing missing, const std::string& name);

/// The note about rows that were dropped; nothing when there were none.
void note_dropped(Dataset& dataset, Index dropped, const std::string& name);

}  // namespace bellwether
