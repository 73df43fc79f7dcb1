#pragma once
// Bytes become UTF-8. Old mail and newsgroup posts are Latin-1, and worse.

#include <string>
#include <string_view>

namespace bellwether {

bool is_ascii(std::string_view bytes);

/// Whether the bytes are well-formed UTF-8; `at`, if given, gets the place of the first byte that is not.
bool is_utf8(std::string_view bytes, std::size_t* at = nullptr);

/// Null bytes near the start and no byte order mark: a picture, a program, but no text.
bool is_binary(std::string_view bytes);

/// Throws InvalidOption unless this is "auto" or an encoding that ICU knows.
void require_encoding(const std::string& encoding);

enum class Decoded {
  as_said,   ///< in the encoding that was asked for; "auto": UTF-8, or UTF-16 by its byte order mark
  fallback,  ///< "auto", not UTF-8: read as Windows-1252, Latin-1 with the quotation marks that people use
  lossy,     ///< some bytes mean nothing in the encoding asked for and became U+FFFD
};

/// Turns `bytes` into UTF-8 in place; a byte order mark goes. Every sequence of bytes is text in the end.
Decoded decode(std::string& bytes, const std::string& encoding);

}  // namespace bellwether
