#include <bellwether/data/files.h>

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <optional>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/reading.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> archive_endings{".tar",     ".tar.gz", ".tgz", ".tar.zst", ".tzst",
                                                          ".tar.bz2", ".tar.xz", ".txz", ".zip"};
/// Nobody's document or picture is larger; an archive that says so is broken, or meant to harm.
constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;

void require_fits(std::uint64_t size, std::uint64_t limit, const std::string& name) {
  require(size <= (limit > 0 ? limit : largest_file),
          "{}: is larger than {}: leave it out, or raise the limit with {}", Where{.file = name},
          limit > 0 ? bytes_in_words(limit) : "a gigabyte", remedy("limit"));
}

/// The ending of an archive's name; empty if it is none.
std::string_view archive_ending(std::string_view name) {
  const std::string small = lower(name);
  for (const std::string_view ending : archive_endings)
    if (small.size() > ending.size() && small.ends_with(ending))
      return name.substr(name.size() - ending.size());
  return {};
}

bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.find("/.") != std::string_view::npos || name.starts_with("__MACOSX/");
}

class Archive {
 public:
  /// `prefix` is put before the names of its files. Its last folder is the archive's own name, and not put
  /// where they begin with it already.
  Archive(const fs::path& path, std::string prefix, std::uint64_t limit)
      : path_(path.string()),
        prefix_(std::move(prefix)),
        limit_(limit),
        handle_(archive_read_new(), archive_read_free) {
    archive_read_support_format_tar(handle_.get());
    archive_read_support_format_zip(handle_.get());
    // One by one: "all" has some that start a program of the machine, if the file begins as theirs do.
    for (const auto support : {archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
                               archive_read_support_filter_xz, archive_read_support_filter_zstd})
      support(handle_.get());
    std::error_code ignored;
    size_ = std::max<double>(1, static_cast<double>(fs::file_size(path, ignored)));
    check(archive_read_open_filename(handle_.get(), path_.c_str(), 1 << 16));
  }

  bool next(NamedFile& file) {
    archive_entry* entry = nullptr;
    while (true) {
      const int status = archive_read_next_header(handle_.get(), &entry);
      if (status == ARCHIVE_EOF) return false;
      check(status);
      require_stream_within_limit();
      const char* name = archive_entry_pathname_utf8(entry);
      if (name == nullptr) name = archive_entry_pathname(entry);
      if (name == nullptr || archive_entry_filetype(entry) == AE_IFDIR) continue;
      file.name = named(name);
      if (archive_entry_filetype(entry) != AE_IFREG) {
        if (!is_hidden(file.name)) left_out.push_back(file.name);
        pass_over();
        continue;
      }
      if (!is_hidden(file.name)) break;
      pass_over();
    }
    file.path.clear();
    read_contents(file);
    return true;
  }

  std::vector<std::string> left_out = {};  ///< members that are neither files nor folders

  double share() const {
    return std::min(1.0, static_cast<double>(archive_filter_bytes(handle_.get(), -1)) / size_);
  }

 private:
  void check(int status) const {
    require(status == ARCHIVE_OK || status == ARCHIVE_WARN,
            "{}: is no archive that can be read, or damaged ({})", path_,
            archive_error_string(handle_.get()) ? archive_error_string(handle_.get()) : "no reason given");
  }

  std::string named(std::string_view name) const {
    while (name.starts_with("./") || name.starts_with("/")) name.remove_prefix(name.find('/') + 1);
    const std::size_t own =
        prefix_.empty() ? 0 : prefix_.rfind('/', prefix_.size() - 2) + 1;  // npos + 1 is 0
    const bool doubled = name.starts_with(std::string_view(prefix_).substr(own));
    return (doubled ? prefix_.substr(0, own) : prefix_) + std::string(name);
  }

  /// Of a packed .tar: what stands between files is unpacked, too.
  void require_stream_within_limit() const {
    require_within_limit(static_cast<std::uint64_t>(archive_filter_bytes(handle_.get(), 0)),
                         static_cast<std::uint64_t>(archive_filter_bytes(handle_.get(), -1)), limit_, path_);
  }

