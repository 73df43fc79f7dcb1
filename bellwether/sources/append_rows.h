#pragma once
// The rows of a file as they are, with the cluster of each beside it.

#include <iosfwd>
#include <string>
#include <vector>

#include <bellwether/sources/items.h>

namespace bellwether {

/// Throws unless the items are rows of a file that can be written again: a delimited table, JSON, NPY, ARFF,
/// a mailbox, or lines. Asked before anything is computed.
void require_can_append(const ItemsArguments& arguments);

/// The file is an array, in which clusters are numbers.
bool appends_numbers(const ItemsArguments& arguments);

/// Every row of the file, byte for byte, and behind it the name of its item's cluster, in a column `cluster`
/// (`cluster_2` if there is one already). JSON gets a field of this name, a line (`lines`) a tab and the
/// name, a message a header, an ARFF relation a nominal attribute, an array a column of
/// numbers. Rows that were dropped get an empty cell, null, `?` or NaN. Throws if not every item has a row.
void append_clusters(const ItemsArguments& arguments, const Dataset& items,
                     const std::vector<std::string>& cluster_of, std::ostream& out);

}  // namespace bellwether
