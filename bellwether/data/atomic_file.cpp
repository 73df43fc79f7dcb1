#include <bellwether/data/abandoned.h>
#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path) {
  throw InvalidInput(
      fmt::format("{}: cannot be written: {}", path.string(), std::generic_category().message(errno)));
}

/// An empty file beside `path`, under a name that nobody has; it vanishes unless it is renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& path) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    remove_abandoned(folder, path.filename().string() + ".");
    for (int attempt = 0;; ++attempt) {
      path_ = path;
      path_ += fmt::format(".{}", temporary_ending(attempt));
      lock_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (lock_ < 0 && errno == EEXIST) continue;
      if (lock_ < 0) fail(path);
      lock_temporary(lock_);
      return;
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
    if (lock_ >= 0) ::close(lock_);
  }

  const fs::path& path() const { return path_; }

  /// Without this a crash of the machine soon after the rename could leave an empty file under the final
  /// name.
  void flush_to_disk(const fs::path& path) const {
    if (::fsync(lock_) != 0 && errno != EINVAL) fail(path);  // some file systems cannot
  }

  void rename_to(const fs::path& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) fail(path);
    path_.clear();
  }

 private:
  fs::path path_;
  int lock_ = -1;
};

void write_stream(const fs::path& into, const fs::path& path,
                  const std::function<void(std::ostream&)>& write) {
  std::ofstream stream(into, std::ios::binary);
  if (!stream) fail(path);
  write(stream);
  stream.close();
  if (!stream) fail(path);
}

}  // namespace

bool is_written_in_place(const fs::path& path) {
  if (path.empty()) return false;
  // /dev/stdout may lead to a plain file, but is not one to put another in the place of.
  const std::string folder = fs::absolute(path).lexically_normal().parent_path().string();
  if (folder == "/dev" || folder == "/dev/fd" || folder.starts_with("/proc/")) return true;
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored) && !fs::is_directory(path, ignored);
}

void write_atomically(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  require(!fs::is_directory(path), "{}: is a folder, where a file is needed", path.string());
  if (is_written_in_place(path)) return write_stream(path, path, write);
  TemporaryFile file(path);
  write_stream(file.path(), path, write);
  file.flush_to_disk(path);
  file.rename_to(path);
}

}  // namespace bellwether
