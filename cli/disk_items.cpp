#include <cli/arrow.h>
#include <cli/disk_items.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

#include <bellwether/data/abandoned.h>
#include <bellwether/data/error.h>
#include <bellwether/data/npy.h>

namespace bellwether::cli {
namespace {

constexpr std::size_t piece_bytes = std::size_t{32} << 20;  ///< of text that is read at once

bool is_text(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 3> endings{".csv", ".tsv", ".txt"};
  return std::ranges::find(endings, path.extension().string()) != endings.end();
}

std::vector<std::filesystem::path> text_files(const std::filesystem::path& place) {
  if (!std::filesystem::is_directory(place))
    return is_text(place) ? std::vector{place} : std::vector<std::filesystem::path>{};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(place))
    if (is_text(entry.path())) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Lines of a file, some at a time; never the half of a cell in quotes.
class Pieces {
 public:
  explicit Pieces(const std::filesystem::path& path) : path_(path), in_(path, std::ios::binary) {
    require(in_.is_open(), "{}: {}", path.string(), std::strerror(errno));
  }

  /// The next lines; empty: there are no more. `first` is the number of the first of them, from 1.
  std::string next(Index& first) {
    first = line_;
    std::string piece, line;
    while (piece.size() < piece_bytes && std::getline(in_, line)) {
      piece += line;
      piece += '\n';
      ++line_;
      for (; std::ranges::count(line, '"') % 2 == 1 && std::getline(in_, line); ++line_) piece += line + '\n';
    }
    require(!in_.bad(), "{}: cannot be read to its end", path_.string());
    return piece;
  }

 private:
  std::filesystem::path path_;
  std::ifstream in_;
  Index line_ = 1;
};

/// Rows as they come, behind a header that is written when their number is known.
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& path, const std::filesystem::path& ids)
      : path_(path), out_(path, std::ios::binary), ids_(ids) {
    out_ << npy_header("<f8", {most, 1});  // as long as any
  }

  void add(const Dataset& items, bool named) {
    require(!items.rows().sparse(), "{}: sparse items do not stay on disk", path_.string());
    const auto& values = std::get<Matrix>(items.values);
    if (rows_ == 0) columns_ = values.cols(), features_ = items.features;
    if (items.features != features_) refuse_other_columns(items.features);
    require(values.cols() == columns_, "a part of the items has other columns than the first: {} and {}",
            values.cols(), columns_);
    rows_ += values.rows();
    out_.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * static_cast<Index>(sizeof(double))));
    for (const std::string& id : items.ids)
      if (named) ids_ << id << '\n';
    require(out_.good() && ids_.good(), "{}: {}", path_.string(), std::strerror(errno));
  }

  void finish() {
    require(rows_ > 0, "there are no items");
    const std::string header = npy_header("<f8", {rows_, columns_});
    require(header.size() == npy_header("<f8", {most, 1}).size(), "the header has another length");
    out_.seekp(0);
    out_ << header;
    out_.close();
    require(out_.good(), "{}: {}", path_.string(), std::strerror(errno));
  }

 private:
  /// A column of words has a feature for each of them: those of a later piece may be others.
  [[noreturn]] void refuse_other_columns(const std::vector<std::string>& found) const {
    const auto missing = [](const auto& some, const auto& among) {
      const auto at = std::ranges::find_if(
          some, [&](const auto& name) { return std::ranges::find(among, name) == among.end(); });
      return at == some.end() ? std::string() : *at;
    };
    const std::string now = missing(found, features_), before = missing(features_, found);
    const std::string name = now.empty() ? before : now;
    require(!name.empty(), "a part of the items has the columns of those before it in another order");
    const std::string column = name.substr(0, name.find('='));
    throw InvalidInput(fmt::format(
        "the column {} {}: items that stay on disk are read some at a time, and have the same columns "
        "throughout; if it has words, leave it out ({}), or write it as numbers",
        column,
        column == name
            ? (now.empty() ? "is missing in a part of the items" : "is only in a part of the items")
            : fmt::format("has '{}' in one part of the items and not in those before or behind it",
                          name.substr(column.size() + 1)),
        remedy("ignore", column)));
  }

  static constexpr Index most = 1'000'000'000'000;
  std::filesystem::path path_;
  std::ofstream out_, ids_;
  Index rows_ = 0, columns_ = 0;
  std::vector<std::string> features_ = {};
};

