#pragma once
// A folder of files that belong together, exchanged as a whole: who looks into it sees all of the old files
// or all of the new ones.

#include <filesystem>
#include <string>
#include <vector>

namespace bellwether {

/// The files are written into a temporary folder beside the real one, whose place it takes at the end. Where
/// the real one holds files of others, or cannot be exchanged (it is a mount, or where the program runs), its
/// files are replaced one by one, the manifest last; others stay. What is not published goes away with the
/// object, and so do folders above that were made for it; what a killed run left is taken away by the next.
class ResultFolder {
 public:
  /// What belongs to a result beside the files of its manifest, which knows no links.
  enum class Links { of_others, of_the_result };

  /// Throws InvalidInput if the folder cannot be written to, before there is anything to lose. `kind` is for
  /// the manifest. Nothing is made yet: a run that is ended before it writes leaves nothing.
  ResultFolder(const std::filesystem::path& place, std::string kind, Links links = Links::of_others);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  /// Where to write the files, until they are published.
  const std::filesystem::path& path();

  /// Once: writes the manifest and puts the files into their place.
  void publish();

 private:
  bool make_draft(const std::filesystem::path& inside);
  bool may_exchange() const;
  bool exchange();
  void replace_files();
  void remove_draft();

  std::filesystem::path place_;  ///< links followed
  std::string kind_;
  Links links_;
  std::filesystem::path draft_ = {};
  int lock_ = -1;
  std::vector<std::filesystem::path> made_ = {};  ///< folders above, the innermost first
};

}  // namespace bellwether
