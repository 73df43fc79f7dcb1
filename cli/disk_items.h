#pragma once
// Items that stay on disk, as rows of numbers that can be read again and again: .npy files as they are; CSV,
// Parquet, Feather and Arrow once they have been written as one.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cli/options/run.h>

#include <bellwether/data/row_files.h>
#include <bellwether/sources/items.h>

namespace bellwether::cli {

/// A folder that goes with the object; what a killed run left is taken away by the next.
class ScratchFolder {
 public:
  /// Beside this file, for what will become it; or, if it is empty, where the system keeps such things.
  explicit ScratchFolder(const std::filesystem::path& file = {});
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

struct DiskItems {
  std::unique_ptr<ScratchFolder> scratch = {};  ///< with a converted file that nobody wants to keep
  std::filesystem::path rows = {};              ///< .npy, or a folder of them
  std::filesystem::path ids = {};               ///< a line for each row; empty: they are numbered from 0
  bool converted = false;
};

/// `npy` is where a converted file goes when it is whole; empty: it goes when the items do.
DiskItems disk_items(const ItemsArguments& items, const std::filesystem::path& npy);

/// Tables that Parquet, Feather and Arrow files became, to be read like any other; they are there as long as
/// this.
class ReadableItems {
 public:
  /// Lists and structures among the columns `ignored` are left out of the tables.
  explicit ReadableItems(std::vector<std::string> ignored = {}) : ignored_(std::move(ignored)) {}

  /// What names Parquet, Feather or Arrow names its table from now on; all else stays what it is.
  void take(std::string& place);
  void take(ItemsArguments& items);

 private:
  std::vector<std::string> ignored_;
  std::vector<std::unique_ptr<ScratchFolder>> folders_ = {};
  std::map<std::string, std::string> tables_ = {};  ///< what names the same is the same table
};

/// All items that a run is given: those to be clustered, and those of what is known.
void make_readable(ClusterArguments& args, ReadableItems& readable);

/// Whether they would have to be written as numbers first.
bool needs_conversion(const ItemsArguments& items);

}  // namespace bellwether::cli
