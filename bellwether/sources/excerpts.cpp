#include <bellwether/sources/excerpts.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <bellwether/collections/collections.h>
#include <bellwether/data/files.h>
#include <bellwether/data/text.h>
#include <bellwether/features/images/picture.h>
#include <bellwether/features/text/encoding.h>
#include <bellwether/features/text/excerpt.h>
#include <bellwether/features/text/mail.h>
#include <bellwether/sources/source.h>

namespace bellwether {
namespace {

/// A pipe would wait for ever for somebody who writes to it again.
bool can_be_read_again(const std::string& items) {
  std::error_code ignored;
  return is_collection(items) || std::filesystem::is_regular_file(items, ignored) ||
         std::filesystem::is_directory(items, ignored);
}

/// What `look` finds; nothing, and why, if the source cannot be read any more.
template <class Look>
SecondLook if_readable(const ItemsArguments& source, const std::set<std::string>& ids, const Look& look) {
  if (ids.empty()) return {};
  if (!can_be_read_again(source.items))
    return {.failure = fmt::format("{}: cannot be read a second time", source.items)};
  SecondLook second;
  try {
    look(second.found);
  } catch (const std::exception& error) {
    return {.failure = error.what()};
  }
  return second;
}

}  // namespace

SecondLook beginnings(const ItemsArguments& source, const TextOptions& options,
                      const std::set<std::string>& ids, std::size_t most) {
  return if_readable(source, ids, [&](TextById& found) {
    const Strip strip = strip_by_names(options.strip);
    Documents documents = open_documents(source);
    for (Document document; found.size() < ids.size() && documents.next(document);) {
      if (!ids.contains(document.id)) continue;
      const std::string id = document.id;
      std::string text = text_of(std::move(document));
      decode(text, options.encoding);
      const std::string body = excerpt(stripped(text, strip), most);
      found.emplace(id, body.empty() ? excerpt(text, most) : body);
    }
  });
}

SecondLook thumbnails(const ItemsArguments& source, const std::set<std::string>& ids, int longest) {
  return if_readable(source, ids, [&](TextById& found) {
    if (!reads_pictures() || form_of(source) != SourceForm::files) return;
    FileStream files(source.items);
    std::size_t seen = 0;
    for (NamedFile file; seen < ids.size() && files.next(file);) {
      if (!ids.contains(file.name)) continue;
      ++seen;
      const std::string name = file.name;
      if (auto small = thumbnail(bytes_of(std::move(file)), longest)) found.emplace(name, std::move(*small));
    }
  });
}

}  // namespace bellwether
