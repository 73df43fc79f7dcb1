#pragma once
// A picture as grey values, out of the bytes of a file. Reading and resizing are OpenCV's; where bellwether
// was built without it, they throw InvalidOption.
//
// OpenCV keeps two settings for the whole process, which the first call here makes once and for all: it uses
// one thread (threads belong to the engine: pictures are worked on side by side), and it logs nothing.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<float> grey = {};  ///< row by row, 0 (black) to 255
};

/// Whether this bellwether was built with OpenCV.
bool reads_pictures();

/// Throws InvalidOption with the way out unless it was.
void require_pictures();

/// What is read, in words for errors and help.
inline constexpr std::string_view picture_formats = "JPEG, PNG, BMP, TIFF, WebP, PGM or PPM";

/// Colours become grey by 0.299 red + 0.587 green + 0.114 blue; a camera's note about which side is up is
/// heeded. Nothing if the bytes are no picture of these formats, are cut off, or claim an absurd size. (Of a
/// JPEG that is whole but damaged inside, libjpeg itself may still complain on stderr; OpenCV has no way to
/// hush it.)
std::optional<Picture> decode_picture(std::string_view bytes);

/// The picture in its colours as a small JPEG, no side longer than `longest`; nothing where decode_picture()
/// gives nothing.
std::optional<std::string> thumbnail(std::string_view bytes, int longest);

/// A side that shrinks is averaged (each new pixel is the mean of what it covers), one that grows is
/// interpolated linearly.
Picture resized(const Picture& picture, int width, int height);

/// Smaller in proportion, so that no side is longer than `longest`; as it is if none is.
Picture shrunk_to(Picture picture, int longest);

}  // namespace bellwether
