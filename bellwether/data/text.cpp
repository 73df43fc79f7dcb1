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

}  // namespace bellwether
