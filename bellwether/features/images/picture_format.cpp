#include <bellwether/features/images/picture_format.h>

#include <zlib.h>

#include <cstdint>
#include <cstdlib>

#include <bellwether/data/text.h>

namespace bellwether {
namespace {

constexpr std::int64_t longest_side = 32768;
constexpr std::int64_t most_pixels = 100'000'000;

bool sensible(std::int64_t width, std::int64_t height) {
  return width >= 1 && height >= 1 && width <= longest_side && height <= longest_side &&
         width * height <= most_pixels;
}

/// Bytes at a place, as numbers. What lies beyond the end reads as 0 and is remembered.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t big(std::size_t at, int count) {
    std::uint32_t number = 0;
    for (int i = 0; i < count; ++i) number = number << 8 | byte(at + static_cast<std::size_t>(i));
    return number;
  }
  std::uint32_t little(std::size_t at, int count) {
    std::uint32_t number = 0;
    for (int i = count; i-- > 0;) number = number << 8 | byte(at + static_cast<std::size_t>(i));
    return number;
  }
  std::uint8_t byte(std::size_t at) {
    if (at < bytes_.size()) return static_cast<std::uint8_t>(bytes_[at]);
    beyond_ = true;
    return 0;
  }
  bool beyond() const { return beyond_; }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  bool beyond_ = false;
};

