#pragma once
// manifest.json: which files belong to a result folder, with their sizes and checksums. It is written last,
// so files that do not match it were altered, or come from a run that was ended while it wrote.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bellwether {

struct ManifestFile {
  std::string name = {};  ///< inside the folder, with '/' between its parts
  std::uintmax_t bytes = 0;
  std::uint32_t checksum = 0;  ///< CRC-32
};

struct Manifest {
  std::string kind = {};  ///< "clustering", "comparison", "assignments", "sorting"
  std::vector<ManifestFile> files = {};

  const ManifestFile* find(const std::string& name) const;
};

inline constexpr const char* manifest_name = "manifest.json";

/// None if the folder has no manifest of ours: what is in it was not written by us, or long ago.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder);

/// Of all files that are in the folder and below it; links are no files.
void write_manifest(const std::filesystem::path& folder, const std::string& kind);

/// Throws if the manifest beside the file names it and says otherwise about it, or names it and it is gone.
void require_as_in_manifest(const std::filesystem::path& file);

}  // namespace bellwether
