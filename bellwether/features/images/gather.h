#pragma once
// Every picture of a folder or an archive, described on several threads.

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/data/error.h>
#include <bellwether/data/files.h>
#include <bellwether/engine/stream.h>
#include <bellwether/features/images/picture.h>

namespace bellwether {

/// Throws: the user asked to stop before there was anything to keep.
void stop_if_asked(const Run& run);

template <class Made>
struct Gathered {
  std::vector<std::pair<std::string, Made>> pictures = {};  ///< by name
  std::vector<std::string> left_out = {};                   ///< names of files that are no pictures, sorted
  std::vector<std::string> no_files = {};                   ///< and of what is no file
};

/// The picture in a file, or nothing if it cannot be read.
std::optional<Picture> picture_in(NamedFile file);

template <class Made>
std::vector<std::string> names_of(const Gathered<Made>& gathered) {
  std::vector<std::string> names;
  for (const auto& picture : gathered.pictures) names.push_back(picture.first);
  return names;
}

/// A sentence that counts and shows some names: "3 files are no pictures: a.txt, b.txt, c.txt".
std::string counted(const std::vector<std::string>& names, std::string_view one, std::string_view many);

/// Items without values as yet: their ids, and notes about what was left out.
Dataset named_items(std::vector<std::string> names, const std::vector<std::string>& left_out,
                    const std::vector<std::string>& no_files);

/// Throws InvalidInput if there is no picture, or two of one name; `where` is the folder or archive.
void require_different_names(const std::vector<std::string>& sorted, const std::filesystem::path& where);
void require_some(bool any, const std::filesystem::path& where);

/// `make(name, picture, worker)` of every picture.
template <class Make>
auto for_each_picture(const std::filesystem::path& where, const Make& make, const Run& run) {
  using Made = decltype(make(std::string(), Picture(), 0));
  require_pictures();
  FileStream files(where);
  Gathered<Made> gathered;
  std::mutex gathering;
  std::atomic<double> share = 0;

  const auto next = [&](NamedFile& file) {
    const bool some = files.next(file);
    share = files.share();
    return some;
  };
  const auto work = [&](NamedFile& file, std::int64_t, int worker) {
    std::string name = file.name;
    const std::optional<Picture> picture = picture_in(std::move(file));
    if (!picture) {
      const std::lock_guard lock(gathering);
      gathered.left_out.push_back(std::move(name));
      return;
    }
    Made made = make(name, *picture, worker);
    const std::lock_guard lock(gathering);
    gathered.pictures.emplace_back(std::move(name), std::move(made));
  };
  const auto report = [&](std::int64_t done) {
    if (run.on_progress)
      run.on_progress({.stage = "describing pictures", .done = done, .unit = "pictures", .share = share});
  };
  for_each_streamed<NamedFile>(next, work, report, run);
  stop_if_asked(run);

  gathered.no_files = files.left_out();
  require_some(!gathered.pictures.empty(), where);
  std::sort(gathered.pictures.begin(), gathered.pictures.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::sort(gathered.left_out.begin(), gathered.left_out.end());
  require_different_names(names_of(gathered), where);
  return gathered;
}

}  // namespace bellwether