  /// Left to libarchive, the contents of a packed .tar would be unpacked to their end, however long they are.
  void pass_over() const {
    if (archive_filter_code(handle_.get(), 0) == ARCHIVE_FILTER_NONE) return;
    const void* piece = nullptr;
    std::size_t size = 0;
    la_int64_t place = 0;
    while (archive_read_data_block(handle_.get(), &piece, &size, &place) == ARCHIVE_OK)
      require_stream_within_limit();
  }

  void read_contents(NamedFile& file) {
    file.bytes.clear();
    std::array<char, 1 << 16> piece;
    while (true) {
      const auto got = archive_read_data(handle_.get(), piece.data(), piece.size());
      // A warning is an error here: that is how a wrong checksum is told.
      if (got < 0) check(ARCHIVE_FATAL);
      if (got == 0) return;
      file.bytes.append(piece.data(), static_cast<std::size_t>(got));
      made_ += static_cast<std::uint64_t>(got);
      require_within_limit(made_, static_cast<std::uint64_t>(archive_filter_bytes(handle_.get(), -1)), limit_,
                           path_);
      require_fits(file.bytes.size(), limit_, fmt::format("{}: {} in it", path_, shown(file.name)));
    }
  }

  std::string path_, prefix_;
  std::uint64_t limit_ = 0, made_ = 0;
  std::unique_ptr<archive, int (*)(archive*)> handle_;
  double size_ = 1;
};

/// Links that lead nowhere, in a circle or where nobody may look are passed over; of anything else that is
/// not told what it is, a file might be lost without a word.
fs::file_type type_of(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::file_type type = entry.status(error).type();
  require(type != fs::file_type::none || error == std::errc::permission_denied ||
              error == std::errc::too_many_symbolic_link_levels,
          "{}: cannot be looked at ({})", entry.path().string(), error.message());
  return type;
}

/// Names of files below a folder, in order, and those of result folders, which are left out: what a run wrote
/// is no item of the next. Links to folders are not followed: they may run in a circle.
std::vector<std::string> names_below(const fs::path& folder, std::vector<std::string>& results,
                                     std::vector<std::string>& left_out) {
  std::vector<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  require(!error, "{}: cannot be opened ({})", folder.string(), error.message());
  const std::size_t prefix = (folder / "").generic_string().size();
  while (at != fs::recursive_directory_iterator()) {
    std::string name = at->path().generic_string().substr(prefix);
    const bool hidden = name[name.rfind('/') + 1] == '.';  // npos + 1 is 0
    std::error_code ignored;
    const fs::file_type type = type_of(*at);
    const bool inside = type == fs::file_type::directory && !at->is_symlink(ignored);
    const bool result = inside && !hidden && read_manifest(at->path()).has_value();
    if (result || (inside && hidden)) at.disable_recursion_pending();
    if (result) results.push_back(name);
    if (!hidden && !inside) (type == fs::file_type::regular ? names : left_out).push_back(std::move(name));
    at.increment(error);  // an iterator that fails is at the end
    require(!error, "{}: cannot be read to its end ({})", folder.string(), error.message());
  }
  std::sort(names.begin(), names.end());
  std::sort(results.begin(), results.end());
  std::sort(left_out.begin(), left_out.end());
  return names;
}

bool is_packed(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B") || bytes.starts_with("\x28\xB5\x2F\xFD");  // gzip, zstd
}

