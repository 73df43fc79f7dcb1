#pragma once
// The options that say what to read from raw items, and the steps after it.

#include <cli/command.h>

#include <bellwether/sources/features.h>

namespace bellwether::cli {

Options vectorizer_options(FeatureArguments& arguments);

}  // namespace bellwether::cli
