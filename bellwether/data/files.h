#pragma once
// The files of a folder, with its subfolders, or of an archive (.tar, .zip and their packed forms), one by
// one. An archive inside a folder counts as a subfolder.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether {

struct NamedFile {
  std::string name = {};            ///< path inside the folder or archive, with '/' between its parts
  std::string bytes = {};           ///< of an archive's file: what is in it
  std::filesystem::path path = {};  ///< of a folder's file: where it is; its bytes are not read yet
};

/// The bytes of a file, unpacked if it is packed by gzip or zstd, within the limit of unpacked(). Several
/// threads may read files at once.
std::string bytes_of(NamedFile file, std::uint64_t limit = 0);

/// By its name: .tar, .tar.gz, .tgz, .tar.zst, .tar.xz, .tar.bz2, .zip.
bool is_archive(const std::filesystem::path& path);

class FileStream {
 public:
  /// A file that is no archive is given alone. Throws if there is no such folder, archive or file. Hidden
  /// files are left out, and so are result folders below a folder. All that comes out of an archive is within
  /// the limit of unpacked().
  explicit FileStream(const std::filesystem::path& path, std::uint64_t limit = 0);
  ~FileStream();
  FileStream(FileStream&&) noexcept;
  FileStream& operator=(FileStream&&) noexcept;

  /// A folder's files come in the order of their names, an archive's as they lie in it.
  bool next(NamedFile& file);

  /// How much was taken, 0 to 1.
  double share() const;

  /// What was no file so far, by name: links to folders or to nothing, pipes, and such members of archives.
  const std::vector<std::string>& left_out() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "2 entries were left out, as no plain file: ..."; empty if there are none.
std::string about_left_out(const std::vector<std::string>& names);

/// Names of the result folders below a folder, whose files a FileStream leaves out.
std::vector<std::string> result_folders_below(const std::filesystem::path& folder);

/// Which folder names the class of a file.
enum class LabelFolder {
  none,
  top,     ///< the first folder in which the names differ: spam/2024/7.txt is of class spam
  parent,  ///< the folder that the file lies in
};

/// The class of each file by its folder; empty for files that lie in none. Empty altogether if `which` is
/// none.
std::vector<std::string> labels_from_folders(const std::vector<std::string>& names, LabelFolder which);

}  // namespace bellwether
