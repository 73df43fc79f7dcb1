#pragma once
// Pictures drawn by code, and the bytes of files that hold them.

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/features/images/picture.h>

namespace bellwether::testing_support {

/// grey(x, y) of the point in the middle of each ninth of a pixel, averaged: edges come out smooth.
template <class Grey>
Picture drawn(int width, int height, const Grey& grey) {
  Picture picture{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double sum = 0;
      for (int part = 0; part < 9; ++part)
        sum += grey(x + (part % 3 * 2 + 1) / 6.0, y + (part / 3 * 2 + 1) / 6.0);
      picture.grey.push_back(static_cast<float>(std::round(sum / 9)));
    }
  }
  return picture;
}

/// A bright square with a dark one in its corner, turned by `angle` around (x, y).
inline Picture square(double x, double y, double angle) {
  return drawn(128, 128, [=](double px, double py) {
    const double u = (px - x) * std::cos(angle) + (py - y) * std::sin(angle);
    const double v = (py - y) * std::cos(angle) - (px - x) * std::sin(angle);
    if (std::max(std::abs(u), std::abs(v)) > 30) return 40.0;
    return u > 0 && v > 0 ? 90.0 : 220.0;
  });
}

/// Bright rings around (x, y): no corner anywhere.
inline Picture disc(double x, double y) {
  return drawn(128, 128, [=](double px, double py) {
    const double radius = std::hypot(px - x, py - y);
    if (radius > 34) return 40.0;
    return radius < 14 ? 90.0 : 220.0;
  });
}

/// Overlapping squares of random grey: plenty of corners.
inline Picture texture(int width, int height, std::uint64_t random_seed) {
  Random random(random_seed);
  Picture picture{width, height, std::vector<float>(static_cast<std::size_t>(width * height), 128)};
  for (int square = 0; square < 60; ++square) {
    const auto size = static_cast<int>(4 + random.below(20));
    const auto left = static_cast<int>(random.below(width)), top = static_cast<int>(random.below(height));
    const auto grey = static_cast<float>(random.below(256));
    for (int y = top; y < std::min(height, top + size); ++y)
      for (int x = left; x < std::min(width, left + size); ++x) picture.grey[y * width + x] = grey;
  }
  return picture;
}

inline std::string grey_bytes(const Picture& picture) {
  std::string bytes;
  for (const float grey : picture.grey) bytes += static_cast<char>(static_cast<unsigned char>(grey));
  return bytes;
}

inline std::string pgm(const Picture& picture) {
  return fmt::format("P5\n# drawn by a test\n{} {}\n255\n{}", picture.width, picture.height,
                     grey_bytes(picture));
}

inline std::string big_endian(std::size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
  return bytes;
}

inline std::string png_chunk(const std::string& name, const std::string& data) {
  const std::string body = name + data;
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(data.size()) + body + big_endian(sum);
}

inline std::string png_header(std::size_t width, std::size_t height) {
  return std::string("\x89PNG\r\n\x1a\n", 8) +
         png_chunk("IHDR", big_endian(width) + big_endian(height) + std::string("\x08\0\0\0\0", 5));
}

/// With a colour profile that libpng would complain about on stderr.
inline std::string png(const Picture& picture) {
  std::string rows;
  const std::string grey = grey_bytes(picture);
  for (int y = 0; y < picture.height; ++y)
    rows += '\0' +
            grey.substr(static_cast<std::size_t>(y * picture.width), static_cast<std::size_t>(picture.width));
  std::string packed(compressBound(rows.size()), '\0');
  auto size = static_cast<uLongf>(packed.size());
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
           rows.size());
  packed.resize(size);
  return png_header(static_cast<std::size_t>(picture.width), static_cast<std::size_t>(picture.height)) +
         png_chunk("iCCP", "no profile") + png_chunk("IDAT", packed) + png_chunk("IEND", "");
}

/// An 8 x 8 JPEG whose every pixel is 128: one block, one code for "no difference", one for "no more".
inline std::string grey_jpeg() {
  const auto segment = [](int marker, const std::string& data) {
    return fmt::format("\xFF{}{}{}{}", static_cast<char>(marker), static_cast<char>((data.size() + 2) >> 8),
                       static_cast<char>((data.size() + 2) & 0xFF), data);
  };
  const std::string one_code = '\x01' + std::string(15, '\0') + '\0';
  return "\xFF\xD8" + segment(0xDB, '\0' + std::string(64, '\x01')) +
         segment(0xC0, std::string("\x08\0\x08\0\x08\x01\x01\x11\0", 9)) + segment(0xC4, '\0' + one_code) +
         segment(0xC4, '\x10' + one_code) + segment(0xDA, std::string("\x01\x01\0\0\x3F\0", 6)) +
         "\x3F\xFF\xD9";
}

/// A bottom-up BMP of 24 bits.
inline std::string bmp(const Picture& picture) {
  const auto little = [](std::size_t number, int count) {
    std::string bytes;
    for (int i = 0; i < count; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFF);
    return bytes;
  };
  std::string rows;
  for (int y = picture.height; y-- > 0;) {
    for (int x = 0; x < picture.width; ++x)
      rows +=
          std::string(3, static_cast<char>(static_cast<unsigned char>(picture.grey[y * picture.width + x])));
    while (rows.size() % 4 != 0) rows += '\0';
  }
  return "BM" + little(54 + rows.size(), 4) + little(0, 4) + little(54, 4) + little(40, 4) +
         little(static_cast<std::size_t>(picture.width), 4) +
         little(static_cast<std::size_t>(picture.height), 4) + little(1, 2) + little(24, 2) +
         std::string(24, '\0') + rows;
}

/// A tar archive of plain files.
inline std::string tar(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string archive;
  for (const auto& [name, bytes] : files) {
    std::string header(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
    put(0, name);
    put(100, "0000644");
    put(124, fmt::format("{:011o}", bytes.size()));
    put(136, "00000000000");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar");
    put(263, "00");
    unsigned sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    put(148, fmt::format("{:06o}", sum) + '\0');
    archive += header + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
  }
  return archive + std::string(1024, '\0');
}

}  // namespace bellwether::testing_support
