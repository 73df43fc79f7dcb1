#pragma once
// Seeds of items that stay on disk: ids become rows.

#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <cli/disk_items.h>

namespace bellwether::cli {

struct DiskSeeds {
  std::vector<int> of_rows = {};         ///< the cluster of each row, or `unlabelled`
  std::vector<std::string> labels = {};  ///< of the clusters, in the order in which the file shows them
};

/// `file` has lines of id,label. Items without names have the numbers of their rows, from 0.
DiskSeeds disk_seeds(const std::string& file, const DiskItems& items, Index rows);

}  // namespace bellwether::cli
