#include <bellwether/data/error.h>

#include <algorithm>

namespace bellwether {
namespace {

// A mark is `begins`, the name, `divides`, the value, `ends`; a remedy starts with `mending` instead. No text
// for people needs these bytes.
constexpr char begins = '\x0e', mending = '\x10', divides = '\x1f', ends = '\x0f';

/// Without control bytes, so that no value can be taken for an end of its mark.
std::string written_out(std::string_view value) {
  std::string result;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte == 0x7F ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return result;
}

/// What stands between the first and the last byte of a mark.
Setting read_mark(std::string_view inside, bool mends) {
  const auto at = std::min(inside.find(divides), inside.size());
  return {std::string(inside.substr(0, at)), std::string(inside.substr(std::min(at + 1, inside.size()))),
          mends};
}

/// Calls `on_text` and `on_setting` for the pieces in turn. A start without an end is text: it can only come
/// from a name in a file.
template <class OnText, class OnSetting>
void for_each_piece(std::string_view text, OnText&& on_text, OnSetting&& on_setting) {
  constexpr std::string_view openings{"\x0e\x10"};
  while (!text.empty()) {
    const auto open = text.find_first_of(openings);
    const auto close = open == text.npos ? text.npos : text.find_first_of("\x0e\x0f\x10", open + 1);
    if (close == text.npos) return on_text(text);
    on_text(text.substr(0, open));
    if (text[close] == ends) {
      on_setting(read_mark(text.substr(open + 1, close - open - 1), text[open] == mending));
      text.remove_prefix(close + 1);
    } else {
      on_text(text.substr(open, close - open));
      text.remove_prefix(close);
    }
  }
}

}  // namespace

std::string marked(const Setting& setting) {
  return fmt::format("{}{}{}{}{}", setting.mends ? mending : begins, written_out(setting.name), divides,
                     written_out(setting.value), ends);
}

std::string spelled_plainly(const Setting& setting) {
  return setting.value.empty() ? setting.name : fmt::format("{} = {}", setting.name, setting.value);
}

std::string in_words(std::string_view text, const Speller& spell) {
  std::string words;
  for_each_piece(
      text, [&](std::string_view piece) { words += piece; },
      [&](const Setting& setting) { words += spell(setting); });
  return words;
}

std::vector<Setting> settings_in(std::string_view text) {
  std::vector<Setting> settings;
  for_each_piece(
      text, [](std::string_view) {}, [&](Setting setting) { settings.push_back(std::move(setting)); });
  return settings;
}

Error::Error(const std::string& text, Where where)
    : std::runtime_error(in_words(text)),
      parts_(std::make_shared<const Parts>(Parts{text, std::move(where)})) {}

std::vector<Setting> Error::remedies() const {
  auto settings = settings_in(text());
  std::erase_if(settings, [](const Setting& setting) { return !setting.mends; });
  return settings;
}

bool Error::speaks_of(std::string_view setting) const {
  return std::ranges::any_of(settings_in(text()), [&](const Setting& s) { return s.name == setting; });
}

}  // namespace bellwether
