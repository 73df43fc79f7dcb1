#include <bellwether/features/text/excerpt.h>

#include <algorithm>

#include <bellwether/data/text.h>

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

}  // namespace bellwether
