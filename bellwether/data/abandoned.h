#pragma once
// What is being written has a temporary name until it is whole. A run that is killed leaves it behind; the
// next one that writes to the same place takes it away.

#include <filesystem>
#include <string>

namespace bellwether {

/// "4711-0.tmp": the end of a temporary name, with the process that owns it.
std::string temporary_ending(int attempt);

/// Says that the owner lives, until the descriptor is closed. File systems that cannot lock are left to the
/// number of the process alone.
void lock_temporary(int descriptor);

/// Removes a file, or a folder with all that is in it, as far as it can be.
void remove_whole(const std::filesystem::path& path);

/// Removes files and folders named `prefix` + temporary ending whose owner is gone: no process has its
/// number, and nobody holds the lock (a process elsewhere, on a shared disk, may).
void remove_abandoned(const std::filesystem::path& folder, const std::string& prefix);

}  // namespace bellwether
