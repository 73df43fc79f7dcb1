#pragma once
// Folders that no result is written into, whatever --force says: those of the system, and people's homes.

#include <filesystem>
#include <string>
#include <vector>

namespace bellwether::cli {

/// What the folder is ("a folder of the system"), if a result is never written into it; empty: it may be.
/// Links are followed.
std::string why_spared(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& homes);

/// Of whoever runs the program.
std::vector<std::filesystem::path> own_homes();

}  // namespace bellwether::cli
