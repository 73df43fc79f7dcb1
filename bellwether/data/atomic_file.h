#pragma once
// Files that are whole or not there: written under a temporary name in the same folder, then renamed.

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace bellwether {

/// Throws InvalidInput, and leaves no file behind, if writing fails.
void write_atomically(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace bellwether
