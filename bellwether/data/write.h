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

/// Everything: the values as scipy.sparse.load_npz (sparse) or numpy.load (dense, as X) reads them, and the
/// arrays ids, features and labels where there are any.
void write_npz(const std::filesystem::path& path, const Dataset& dataset);

/// By the ending of the name: .csv, .npy, .npz, .svm or .svmlight. Throws InvalidOption for another.
void write_dataset(const std::filesystem::path& path, const Dataset& dataset);
/// Throws unless write_dataset could: before the work, not after it.
void require_writable_format(const std::filesystem::path& path);

/// Throws unless there are as many ids and labels as items, and as many names as columns, or none.
void require_lengths(const Dataset& dataset);

}  // namespace bellwether
