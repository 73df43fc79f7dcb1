#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/reading.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace bellwether {
namespace {

std::string reason() {
  return std::generic_category().message(errno);
}

constexpr std::uint64_t without_end_limit = std::uint64_t{1} << 30;
constexpr std::uint64_t always_unpacked = std::uint64_t{1} << 28;
constexpr std::uint64_t times_unpacked = 100;

/// As one word.
std::string size_as_typed(std::uint64_t bytes) {
  std::string words = bytes_in_words(bytes);
  const auto blank = words.find(' ');
  return words.ends_with(" bytes") ? words.substr(0, blank) : words.erase(blank, 1);
}

/// Passes on what `source` gives, up to `limit` bytes.
ByteSource limited(ByteSource source, std::uint64_t limit, const std::string& name) {
  return [source = std::move(source), limit, name, given = std::uint64_t{0}](char* into,
                                                                             std::size_t size) mutable {
    const std::size_t count = source(into, size);
    given += count;
    require(given <= limit,
            "{}: is no regular file, and gives more than {} (raise the limit if that is right: {})",
            Where{.file = name}, bytes_in_words(limit), remedy("limit", size_as_typed(8 * limit)));
    return count;
  };
}

}  // namespace

ByteSource file_source(const std::filesystem::path& path, std::uint64_t limit) {
  const std::string name = path.string();
  require(!std::filesystem::is_directory(path), "{}: is a folder, not a file", name);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  require(descriptor >= 0, "{}: cannot be opened: {}", name, reason());
  const std::shared_ptr<const int> file(new int(descriptor), [](const int* d) {
    ::close(*d);
    delete d;
  });
  ByteSource bytes = [file, name](char* into, std::size_t size) {
    ssize_t count;
    do count = ::read(*file, into, size);
    while (count < 0 && errno == EINTR);
    require(count >= 0, "{}: cannot be read: {}", name, reason());
    return static_cast<std::size_t>(count);
  };
  struct stat about = {};
  if (fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode)) return bytes;
  return limited(std::move(bytes), limit > 0 ? limit : without_end_limit, name);
}

void require_within_limit(std::uint64_t made, std::uint64_t packed, std::uint64_t limit,
                          const std::string& name) {
  const std::uint64_t most = limit > 0 ? limit : std::max(always_unpacked, times_unpacked * packed);
  require(made <= most, "{}: unpacks to more than {}{} (if it is meant to be so large, raise the limit: {})",
          Where{.file = name}, bytes_in_words(most), limit > 0 ? "" : ", far more than its packed size",
          remedy("limit", size_as_typed(std::max<std::uint64_t>(8 * always_unpacked, 8 * limit))));
}

std::string all_bytes(const ByteSource& source) {
  std::string bytes;
  std::size_t size = 0;
  do {
    bytes.resize(std::max<std::size_t>(2 * size, 1 << 16));
    size += read_fully(source, bytes.data() + size, bytes.size() - size);
  } while (size == bytes.size());
  bytes.resize(size);
  return bytes;
}

ByteSource memory_source(std::string_view bytes) {
  return [bytes](char* into, std::size_t size) mutable {
    const auto count = std::min(size, bytes.size());
    std::copy_n(bytes.data(), count, into);
    bytes.remove_prefix(count);
    return count;
  };
}

std::size_t read_fully(const ByteSource& source, char* into, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const auto count = source(into + filled, size - filled);
    if (count == 0) break;
    filled += count;
  }
  return filled;
}

}  // namespace bellwether
