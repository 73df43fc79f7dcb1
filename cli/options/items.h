#pragma once
// The options that say what the items are and how to read them.

#include <cli/command.h>

#include <bellwether/sources/items.h>

namespace bellwether::cli {

/// ITEMS, --truth, and how to read them.
Options items_options(ItemsArguments& arguments);

/// How to read items, for verbs that take them by other names.
Options item_reading_options(ItemsArguments& arguments);

/// --header, --delimiter and --limit, for verbs that read tables and no items.
Options table_options(std::string& header, std::string& delimiter, std::string& limit);

}  // namespace bellwether::cli