/// The frame header of a JPEG: markers C0 to CF but for tables (C4, CC) and the reserved C8.
bool is_frame(std::uint8_t marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

bool stands_alone(std::uint8_t marker) {
  return marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
}

/// Walks the segments, and the coded data after each scan header, to the marker that ends the picture.
bool sound_jpeg(std::string_view bytes) {
  Bytes at(bytes);
  bool framed = false, scanned = false;
  for (std::size_t place = 2; !at.beyond();) {
    const bool marked = at.byte(place) == 0xFF;
    const std::uint8_t marker = marked ? at.byte(place + 1) : std::uint8_t{0};
    if (marked && marker == 0xFF) {  // filling
      ++place;
      continue;
    }
    if (!marked || marker == 0x00) {  // coded data; in it 00 follows every FF
      if (!scanned) return false;
      place += marked ? 2 : 1;
      continue;
    }
    if (marker == 0xD9) return !at.beyond() && framed && scanned;
    if (!stands_alone(marker)) {
      if (is_frame(marker)) {
        framed = sensible(at.big(place + 7, 2), at.big(place + 5, 2));
        if (!framed) return false;
      }
      scanned = scanned || marker == 0xDA;
      const std::size_t length = at.big(place + 2, 2);
      if (length < 2) return false;
      place += length;
    }
    place += 2;
  }
  return false;
}

constexpr std::string_view png_signature{"\x89PNG\r\n\x1a\n", 8};

bool makes_grey_values(std::string_view chunk) {
  return chunk == "IHDR" || chunk == "PLTE" || chunk == "IDAT" || chunk == "IEND";
}

/// Chunks of length, name, data, check sum, to the one that ends the picture.
std::optional<std::string> sound_png(std::string_view bytes) {
  Bytes at(bytes);
  std::string kept(png_signature);
  for (std::size_t place = png_signature.size();;) {
    const std::size_t length = at.big(place, 4);
    if (at.beyond() || length > bytes.size() || place + 12 + length > bytes.size()) return {};
    const std::string_view name = bytes.substr(place + 4, 4);
    const auto* data = reinterpret_cast<const Bytef*>(bytes.data() + place + 4);
    if (crc32(0, data, static_cast<uInt>(length + 4)) != at.big(place + 8 + length, 4)) return {};
    const bool first = place == png_signature.size();
    if (first != (name == "IHDR")) return {};
    if (first && !sensible(at.big(place + 8, 4), at.big(place + 12, 4))) return {};
    if (makes_grey_values(name)) kept += bytes.substr(place, 12 + length);
    if (name == "IEND") return kept;
    place += 12 + length;
  }
}

/// Uncompressed only: the others are all but extinct, and nothing in them tells of a cut.
bool sound_bmp(std::string_view bytes) {
  Bytes at(bytes);
  const std::int64_t pixels_at = at.little(10, 4), header = at.little(14, 4);
  const bool old = header == 12;
  const std::int64_t width = static_cast<std::int32_t>(old ? at.little(18, 2) : at.little(18, 4));
  const std::int64_t height =
      std::abs(std::int64_t{static_cast<std::int32_t>(old ? at.little(20, 2) : at.little(22, 4))});
  const std::int64_t bits = at.little(old ? 24 : 28, 2), packing = old ? 0 : at.little(30, 4);
  if (at.beyond() || !sensible(width, height) || bits < 1 || bits > 32) return false;
  const std::int64_t row = (width * bits + 31) / 32 * 4;
  return (packing == 0 || packing == 3) && pixels_at >= 14 + header &&
         pixels_at + row * height <= static_cast<std::int64_t>(bytes.size());
}

/// P5 or P6: width, height and largest value as text, parted by blanks and comments, one blank, the pixels.
bool sound_pnm(std::string_view bytes) {
  std::string_view rest = bytes.substr(2);
  std::int64_t numbers[3] = {};
  for (std::int64_t& number : numbers) {
    while (!rest.empty() && (rest[0] == '#' || std::string_view(" \t\r\n").find(rest[0]) != rest.npos))
      rest.remove_prefix(rest[0] == '#' ? std::min(rest.find('\n'), rest.size() - 1) + 1 : 1);
    const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
    number = digits.size() > 9 ? 0 : to_count(digits).value_or(0);
    rest.remove_prefix(digits.size());
  }
  if (!sensible(numbers[0], numbers[1]) || numbers[2] < 1 || numbers[2] > 65535 || rest.empty()) return false;
  const std::int64_t bytes_each = (bytes[1] == '6' ? 3 : 1) * (numbers[2] > 255 ? 2 : 1);
  return numbers[0] * numbers[1] * bytes_each <= static_cast<std::int64_t>(rest.size()) - 1;
}

/// The size of one of the three kinds of WebP; the file's length is in its header.
bool sound_webp(std::string_view bytes) {
  Bytes at(bytes);
  if (std::size_t{at.little(4, 4)} + 8 > bytes.size()) return false;
  const std::string_view kind = bytes.substr(12, 4);
  std::int64_t width = 0, height = 0;
  if (kind == "VP8X") {
    width = at.little(24, 3) + 1;
    height = at.little(27, 3) + 1;
  } else if (kind == "VP8L") {
    const std::uint32_t both = at.little(21, 4);
    width = (both & 0x3FFF) + 1;
    height = (both >> 14 & 0x3FFF) + 1;
  } else if (kind == "VP8 ") {
    width = at.little(26, 2) & 0x3FFF;
    height = at.little(28, 2) & 0x3FFF;
  }
  return !at.beyond() && sensible(width, height);
}

/// Width and height are the entries 256 and 257 of the first directory; OpenCV notices by itself, and
/// silently, when the pixels are cut.
bool sound_tiff(std::string_view bytes) {
  Bytes at(bytes);
  const bool little = bytes[0] == 'I';
  const auto number = [&](std::size_t place, int count) {
    return little ? at.little(place, count) : at.big(place, count);
  };
  const std::size_t directory = number(4, 4);
  const std::uint32_t entries = number(directory, 2);
  std::int64_t width = 0, height = 0;
  for (std::uint32_t i = 0; i < entries && !at.beyond(); ++i) {
    const std::size_t entry = directory + 2 + 12 * std::size_t{i};
    const std::int64_t value = number(entry + 2, 2) == 3 ? number(entry + 8, 2) : number(entry + 8, 4);
    if (number(entry, 2) == 256) width = value;
    if (number(entry, 2) == 257) height = value;
  }
  return !at.beyond() && sensible(width, height);
}

}  // namespace

std::optional<std::string> sound_picture(std::string_view bytes) {
  const auto begins = [&](std::string_view with) { return bytes.starts_with(with); };
  bool sound = false;
  if (begins(png_signature)) return sound_png(bytes);
  if (begins("\xFF\xD8\xFF")) sound = sound_jpeg(bytes);
  if (begins("BM")) sound = sound_bmp(bytes);
  if (begins("P5") || begins("P6")) sound = sound_pnm(bytes);
  if (begins("RIFF") && bytes.size() > 30 && bytes.substr(8, 4) == "WEBP") sound = sound_webp(bytes);
  if (begins({"II*\0", 4}) || begins({"MM\0*", 4})) sound = sound_tiff(bytes);
  return sound ? std::optional(std::string(bytes)) : std::nullopt;
}

}  // namespace bellwether
