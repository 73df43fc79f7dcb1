#pragma once
// The options that say what to read from raw items, and the steps after it.

#include <cli/items.h>

#include <bellwether/sources/features.h>

namespace bellwether::cli {

void add_feature_options(CLI::App& command, FeatureArguments& arguments);

}  // namespace bellwether::cli
