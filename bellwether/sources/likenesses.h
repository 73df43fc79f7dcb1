#pragma once
// Items as people know them, for portraits: a second look at their source.

#include <bellwether/features/vectorizer.h>
#include <bellwether/portraits/likenesses.h>
#include <bellwether/sources/items.h>

namespace bellwether {

/// Nothing of tables, and nothing where the source cannot be read again.
LookAgain look_again_at(const ItemsArguments& source, const Vectorizer& vectorizer);

}  // namespace bellwether