/// In one piece: folders have many small files, so the way to each should be short.
std::string whole_file(const fs::path& path, std::uint64_t limit) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  require(descriptor >= 0, "{}: cannot be opened: {}", path.string(), std::generic_category().message(errno));
  const std::unique_ptr<const int, void (*)(const int*)> closed(&descriptor,
                                                                [](const int* d) { ::close(*d); });
  struct stat about = {};
  fstat(descriptor, &about);
  const auto promised = static_cast<std::size_t>(std::max<off_t>(about.st_size, 0));
  std::string bytes;
  std::size_t size = 0;
  while (true) {
    bytes.resize(std::max<std::size_t>(2 * size, promised + 1));
    const ssize_t got = ::read(descriptor, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    require(got >= 0, "{}: cannot be read: {}", path.string(), std::generic_category().message(errno));
    size += static_cast<std::size_t>(got);
    require_fits(size, limit, path.string());
    if (got == 0 || (size == promised && size > 0)) break;  // as long as it said: no need to ask for more
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

struct FileStream::State {
  fs::path folder = {};
  std::uint64_t limit = 0;
  std::vector<std::string> files = {};  ///< names in the folder
  std::size_t taken = 0;
  std::optional<Archive> archive = {};  ///< the one that is being read
  std::vector<std::string> left_out = {};
};

FileStream::FileStream(const fs::path& path, std::uint64_t limit) : state_(std::make_unique<State>()) {
  state_->limit = limit;
  std::error_code ignored;
  require(fs::exists(path, ignored), "{}: there is no such file or folder; is the name right?",
          path.string());
  if (fs::is_directory(path, ignored)) {
    state_->folder = path;
    std::vector<std::string> results;
    state_->files = names_below(path, results, state_->left_out);
  } else if (!is_archive(path)) {
    state_->folder = path.parent_path();
    state_->files = {path.filename().string()};
  } else {
    state_->archive.emplace(path, "", limit);
  }
}

FileStream::~FileStream() = default;
FileStream::FileStream(FileStream&&) noexcept = default;
FileStream& FileStream::operator=(FileStream&&) noexcept = default;

bool FileStream::next(NamedFile& file) {
  State& s = *state_;
  while (true) {
    if (s.archive) {
      if (s.archive->next(file)) return true;
      std::ranges::move(s.archive->left_out, std::back_inserter(s.left_out));
      s.archive.reset();
    }
    if (s.taken == s.files.size()) return false;
    const std::string& name = s.files[s.taken++];
    if (!is_archive(name)) {
      file = {.name = name, .path = s.folder / name};
      return true;
    }
    s.archive.emplace(s.folder / name, name.substr(0, name.size() - archive_ending(name).size()) + '/',
                      s.limit);
  }
}

double FileStream::share() const {
  const State& s = *state_;
  const double within = s.archive ? s.archive->share() : 1;
  if (s.files.empty()) return within;
  return (static_cast<double>(s.taken) - 1 + within) / static_cast<double>(s.files.size());
}

const std::vector<std::string>& FileStream::left_out() const {
  return state_->left_out;
}

std::string about_left_out(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return fmt::format("{} left out, as no plain file: {} (a link to a folder or to nothing, a pipe)",
                     names.size() == 1 ? "1 entry was" : fmt::format("{} entries were", names.size()),
                     first_few(names));
}

std::vector<std::string> result_folders_below(const fs::path& folder) {
  std::vector<std::string> results, left_out;
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) names_below(folder, results, left_out);
  return results;
}

bool is_archive(const fs::path& path) {
  return !archive_ending(path.filename().string()).empty();
}

std::string bytes_of(NamedFile file, std::uint64_t limit) {
  std::string held = file.path.empty() ? std::move(file.bytes) : whole_file(file.path, limit);
  if (!is_packed(held)) return held;
  std::string bytes = all_bytes(unpacked(memory_source(held), file.name, limit));
  require_fits(bytes.size(), limit, file.name);
  return bytes;
}

std::vector<std::string> labels_from_folders(const std::vector<std::string>& names, LabelFolder which) {
  std::vector<std::string> labels;
  if (which == LabelFolder::none) return labels;
  std::string_view shared = names.empty() ? std::string_view{} : std::string_view(names.front());
  for (const std::string& name : names) {
    const auto [end, unused] = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end());
    shared = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
  }
  const std::size_t slash = shared.rfind('/');
  const std::size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
  for (const std::string& name : names) {
    const std::string_view rest = std::string_view(name).substr(which == LabelFolder::top ? begin : 0);
    const std::size_t last = rest.rfind('/'), first = rest.find('/');
    if (first == std::string_view::npos) {
      labels.emplace_back();
      continue;
    }
    if (which == LabelFolder::top) {
      labels.emplace_back(rest.substr(0, first));
      continue;
    }
    const std::string_view folder = rest.substr(0, last);
    labels.emplace_back(folder.substr(folder.rfind('/') + 1));  // npos + 1 is 0
  }
  return labels;
}

}  // namespace bellwether
