#pragma once
// The options that say what the items are and how to read them.

#include <bellwether/sources/items.h>

namespace CLI {
class App;
}

namespace bellwether::cli {

/// Declares ITEMS and the options that say how to read it.
void add_items_options(CLI::App& command, ItemsArguments& arguments);

/// --header, --delimiter and --limit, for verbs that read tables and no items.
void add_reading_options(CLI::App& command, std::string& header, std::string& delimiter, std::string& limit);
void add_limit_option(CLI::App& command, std::string& limit);

}  // namespace bellwether::cli
