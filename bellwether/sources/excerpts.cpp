#include <bellwether/sources/excerpts.h>

#include <algorithm>
#include <filesystem>

#include <bellwether/collections/collections.h>
#include <bellwether/data/files.h>
#include <bellwether/data/text.h>
#include <bellwether/features/images/picture.h>
#include <bellwether/features/text/encoding.h>
#include <bellwether/features/text/mail.h>
#include <bellwether/sources/source.h>

namespace bellwether {
namespace {

constexpr char32_t ellipsis = 0x2026;

bool is_blank(char32_t c) {
  return c <= 0x20 || (c >= 0x7f && c <= 0xa0) || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
         c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

/// Marks without a width that turn what follows around, part it unseen, or mean nothing.
bool is_unseen(char32_t c) {
  return c == 0xad || c == 0x61c || c == 0x200b || c == 0x200e || c == 0x200f ||
         (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
         (c >= 0xfff0 && c <= 0xfffb) || (c & 0xfffe) == 0xfffe || (c >= 0xe0000 && c <= 0xe0fff);
}

void append_utf8(std::string& text, char32_t c) {
  const auto byte = [&](char32_t bits) { text += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xc0 | c >> 6);
  } else {
    if (c < 0x10000) {
      byte(0xe0 | c >> 12);
    } else {
      byte(0xf0 | c >> 18);
      byte(0x80 | (c >> 12 & 0x3f));
    }
    byte(0x80 | (c >> 6 & 0x3f));
  }
  byte(0x80 | (c & 0x3f));
}

/// A pipe would wait for ever for somebody who writes to it again.
bool can_be_read_again(const std::string& items) {
  std::error_code ignored;
  return is_collection(items) || std::filesystem::is_regular_file(items, ignored) ||
         std::filesystem::is_directory(items, ignored);
}

/// What `look` finds; nothing if the source has become unreadable meanwhile.
template <class Look>
TextById if_readable(const ItemsArguments& source, const std::set<std::string>& ids, const Look& look) {
  TextById found;
  if (ids.empty() || !can_be_read_again(source.items)) return found;
  try {
    look(found);
  } catch (const std::exception&) {
    found.clear();
  }
  return found;
}

}  // namespace

std::string excerpt(std::string_view text, std::size_t most) {
  // Far more than most characters can take, blanks between them included.
  std::size_t end = std::min(text.size(), 32 * most + 1024);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  const std::u32string characters = to_utf32(text.substr(0, end));
  std::u32string kept;
  bool blank = false;
  for (const char32_t c : characters) {
    if (is_unseen(c)) continue;
    if (is_blank(c)) {
      blank = !kept.empty();
      continue;
    }
    if (blank) kept += U' ';
    blank = false;
    kept += c;
    if (kept.size() > most) break;
  }
  if (kept.size() > most || end < text.size()) {
    kept.resize(std::min(kept.size(), most - 1));
    while (!kept.empty() && kept.back() == U' ') kept.pop_back();
    kept += ellipsis;
  }
  std::string made;
  for (const char32_t c : kept) append_utf8(made, c);
  return made;
}

TextById beginnings(const ItemsArguments& source, const TextOptions& options,
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

TextById thumbnails(const ItemsArguments& source, const std::set<std::string>& ids, int longest) {
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
