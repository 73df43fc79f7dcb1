#pragma once
// Small steps on pieces of text that every reader takes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether {

/// Without the blanks, tabs and carriage returns at both ends.
std::string_view trim(std::string_view text);

std::string lower(std::string_view text);

/// Equal but for the case of ASCII letters.
bool same_word(std::string_view a, std::string_view b);
bool starts_with_word(std::string_view text, std::string_view word);

/// Takes the next word (blanks and tabs part them) off the front of `rest`; empty when there is none.
std::string_view next_word(std::string_view& rest);

/// A whole number without sign that fits, or nothing.
std::optional<std::int64_t> to_count(std::string_view text);

/// A piece of a file as an error shows it: in quotes, shortened, control bytes written out.
std::string shown(std::string_view text);

/// The first five names as shown() shows them, parted by commas, and "..." if there are more.
std::string first_few(const std::vector<std::string>& names);

/// "1 item", "150 items".
std::string counted(std::int64_t number, std::string_view noun);

/// The characters of UTF-8 text; what is not well-formed becomes U+FFFD.
std::u32string to_utf32(std::string_view text);

}  // namespace bellwether
