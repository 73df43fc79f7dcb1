#pragma once
// The options that say what the items are and how to read them.

#include <bellwether/sources/items.h>

namespace CLI {
class App;
}

namespace bellwether::cli {

/// Declares ITEMS and the options that say how to read it.
void add_items_options(CLI::App& command, ItemsArguments& arguments);

}  // namespace bellwether::cli
