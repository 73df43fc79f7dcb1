#include <bellwether/features/images/gather.h>

#include <bellwether/data/text.h>

namespace bellwether {

namespace fs = std::filesystem;

void stop_if_asked(const Run& run) {
  if (run.stop.stop_requested()) throw Error("interrupted before all pictures were described");
}

std::optional<Picture> picture_in(NamedFile file) {
  try {
    return decode_picture(bytes_of(std::move(file)));
  } catch (const InvalidInput&) {  // packed but damaged, not to be opened, too large
    return {};
  }
}

void require_some(bool any, const fs::path& where) {
  require(any, "{}: there is no picture in it that can be read; pictures are {} files", where.string(),
          picture_formats);
}

void require_different_names(const std::vector<std::string>& sorted, const fs::path& where) {
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  require(twice == sorted.end(), "{}: two pictures in it have the name {}: rename one", where.string(),
          twice == sorted.end() ? "" : shown(*twice));
}

std::string counted(const std::vector<std::string>& names, std::string_view one, std::string_view many) {
  return fmt::format("{} {}: {}", names.size(), names.size() == 1 ? one : many, first_few(names));
}

Dataset named_items(std::vector<std::string> names, const std::vector<std::string>& left_out,
                    const std::vector<std::string>& no_files) {
  Dataset items;
  items.ids = std::move(names);
  if (!left_out.empty())
    items.notes.push_back(counted(left_out, "file is no picture that can be read and was left out",
                                  "files are no pictures that can be read and were left out"));
  if (const std::string note = about_left_out(no_files); !note.empty()) items.notes.push_back(note);
  return items;
}

}  // namespace bellwether
