#include <bellwether/data/abandoned.h>
#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/result_folder.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <set>
#include <system_error>
#include <utility>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& path) {
  throw InvalidInput(
      fmt::format("{}: cannot be written: {}", path.string(), std::generic_category().message(errno)));
}

/// Without this, a crash of the machine could bring the old names back, or none.
void flush_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  static_cast<void>(::fsync(descriptor));
  ::close(descriptor);
}

std::string draft_prefix(const fs::path& place) {
  return fmt::format(".{}.bellwether-", place.filename().string());
}

using Links = ResultFolder::Links;

/// Whether all that is in the folder belongs to the result that its manifest tells of.
bool holds_only_its_result(const fs::path& folder, Links links) {
  const auto manifest = read_manifest(folder);
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_directory() && !at->is_symlink()) continue;
    const std::string name = at->path().lexically_relative(folder).generic_string();
    const bool ours = manifest && (name == manifest_name || manifest->find(name) != nullptr);
    const bool as_link = links == Links::of_the_result && manifest && at->is_symlink();
    if (!as_link && (!ours || at->is_symlink())) return false;
  }
  return !error;
}

std::vector<std::string> links_below(const fs::path& folder, Links links) {
  std::vector<std::string> names;
  if (links == Links::of_others) return names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_symlink()) names.push_back(entry.path().lexically_relative(folder).generic_string());
  std::ranges::sort(names);
  return names;
}

/// Manifests come last, the outermost at the very end.
std::vector<std::string> in_order_of_replacement(std::vector<ManifestFile> files,
                                                 std::vector<std::string> names) {
  for (auto& file : files) names.push_back(std::move(file.name));
  std::stable_partition(names.begin(), names.end(),
                        [](const std::string& name) { return !name.ends_with(manifest_name); });
  names.push_back(manifest_name);
  return names;
}

/// Files of one folder that take the place of those in another, one by one; all go back if one cannot.
class Swaps {
 public:
  Swaps(fs::path from, fs::path to) : from_(std::move(from)), to_(std::move(to)) {}
  Swaps(const Swaps&) = delete;
  Swaps& operator=(const Swaps&) = delete;
  ~Swaps() { undo(); }

  void put_in(const std::string& name) {
    make_folder((to_ / name).parent_path());
    const Way way = move(from_ / name, to_ / name);
    if (way == Way::none) fail_as_before(to_ / name);
    done_.push_back({name, way, true});
  }

  /// That it cannot be taken out does not matter: the new manifest knows nothing of it.
  void take_out(const std::string& name) {
    std::error_code error;
    fs::create_directories((from_ / name).parent_path(), error);
    if (::rename((to_ / name).c_str(), (from_ / name).c_str()) == 0)
      done_.push_back({name, Way::moved, false});
  }

  void keep() {
    done_.clear();
    made_.clear();
  }

 private:
  enum class Way { none, exchanged, moved, replaced };
  struct Done {
    std::string name;
    Way way;
    bool inwards;
  };

  /// What was there before is where the new one was, if the file system can exchange; else it is gone.
  static Way move(const fs::path& file, const fs::path& into) {
    std::error_code error;
    errno = EISDIR;  // somebody's folder is not to be exchanged for a file
    if (fs::symlink_status(into, error).type() == fs::file_type::directory) return Way::none;
    if (::renameat2(AT_FDCWD, file.c_str(), AT_FDCWD, into.c_str(), RENAME_EXCHANGE) == 0)
      return Way::exchanged;
    const Way way = errno == ENOENT ? Way::moved : Way::replaced;
    return ::rename(file.c_str(), into.c_str()) == 0 ? way : Way::none;
  }

  void make_folder(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> missing;
    for (fs::path at = folder; !fs::exists(at, error) && at.has_relative_path(); at = at.parent_path())
      missing.push_back(at);
    made_.insert(made_.end(), missing.rbegin(), missing.rend());
    fs::create_directories(folder, error);
  }

  /// Whether all is as it was.
  bool undo() {
    bool whole = true;
    for (; !done_.empty(); done_.pop_back()) {
      const Done& last = done_.back();
      const fs::path inside = to_ / last.name, outside = from_ / last.name;
      if (last.way == Way::replaced)
        whole = false;
      else if (last.way == Way::exchanged)
        whole &= move(outside, inside) == Way::exchanged;
      else
        whole &= ::rename((last.inwards ? inside : outside).c_str(),
                          (last.inwards ? outside : inside).c_str()) == 0;
    }
    std::error_code not_empty;
    for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), not_empty);
    return whole;
  }

  [[noreturn]] void fail_as_before(const fs::path& path) {
    const int reason = errno;
    require(undo(),
            "{}: cannot be written: {}; some files there are of this run and some of the one before: run it "
            "again",
            path.string(), std::generic_category().message(reason));
    errno = reason;
    cannot_write(path);
  }

  fs::path from_, to_;
  std::vector<Done> done_ = {};
  std::vector<fs::path> made_ = {};  ///< folders, the outermost first
};

}  // namespace

