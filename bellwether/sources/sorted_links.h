#pragma once
// A folder of items, sorted: a tree of links to its files, with a folder for each cluster. The files stay
// where they are.

#include <filesystem>
#include <string>
#include <vector>

#include <bellwether/data/dataset.h>

namespace bellwether {

/// Throws unless `items` is a folder, and `into` is new, empty, or a tree that this made: nothing else is
/// ever removed.
void require_can_sort(const std::string& items, const std::filesystem::path& into);

/// What could not be linked: items that lie in an archive.
using NotLinked = std::vector<std::string>;

/// `cluster_of` holds the name of each item's cluster. Files keep their paths below the folder of their
/// cluster. The tree comes into its place as a whole.
NotLinked sort_into(const std::filesystem::path& folder, const Dataset& items,
                    const std::vector<std::string>& cluster_of, const std::filesystem::path& into);

/// A name of a cluster as that of a folder: without slashes, control bytes, a point at its front; no longer
/// than a name may be.
std::string folder_name(const std::string& cluster);

}  // namespace bellwether
