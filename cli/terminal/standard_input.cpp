#include <cli/terminal/standard_input.h>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/reading.h>

namespace bellwether::cli {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_all(int file, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("standard input cannot be kept");
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

std::string word_of(const Given& given, std::string_view name) {
  const auto at =
      std::ranges::find_if(given, [&](const GivenOption& one) { return one.option->name() == name; });
  return at == given.end() ? std::string() : at->words.front();
}

}  // namespace

void keep_piped_items(const Given& given) {
  struct stat about = {};
  if (word_of(given, "ITEMS") != "-" || fstat(STDIN_FILENO, &about) != 0 || S_ISREG(about.st_mode)) return;
  const ByteSource pipe = file_source("/dev/stdin", bytes_by_name(word_of(given, "--limit")));
  const int file = memfd_create("items", MFD_CLOEXEC);
  if (file < 0) fail("standard input cannot be kept");
  std::vector<char> piece(1 << 20);
  while (const std::size_t size = pipe(piece.data(), piece.size())) write_all(file, piece.data(), size);
  if (dup2(file, STDIN_FILENO) < 0) fail("standard input cannot be kept");
  close(file);
}

}  // namespace bellwether::cli
