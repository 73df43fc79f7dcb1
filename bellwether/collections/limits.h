#pragma once
// What a generated collection may ask for together, beyond the range of each parameter.

#include <string_view>

#include <bellwether/data/error.h>
#include <bellwether/data/matrix.h>

namespace bellwether {

/// 2 GB of numbers: more than a try-out needs, and less than would bring a machine down.
inline constexpr Index most_values = Index{1} << 28;

inline void check_sizes(std::string_view collection, int items, int clusters, Index values) {
  require<InvalidOption>(clusters <= items, "{} is asked for {} clusters of {} items: ask for more items",
                         collection, clusters, items);
  require<InvalidOption>(values <= most_values,
                         "{} would have {} values, and at most {} are allowed: ask for fewer", collection,
                         values, most_values);
}

}  // namespace bellwether
