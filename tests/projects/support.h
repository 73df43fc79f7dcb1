#pragma once
// A project about three blobs, with a file on the disk.

#include <bellwether/projects/project.h>

#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::testing_support {

inline Material blob_material(int per_blob = 30, double spread = 2.5) {
  Dataset items{.values = three_blobs({.per_blob = per_blob, .spread = spread}).items};
  for (Index i = 0; i < items.rows().rows(); ++i) items.ids.push_back("item" + std::to_string(i));
  return material_of(std::move(items));
}

inline Wishes three_groups() {
  return {.clusters = 3};
}

/// The first items that lie in a group.
inline std::vector<Index> some_of(const Stand& stand, int group, std::size_t count) {
  std::vector<Index> items;
  for (std::size_t i = 0; i < stand.groups.size() && items.size() < count; ++i)
    if (stand.groups[i] == group) items.push_back(static_cast<Index>(i));
  return items;
}

}  // namespace bellwether::testing_support
