#pragma once
// A file for readers that take a name; in memory where there is a folder for that.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace bellwether {

/// One for each process; what was in it before is gone.
inline std::string scratch_file(std::string_view bytes) {
  static const std::string name = [] {
    const bool shared = std::filesystem::is_directory("/dev/shm");
    const auto folder = shared ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path();
    std::atexit([] { std::filesystem::remove(scratch_file({})); });
    return (folder / ("fuzz-" + std::to_string(getpid()))).string();
  }();
  std::ofstream(name, std::ios::binary | std::ios::trunc) << bytes;
  return name;
}

}  // namespace bellwether
