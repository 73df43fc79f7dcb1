#pragma once
// A table some of whose columns are tags, cut into the tags and the features.

#include <string>

#include <bellwether/features/tags.h>

namespace bellwether {

/// Rows of tags. `columns` is a pattern of names ("TAG_*") or a range of numbers from 1 ("500-873"); `file`
/// is what errors call the table.
Dataset rows_by_tag_columns(const Dataset& items, const std::string& columns, const std::string& file,
                            const TagOptions& options);

/// Every item's label as its one tag.
Tags labels_as_tags(const Dataset& items);

}  // namespace bellwether
