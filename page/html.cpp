#include <page/html.h>

#include <cmath>

#include <fmt/format.h>

#include <bellwether/data/text.h>

namespace bellwether::page {

namespace {

void append_utf8(std::string& text, char32_t c) {
  const auto byte = [&](char32_t value) { text += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) return byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F));
  if (c < 0x10000) return byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
  byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
}

/// Control characters, and those that turn the direction of the text around them.
bool is_harmful(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (const char32_t c : to_utf32(text)) {
    if (c == U'&')
      html += "&amp;";
    else if (c == U'<')
      html += "&lt;";
    else if (c == U'>')
      html += "&gt;";
    else if (c == U'"')
      html += "&quot;";
    else if (c == U'\'')
      html += "&#39;";
    else
      append_utf8(html, is_harmful(c) ? U' ' : c);
  }
  return html;
}

std::string inside_script(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {  // outside of strings JSON has none of these
    if (c == '<' || c == '>' || c == '&')
      safe += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      safe += c;
  }
  return safe;
}

std::string grouped(long long number) {
  std::string digits = std::to_string(std::llabs(number));
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), "\u202f");
  return number < 0 ? "\u2212" + digits : digits;
}

std::string rounded(double value) {
  if (!std::isfinite(value)) return "\u2013";
  const double size = std::abs(value);
  if (size >= 1000) return grouped(std::llround(value));
  std::string text = size >= 100                  ? fmt::format("{:.0f}", size)
                     : size >= 10                 ? fmt::format("{:.1f}", size)
                     : size >= 1                  ? fmt::format("{:.2f}", size)
                     : size == 0 || size >= 0.001 ? fmt::format("{:.3f}", size)
                                                  : fmt::format("{:.1e}", size);
  return value < 0 ? "\u2212" + text : text;
}

std::string score_text(double score) {
  return fmt::format("{}{:.3f}", score <= -0.0005 ? "\u2212" : "", std::abs(score));
}

std::string percent(double share) {
  return fmt::format("{:.0f}\u00a0%", 100 * share);
}

}  // namespace bellwether::page
