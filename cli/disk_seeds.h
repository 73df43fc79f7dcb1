#pragma once
// Seeds of items that stay on disk: ids become rows.

#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <cli/disk_items.h>

namespace bellwether::cli {

/// The cluster of each row, or `unlabelled`; clusters are numbered as the file (id,label) shows their labels.
/// Items without names have the numbers of their rows, from 0.
std::vector<int> disk_seeds(const std::string& file, const DiskItems& items, Index rows);

}  // namespace bellwether::cli
