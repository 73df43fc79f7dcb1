#pragma once
// Files that are no tables, written again with the cluster of each item: an ARFF relation gets a nominal
// attribute, a mailbox a header, an array a column.

#include <iosfwd>
#include <string>
#include <string_view>

#include <bellwether/sources/clusters_by_id.h>
#include <bellwether/sources/items.h>

namespace bellwether {

/// The attribute `cluster` stands last; a row that was dropped has `?` there.
void append_to_arff(std::string_view text, const ItemsArguments& arguments, ClustersById& clusters,
                    std::ostream& out);

/// The header `X-Cluster` stands last in each message.
void append_to_mailbox(std::string_view text, ClustersById& clusters, std::ostream& out);

/// As double precision. The clusters must be called by numbers; a row that was dropped has NaN there.
void append_to_npy(std::string_view text, const std::string& file, ClustersById& clusters, std::ostream& out);

}  // namespace bellwether
