#pragma once
// A file that is to be written when the work is done: whether it can be is asked before.

#include <filesystem>
#include <string>

#include <bellwether/data/error.h>

namespace bellwether::cli {

inline void require_writable(const std::string& file) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  std::error_code ignored;
  require(std::filesystem::is_directory(folder, ignored), "-o {}: there is no folder {}; make it first", file,
          folder.string());
  require(!std::filesystem::is_directory(file, ignored), "-o {}: is a folder; name a file in it", file);
}

}  // namespace bellwether::cli
