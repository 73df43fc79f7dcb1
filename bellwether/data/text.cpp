#include <bellwether/data/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace bellwether {
namespace {

constexpr std::size_t longest_shown = 40;
constexpr std::string_view blanks = " \t\r";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool continues_a_character(char c) {  // in UTF-8
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool starts_with_word(std::string_view text, std::string_view word) {
  return same_word(text.substr(0, word.size()), word);
}

std::string_view next_word(std::string_view& rest) {
  const auto first = std::min(rest.find_first_not_of(blanks), rest.size());
  const auto last = std::min(rest.find_first_of(blanks, first), rest.size());
  const auto word = rest.substr(first, last - first);
  rest.remove_prefix(last);
  return word;
}

std::optional<std::int64_t> to_count(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc{} || stop != end || value < 0 || text.front() == '-') return std::nullopt;
  return value;
}

std::string shown(std::string_view text) {
  std::size_t size = std::min(text.size(), longest_shown);
  while (size < text.size() && size > 0 && continues_a_character(text[size])) --size;
  std::string result = "'";
  for (const char c : text.substr(0, size)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result + (size < text.size() ? "...'" : "'");
}

std::string first_few(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string list;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
    if (i > 0) list += ", ";
    list += shown(names[i]);
  }
  if (names.size() > most) list += ", ...";
  return list;
}

std::string counted(std::int64_t number, std::string_view noun) {
  if (number == 1) return fmt::format("1 {}", noun);
  return fmt::format("{} {}{}", number, noun, noun.ends_with('s') ? "es" : "s");
}

std::u32string to_utf32(std::string_view text) {
  std::u32string wide;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    const int more = lead < 0x80 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    char32_t character = lead < 0x80 ? lead : lead & (0x3FU >> more);
    bool whole = lead < 0x80 || (lead >= 0xC2 && lead <= 0xF4);
    for (int k = 0; k < more && whole; ++k) {
      whole = i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
      if (whole) character = character << 6 | (static_cast<unsigned char>(text[i++]) & 0x3FU);
    }
    const bool overlong = (more == 2 && character < 0x800) || (more == 3 && character < 0x10000);
    const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
    wide += whole && !overlong && !surrogate && character <= 0x10FFFF ? character : U'\uFFFD';
  }
  return wide;
}

}  // namespace bellwether
