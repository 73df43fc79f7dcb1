#include <bellwether/features/text/encoding.h>

#include <unicode/ucnv.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

using Converter = std::unique_ptr<UConverter, decltype(&ucnv_close)>;

/// Null if ICU does not know the encoding.
Converter converter(const std::string& encoding) {
  UErrorCode error = U_ZERO_ERROR;
  Converter found(ucnv_open(encoding.c_str(), &error), ucnv_close);
  if (U_FAILURE(error)) found.reset();
  return found;
}

/// Bytes without a meaning become U+FFFD.
std::string convert(const std::string& bytes, const std::string& encoding) {
  const Converter from = converter(encoding);
  require<InvalidOption>(from != nullptr, "there is no encoding '{}'", encoding);
  UErrorCode error = U_ZERO_ERROR;
  std::u16string wide(bytes.size() + 1, u'\0');
  const auto length = ucnv_toUChars(from.get(), wide.data(), static_cast<std::int32_t>(wide.size()),
                                    bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
  require(U_SUCCESS(error), "a text of {} bytes cannot be decoded as {}", bytes.size(), encoding);

  const Converter to = converter("UTF-8");
  std::string text(3 * static_cast<std::size_t>(length) + 1, '\0');
  const auto size = ucnv_fromUChars(to.get(), text.data(), static_cast<std::int32_t>(text.size()),
                                    wide.data(), length, &error);
  require(U_SUCCESS(error), "a text of {} bytes cannot be decoded as {}", bytes.size(), encoding);
  text.resize(static_cast<std::size_t>(size));
  return text;
}

/// The encoding that a byte order mark tells, UTF-8 aside; empty if there is none.
std::string marked(std::string_view bytes) {
  if (bytes.starts_with(std::string_view("\xFF\xFE\0\0", 4)) ||
      bytes.starts_with(std::string_view("\0\0\xFE\xFF", 4)))
    return "UTF-32";
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return "UTF-16";
  return {};
}

/// The length of the well-formed sequence at the front, 0 if there is none (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80, high = lead == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

void drop_mark(std::string& text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
}

}  // namespace

bool is_ascii(std::string_view bytes) {
  std::uint64_t seen = 0;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes.data() + i, 8);
    seen |= eight;
  }
  for (; i < bytes.size(); ++i) seen |= static_cast<unsigned char>(bytes[i]) & 0x80U;
  return (seen & 0x8080808080808080U) == 0;
}

bool is_utf8(std::string_view bytes, std::size_t* at) {
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t length = sequence_length(bytes.substr(i));
    if (length == 0) {
      if (at != nullptr) *at = i;
      return false;
    }
    i += length;
  }
  return true;
}

bool is_binary(std::string_view bytes) {
  return marked(bytes).empty() && bytes.substr(0, 8192).find('\0') != std::string_view::npos;
}

void require_encoding(const std::string& encoding) {
  require<InvalidOption>(
      same_word(encoding, "auto") || converter(encoding) != nullptr,
      "there is no encoding {} (auto, utf-8, latin-1, windows-1252, utf-16, shift-jis, ...)",
      shown(encoding));
}

Decoded decode(std::string& bytes, const std::string& encoding) {
  // What ICU converts is counted in 32 bits; a document that long is none.
  require(bytes.size() < std::size_t{1} << 30, "a text of {} bytes is too long for one document",
          bytes.size());
  if (!same_word(encoding, "auto")) {
    const bool plain = same_word(encoding, "utf-8") || same_word(encoding, "utf8");
    if (plain && is_utf8(bytes)) return drop_mark(bytes), Decoded::as_said;
    bytes = convert(bytes, encoding);
    drop_mark(bytes);
    return bytes.find("\xEF\xBF\xBD") == std::string::npos ? Decoded::as_said : Decoded::lossy;
  }
  if (const std::string wide = marked(bytes); !wide.empty()) {
    bytes = convert(bytes, wide);
    return Decoded::as_said;
  }
  if (is_ascii(bytes) || is_utf8(bytes)) return drop_mark(bytes), Decoded::as_said;
  bytes = convert(bytes, "windows-1252");
  return Decoded::fallback;
}

}  // namespace bellwether
