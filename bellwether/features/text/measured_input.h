#pragma once
// An Input over a file that also knows how much of the file was read, for progress.

#include <algorithm>
#include <filesystem>
#include <memory>

#include <bellwether/data/input.h>

namespace bellwether {

class MeasuredInput {
 public:
  /// `limit` as for file_source() and unpacked().
  explicit MeasuredInput(const std::filesystem::path& path, std::uint64_t limit = 0)
      : size_(size_of(path)),
        input(unpacked(counting(file_source(path, limit), taken_), path.string(), limit), path.string()) {}

  double share() const { return std::min(1.0, static_cast<double>(*taken_) / size_); }

 private:
  static double size_of(const std::filesystem::path& path) {
    std::error_code no_file;  // a pipe has no size
    const auto size = std::filesystem::file_size(path, no_file);
    return no_file ? 1 : std::max<double>(1, static_cast<double>(size));
  }
  static ByteSource counting(ByteSource source, std::shared_ptr<std::size_t> count) {
    return [source = std::move(source), count = std::move(count)](char* into, std::size_t wanted) {
      const std::size_t got = source(into, wanted);
      *count += got;
      return got;
    };
  }

  std::shared_ptr<std::size_t> taken_ = std::make_shared<std::size_t>(0);
  double size_;

 public:
  Input input;
};

}  // namespace bellwether
