#pragma once
// What the bytes of a picture file say about themselves, found before a decoder sees them. Decoders read on
// beyond a cut, make room for any size that a file claims, and some complain on stderr: what is not sound
// must not reach them.

#include <optional>
#include <string>
#include <string_view>

namespace bellwether {

/// The bytes to decode; nothing if they are of no known format, if the file is cut off, or if the size that
/// it claims is 0 or beyond 32768 pixels on a side or 100 million in all. Of a PNG only the parts that make
/// the grey values are passed on, their check sums verified.
std::optional<std::string> sound_picture(std::string_view bytes);

}  // namespace bellwether
