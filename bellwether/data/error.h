#pragma once
// Errors are for the person who can fix them: what was found, where, and the settings that help.
//
// What a setting is called depends on the front end: `--missing mean` on the command line, `missing="mean"`
// in Python. The library therefore names settings by marks, which a front end spells with in_words():
//
//   require(known, "{} is empty (use {} or drop the row)", place, remedy("missing", "mean"));
//
//   catch (const Error& error) { print(in_words(error, [](const Setting& s) { ... })); }

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace bellwether {

/// A setting as a text names it. Formatting one with fmt gives its mark.
struct Setting {
  std::string name;        ///< as options are called: "missing", "label_column", "clusters"
  std::string value = {};  ///< empty: the setting as such
  bool mends = false;      ///< with this value the error would be gone

  friend bool operator==(const Setting&, const Setting&) = default;
};

inline Setting setting(std::string_view name, std::string_view value = {}) {
  return {std::string(name), std::string(value)};
}
/// A setting that would mend what is wrong.
inline Setting remedy(std::string_view name, std::string_view value = {}) {
  return {std::string(name), std::string(value), true};
}
template <class T>
concept Arithmetic = std::is_arithmetic_v<T>;
Setting setting(std::string_view name, Arithmetic auto value) {
  return setting(name, fmt::format("{}", value));
}
Setting remedy(std::string_view name, Arithmetic auto value) {
  return remedy(name, fmt::format("{}", value));
}

/// The mark of a setting, to be put into a text. Control bytes of its value are written out, as \x1b.
std::string marked(const Setting& setting);

/// How a front end writes a setting.
using Speller = std::function<std::string(const Setting&)>;

/// `missing = mean`, or `missing` if there is no value.
std::string spelled_plainly(const Setting& setting);

/// The text with every mark in it spelled out. Messages, notes and reasons of the library may have marks.
std::string in_words(std::string_view text, const Speller& spell = spelled_plainly);

/// The settings that are marked in the text, in order.
std::vector<Setting> settings_in(std::string_view text);

/// Where the trouble is; each member is empty where it is not known. Formatting one gives `items.csv:17`.
struct Where {
  std::string file = {};
  std::int64_t row = 0;     ///< a line of the file, or a row of the items, from 1
  std::string column = {};  ///< its name, or its number from 1
  std::string value = {};   ///< what was found there

  friend bool operator==(const Where&, const Where&) = default;
};

/// Every error that bellwether raises on purpose. what() spells settings plainly.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& text, Where where = {});

  /// The text with its marks: what another error has to be made of that says more.
  const std::string& text() const { return parts_->text; }
  const Where& where() const { return parts_->where; }
  /// The settings that would mend it, in the order of the text.
  std::vector<Setting> remedies() const;
  /// Whether the text names this setting, in whatever role.
  bool speaks_of(std::string_view setting) const;

 private:
  struct Parts {
    std::string text;
    Where where;
  };
  std::shared_ptr<const Parts> parts_;  // shared: to copy an exception must not throw
};

/// The whole message, its settings as the front end writes them.
inline std::string in_words(const Error& error, const Speller& spell) {
  return in_words(error.text(), spell);
}

/// A problem with the data or the run: exit status 1.
struct InvalidInput : Error {
  using Error::Error;
};

/// A problem with what was asked for (an unknown name, a value out of range): exit status 2.
struct InvalidOption : Error {
  using Error::Error;
};

/// The first Where among the arguments of a message.
inline Where where_among() {
  return {};
}
template <class First, class... Rest>
Where where_among(const First& first, const Rest&... rest) {
  if constexpr (std::is_same_v<First, Where>)
    return first;
  else
    return where_among(rest...);
}

/// Throws `Kind` with the formatted message. If a Where is among the arguments, the error keeps it.
template <class Kind = InvalidInput, class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) {
  Where where = where_among(args...);
  throw Kind(fmt::format(message, std::forward<Args>(args)...), std::move(where));
}

/// The same, unless `condition` holds.
template <class Kind = InvalidInput, class... Args>
void require(bool condition, fmt::format_string<Args...> message, Args&&... args) {
  if (!condition) refuse<Kind>(message, std::forward<Args>(args)...);
}

}  // namespace bellwether

template <>
struct fmt::formatter<bellwether::Setting> {
  constexpr auto parse(format_parse_context& context) { return context.begin(); }
  auto format(const bellwether::Setting& setting, format_context& context) const {
    return fmt::format_to(context.out(), "{}", bellwether::marked(setting));
  }
};

template <>
struct fmt::formatter<bellwether::Where> {
  constexpr auto parse(format_parse_context& context) { return context.begin(); }
  auto format(const bellwether::Where& where, format_context& context) const {
    if (where.row == 0) return fmt::format_to(context.out(), "{}", where.file);
    return fmt::format_to(context.out(), "{}:{}", where.file, where.row);
  }
};
