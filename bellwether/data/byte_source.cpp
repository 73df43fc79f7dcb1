#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <fcntl.h>
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

}  // namespace

ByteSource file_source(const std::filesystem::path& path) {
  const std::string name = path.string();
  require(!std::filesystem::is_directory(path), "{}: is a folder, not a file", name);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  require(descriptor >= 0, "{}: cannot be opened: {}", name, reason());
  const std::shared_ptr<const int> file(new int(descriptor), [](const int* d) {
    ::close(*d);
    delete d;
  });
  return [file, name](char* into, std::size_t size) {
    ssize_t count;
    do count = ::read(*file, into, size);
    while (count < 0 && errno == EINTR);
    require(count >= 0, "{}: cannot be read: {}", name, reason());
    return static_cast<std::size_t>(count);
  };
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
