#include <cli/terminal/scarce_memory.h>
#include <cli/terminal/words.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace bellwether::cli {
namespace {

std::array<char, 240> doing{"what it begins with"};
std::array<char, 700> scarce_words;
std::atomic<std::size_t> wanted{0};  ///< by the last allocation that failed

/// "381 MiB".
struct Size {
  explicit Size(std::size_t bytes) {
    const bool large = bytes >= std::size_t{10} << 20;
    const std::size_t unit = large ? std::size_t{1} << 20 : std::size_t{1} << 10;
    std::snprintf(text.data(), text.size(), "%zu %s", bytes / unit + (bytes % unit != 0 ? 1 : 0),
                  large ? "MiB" : "KiB");
  }
  std::array<char, 32> text;
};

/// Of addresses, which is what the limit is on; 0 if it cannot be told.
std::size_t bytes_in_use() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 64> line{};
  const ssize_t got = read(file, line.data(), line.size() - 1);
  close(file);
  return got > 0 ? std::strtoull(line.data(), nullptr, 10) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE))
                 : 0;
}

}  // namespace

void now_doing(std::string_view what) {
  const std::string shown = printable(what, 120);
  const std::size_t size = std::min(shown.size(), doing.size() - 1);
  std::copy_n(shown.data(), size, doing.data());
  doing[size] = '\0';
}

bool memory_was_scarce() {
  return wanted > 0;
}

std::string_view scarce_memory() {
  rlimit addresses{};
  const bool limited =
      getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != static_cast<rlim_t>(RLIM_INFINITY);
  std::array<char, 64> allowed{};
  if (limited)
    std::snprintf(allowed.data(), allowed.size(), " of %s allowed (ulimit -v)",
                  Size(addresses.rlim_cur).text.data());
  const std::size_t asked = wanted, used = bytes_in_use();
  std::array<char, 48> more{}, in_use{};
  if (asked > 0) std::snprintf(more.data(), more.size(), "%s more were", Size(asked).text.data());
  if (used > 0) std::snprintf(in_use.data(), in_use.size(), ", with %s in use", Size(used).text.data());
  std::snprintf(scarce_words.data(), scarce_words.size(),
                "there is not enough memory: %s wanted for %s%s%s; use fewer items, features or --threads",
                asked > 0 ? more.data() : "more was", doing.data(), in_use.data(),
                used > 0 ? allowed.data() : "");
  return scarce_words.data();
}

}  // namespace bellwether::cli

// The sanitizers have allocations of their own; there the scarce_words do without the size.
#ifdef BELLWETHER_NOTES_ALLOCATIONS

namespace {

void* noted(void* block, std::size_t size) {
  if (block == nullptr && size > 0) bellwether::cli::wanted = size;
  return block;
}

/// What the standard says of operator new.
template <class Allocate>
void* or_throw(Allocate&& allocate) {
  while (true) {
    if (void* const block = allocate()) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

// The linker gives these the calls of malloc() and its kin in the program and its static libraries (--wrap).
extern "C" {
void* __real_malloc(std::size_t);
void* __real_calloc(std::size_t, std::size_t);
void* __real_realloc(void*, std::size_t);
int __real_posix_memalign(void**, std::size_t, std::size_t);
void* __wrap_malloc(std::size_t size) {
  return noted(__real_malloc(size), size);
}
void* __wrap_calloc(std::size_t number, std::size_t size) {
  return noted(__real_calloc(number, size), number * size);
}
void* __wrap_realloc(void* block, std::size_t size) {
  return noted(__real_realloc(block, size), size);
}
int __wrap_posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  const int status = __real_posix_memalign(block, alignment, size);
  if (status != 0) noted(nullptr, size);
  return status;
}
}

void* operator new(std::size_t size) {
  return or_throw([&] { return noted(std::malloc(std::max<std::size_t>(size, 1)), size); });
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  const std::size_t whole = (std::max<std::size_t>(size, 1) + step - 1) / step * step;
  return or_throw([&] { return noted(std::aligned_alloc(step, whole), size); });
}

void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}

#endif