ResultFolder::ResultFolder(const fs::path& place, std::string kind, Links links)
    : kind_(std::move(kind)), links_(links) {
  std::error_code error, ignored;
  place_ = fs::weakly_canonical(fs::absolute(place), error);
  if (error) place_ = fs::absolute(place);
  if (!place_.has_filename()) place_ = place_.parent_path();
  fs::path there = place_;
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  require(fs::is_directory(there, ignored), "{}: cannot be made a folder ({}); choose another",
          place.string(), there == place_ ? "a file has that name" : there.string() + " is a file");
  require(::access(there.c_str(), W_OK | X_OK) == 0, "{}: you may not write there; choose another folder",
          place.string());
}

const fs::path& ResultFolder::path() {
  if (!draft_.empty()) return draft_;
  std::error_code error;
  const fs::path above = place_.parent_path();
  for (fs::path at = above; !fs::exists(at, error) && at.has_relative_path(); at = at.parent_path())
    made_.push_back(at);
  fs::create_directories(above, error);
  if (!make_draft(above) && !make_draft(place_)) cannot_write(place_);
  return draft_;
}

/// False if it may not be made there.
bool ResultFolder::make_draft(const fs::path& inside) {
  remove_abandoned(inside, draft_prefix(place_));
  for (int attempt = 0;; ++attempt) {
    draft_ = inside / (draft_prefix(place_) + temporary_ending(attempt));
    if (::mkdir(draft_.c_str(), 0777) == 0) break;
    if (errno == EEXIST) continue;
    draft_.clear();
    return false;
  }
  lock_ = ::open(draft_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) lock_temporary(lock_);
  return true;
}

ResultFolder::~ResultFolder() {
  remove_draft();
  std::error_code not_empty;
  for (const auto& folder : made_) fs::remove(folder, not_empty);
}

void ResultFolder::remove_draft() {
  if (lock_ >= 0)
    ::close(lock_);  // first: where no more files may be open, to look into the folder takes one
  if (!draft_.empty()) remove_whole(draft_);
  draft_.clear();
  lock_ = -1;
}

/// A folder that somebody else owns would become ours, and a program that runs in it would find itself
/// nowhere.
bool ResultFolder::may_exchange() const {
  struct stat old = {}, fresh = {};
  if (::stat(place_.c_str(), &old) != 0 || ::stat(draft_.c_str(), &fresh) != 0) return false;
  std::error_code error;
  const bool here = fs::equivalent(place_, fs::current_path(error), error);
  return !here && draft_.parent_path() != place_ && old.st_dev == fresh.st_dev &&
         old.st_uid == fresh.st_uid && old.st_gid == fresh.st_gid && holds_only_its_result(place_, links_);
}

/// False if nothing was done.
bool ResultFolder::exchange() {
  struct stat old = {};
  if (::stat(place_.c_str(), &old) == 0) ::chmod(draft_.c_str(), old.st_mode & 07777);
  if (::renameat2(AT_FDCWD, draft_.c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) == 0) return true;
  // Not every file system can exchange. Between two renames there is no folder for a moment, but never half
  // of one.
  fs::path aside = draft_;
  aside.replace_extension();
  aside += "0.tmp";
  if (::rename(place_.c_str(), aside.c_str()) != 0) return false;
  if (::rename(draft_.c_str(), place_.c_str()) != 0) {
    static_cast<void>(::rename(aside.c_str(), place_.c_str()));
    return false;
  }
  draft_ = aside;  // what is to be removed
  return true;
}

void ResultFolder::replace_files() {
  const auto old = read_manifest(place_), fresh = read_manifest(draft_);
  require(fresh.has_value(), "{}: cannot be read again", (draft_ / manifest_name).string());
  std::error_code error;
  if (!fs::exists(place_, error)) made_.insert(made_.begin(), place_);
  const std::vector<std::string> links = links_below(draft_, links_);
  std::vector<std::string> outdated;  // what the old run wrote and this one did not is about other clusters
  if (old) outdated = links_below(place_, links_);
  std::erase_if(outdated, [&](const std::string& name) { return std::ranges::binary_search(links, name); });
  if (old)
    for (const ManifestFile& file : old->files)
      if (fresh->find(file.name) == nullptr) outdated.push_back(file.name);
  Swaps swaps(draft_, place_);
  for (const std::string& name : in_order_of_replacement(fresh->files, links)) {
    if (name == manifest_name)
      for (const std::string& old_name : outdated) swaps.take_out(old_name);
    swaps.put_in(name);
  }
  swaps.keep();
  if (links_ == Links::of_the_result)  // their folders, as far as nothing is in them
    for (const std::string& name : outdated)
      for (fs::path at = name; at.has_parent_path(); at = at.parent_path())
        fs::remove(place_ / at.parent_path(), error);
  flush_folder(place_);
}

void ResultFolder::publish() {
  write_manifest(path(), kind_);
  flush_folder(draft_);
  std::error_code ignored;
  const bool fresh = !fs::exists(place_, ignored) && ::rename(draft_.c_str(), place_.c_str()) == 0;
  if (fresh) draft_.clear();
  if (!fresh && !(may_exchange() && exchange())) replace_files();
  flush_folder(place_.parent_path());
  made_.clear();
  remove_draft();
}

}  // namespace bellwether
