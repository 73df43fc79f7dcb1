#include <bellwether/data/abandoned.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>
#include <vector>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

/// The process in "4711-0.tmp"; 0 if it is no such ending.
int owner_in(std::string_view ending) {
  if (!ending.ends_with(".tmp")) return 0;
  ending.remove_suffix(4);
  int owner = 0, attempt = 0;
  const char* end = ending.data() + ending.size();
  const auto first = std::from_chars(ending.data(), end, owner);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') return 0;
  const auto second = std::from_chars(first.ptr + 1, end, attempt);
  return second.ec == std::errc{} && second.ptr == end && owner > 0 && attempt >= 0 ? owner : 0;
}

bool runs(int process) {
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

bool is_locked(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return false;
  const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return locked;
}

}  // namespace

std::string temporary_ending(int attempt) {
  return fmt::format("{}-{}.tmp", ::getpid(), attempt);
}

void lock_temporary(int descriptor) {
  static_cast<void>(::flock(descriptor, LOCK_EX | LOCK_NB));
}

void remove_whole(const fs::path& path) {
  std::error_code error;
  for (int attempt = 0; attempt < 3;
       ++attempt) {  // a folder that once could not be read to its end often can
    fs::remove_all(path, error);
    if (!error) return;
  }
}

void remove_abandoned(const fs::path& folder, const std::string& prefix) {
  std::error_code error;
  std::vector<fs::path> abandoned;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const int owner = owner_in(std::string_view(name).substr(prefix.size()));
    if (owner > 0 && !runs(owner) && !is_locked(at->path())) abandoned.push_back(at->path());
  }
  for (const fs::path& path : abandoned) remove_whole(path);
}

}  // namespace bellwether
