#pragma once
// The rows of a file as they are, with the cluster of each beside it.

#include <iosfwd>
#include <string>
#include <vector>

#include <bellwether/sources/items.h>

namespace bellwether {

/// Throws unless the items are rows of a file that can be written again: a delimited table, JSON, or lines.
/// Asked before anything is computed.
void require_can_append(const ItemsArguments& arguments);

/// Every row of the file, byte for byte, and behind it the name of its item's cluster, in a column `cluster`
/// (`cluster_2` if there is one already). JSON gets a field of this name, a line (`lines`) a tab and the
/// name. Rows that were dropped get an empty cell, or null. Throws if not every item has a row.
void append_clusters(const ItemsArguments& arguments, const Dataset& items,
                     const std::vector<std::string>& cluster_of, std::ostream& out);

}  // namespace bellwether
