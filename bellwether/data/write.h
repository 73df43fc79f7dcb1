#pragma once
// Datasets and matrices to files, each written whole or not at all. Numbers are the shortest that read back
// to the same value.

#include <filesystem>

#include <bellwether/data/dataset.h>

namespace bellwether {

/// A header (id, the features' names or f0, f1, ..., label), then a row for each item.
void write_csv(const std::filesystem::path& path, const Dataset& dataset);

/// Values alone, as 8-byte floats; sparse rows are written out.
void write_npy(const std::filesystem::path& path, const Rows& rows);

/// Labels (0 where there are none) and nonzero values, features counted from 1.
void write_svmlight(const std::filesystem::path& path, const Dataset& dataset);

}  // namespace bellwether
