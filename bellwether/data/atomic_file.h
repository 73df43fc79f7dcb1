#pragma once
// Files that are written whole or not at all.

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace bellwether {

/// Calls `write` with a stream to a temporary file in the same folder, and renames that to `path` when all is
/// on the disk: a crash leaves the old file or the new one. If `write` throws, nothing is left behind.
/// What is not a plain file (a pipe, /dev/stdout) is written to directly.
void write_atomically(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

/// Whether it is such a thing.
bool is_written_in_place(const std::filesystem::path& path);

}  // namespace bellwether