/// Each piece is read like a file of its own, with the header of the whole; its name says where it stands.
void convert_text(const ItemsArguments& items, const std::vector<std::filesystem::path>& files,
                  const std::filesystem::path& npy, const std::filesystem::path& ids,
                  const std::filesystem::path& scratch) {
  NpyWriter writer(npy, ids);
  for (const auto& file : files) {
    Pieces pieces(file);
    std::string header;
    Index first = 0;
    for (std::string piece = pieces.next(first); !piece.empty(); piece = pieces.next(first)) {
      const bool begins = first == 1;
      const std::filesystem::path part =
          scratch /
          fmt::format("{}, lines from {} on{}", file.filename().string(), first, file.extension().string());
      std::ofstream(part, std::ios::binary) << header << piece;
      ItemsArguments like = items;
      like.items = part.string();
      if (!begins) like.header = header.empty() ? "no" : "yes";
      const Dataset read = read_items(like);
      writer.add(read, !items.id_column.empty());
      // Whether the first row is one is decided with the first piece.
      if (begins && !read.features.empty()) header = piece.substr(0, piece.find('\n') + 1);
      std::filesystem::remove(part);
    }
  }
  writer.finish();
}

}  // namespace

ScratchFolder::ScratchFolder(const std::filesystem::path& file) {
  const std::filesystem::path place =
      file.empty() ? std::filesystem::temp_directory_path() : std::filesystem::absolute(file).parent_path();
  const std::string prefix =
      file.empty() ? "bellwether-items-" : fmt::format(".{}.bellwether-", file.filename().string());
  remove_abandoned(place, prefix);
  for (int attempt = 0;; ++attempt) {
    path_ = place / (prefix + temporary_ending(attempt));
    if (mkdir(path_.c_str(), 0700) == 0) break;
    require(errno == EEXIST, "{}: {}", path_.string(), std::strerror(errno));
  }
  lock_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) lock_temporary(lock_);
}

ScratchFolder::~ScratchFolder() {
  if (lock_ >= 0) close(lock_);
  remove_whole(path_);
}

bool needs_conversion(const ItemsArguments& items) {
  return is_arrow(items.items) || !text_files(items.items).empty();
}

DiskItems disk_items(const ItemsArguments& items, const std::filesystem::path& npy) {
  const bool arrow = is_arrow(items.items);
  const auto texts = arrow ? std::vector<std::filesystem::path>{} : text_files(items.items);
  if (!arrow && texts.empty()) return {.rows = items.items};
  DiskItems found;
  found.scratch = std::make_unique<ScratchFolder>(npy);
  found.rows = found.scratch->path() / "items.npy";
  const std::filesystem::path ids = found.scratch->path() / "ids";
  if (!items.id_column.empty()) found.ids = ids;
  found.converted = true;
  if (arrow) {
    std::vector<std::string> left_out = items.ignore;
    if (!items.label_column.empty()) left_out.push_back(items.label_column);
    write_npy_of_arrow(items.items, found.rows, ids, items.id_column, left_out, items.columns);
  } else {
    convert_text(items, texts, found.rows, ids, found.scratch->path());
  }
  if (!npy.empty()) {
    require(std::rename(found.rows.c_str(), npy.c_str()) == 0, "{}: cannot be written: {}", npy.string(),
            std::strerror(errno));
    found.rows = npy;
  }
  return found;
}

void ReadableItems::take(std::string& place) {
  if (place.empty() || !is_arrow(place)) return;
  std::string& table = tables_[place];
  if (table.empty()) {
    folders_.push_back(std::make_unique<ScratchFolder>());
    const std::filesystem::path csv =
        folders_.back()->path() / (std::filesystem::path(place).filename().string() + ".csv");
    write_csv_of_arrow(place, csv, ignored_);
    table = csv.string();
  }
  place = table;
}

void ReadableItems::take(ItemsArguments& items) {
  const std::string before = items.items;
  take(items.items);
  if (items.items != before) items.header = "yes";
}

void make_readable(ClusterArguments& args, ReadableItems& readable) {
  readable.take(args.items);
  readable.take(args.known.known);
  readable.take(args.others.annotated);
  for (std::string& place : args.others.auxiliary) readable.take(place);
  for (std::string& place : args.solved.solved) readable.take(place);
}

}  // namespace bellwether::cli
