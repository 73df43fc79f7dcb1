#pragma once
// ZIP archives in memory: enough of them to read NumPy's .npz files.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

struct ZipEntry {
  std::string name = {};
  int method = 0;              ///< 0 stored, 8 deflated
  std::uint32_t checksum = 0;  ///< CRC-32 of the unpacked bytes
  std::uint64_t packed = 0;    ///< bytes in the archive
  std::uint64_t unpacked = 0;  ///< bytes after unpacking, as promised
  std::uint64_t header = 0;    ///< where the entry's own header starts
};

/// The archive's directory. `file` is what errors call it.
std::vector<ZipEntry> zip_entries(std::string_view archive, const std::string& file);

/// The bytes of an entry, checked against its size and checksum, and against the limit of unpacked().
std::string zip_unpack(std::string_view archive, const ZipEntry& entry, const std::string& file,
                       std::uint64_t limit = 0);

}  // namespace bellwether
