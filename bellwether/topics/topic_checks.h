#pragma once
// What PLSA and aPLSA ask before they start.

#include <bellwether/data/rows.h>

namespace bellwether {

/// Throws unless there are items with features, and at least as many different ones as clusters.
void require_items_for_topics(const Rows& items, int clusters);

/// Throws unless the tags have the items' features.
void require_tags_fit(const Rows& items, const Rows& tags);

}  // namespace bellwether
