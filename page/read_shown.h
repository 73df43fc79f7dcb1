#pragma once
// Results from the folders that `bellwether cluster -o` and `bellwether compare -o` write.

#include <filesystem>

#include <page/shown.h>

namespace bellwether::page {

/// Throws if it is no such folder, or if its files are damaged; the error says what to do.
ShownResult read_shown(const std::filesystem::path& folder);

/// Whether it is a folder of `compare`.
bool has_comparison(const std::filesystem::path& folder);
ShownComparison read_comparison(const std::filesystem::path& folder);

/// The cluster of each item, by id, from assignments.csv.
std::vector<std::pair<std::string, std::string>> read_assignments(const std::filesystem::path& folder);

}  // namespace bellwether::page
