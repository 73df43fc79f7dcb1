#pragma once
// A file for readers that take a name; in memory where there is a folder for that.

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace bellwether {

/// A place of this process's own, which goes away with it.
struct ScratchPlace {
  std::filesystem::path path =
      (std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path()) /
      ("fuzz-" + std::to_string(getpid()));

  ~ScratchPlace() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
    for (const char* beside : {"-wal", "-shm"})  // of a database
      std::filesystem::remove(path.string() + beside, ignored);
  }
};

/// One for each process; what was in it before is gone.
inline std::string scratch_file(std::string_view bytes) {
  static const ScratchPlace place;
  std::ofstream(place.path, std::ios::binary | std::ios::trunc) << bytes;
  return place.path.string();
}

}  // namespace bellwether
