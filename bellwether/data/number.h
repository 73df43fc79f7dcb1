#pragma once
// Decimal numbers from text: every value is the double nearest to what is written, ties to even.
//
// A mantissa w of at most 19 digits fits 64 bits, and w x 10^e with |e| <= 27 needs only 5^27 < 2^63: such
// numbers are rounded once, in whole numbers. Whatever else is written goes to std::from_chars.

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace bellwether {

/// Bytes that must be readable after the end of a text given to scan_number.
inline constexpr std::size_t number_padding = 16;

/// The number that `text` spells from its first to its last byte: sign, digits, point, exponent; no
/// hexadecimal, no words, nothing too large for a double.
std::optional<double> to_number(std::string_view text);

/// Whether `text` spells a number that is too large for a double.
bool is_too_large(std::string_view text);

namespace number_detail {

inline constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                           1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                           1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr std::uint64_t small_powers_of_ten[] = {1,      10,      100,       1000,
                                                        10'000, 100'000, 1'000'000, 10'000'000};

inline std::uint64_t load_eight(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Eight digits, one a byte, the first in the lowest: pairs, then fours, then all.
inline std::uint64_t join_eight(std::uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  constexpr std::uint64_t pairs = 0x000000FF000000FF;
  constexpr std::uint64_t first_and_third = 100 + (1'000'000ull << 32);
  constexpr std::uint64_t second_and_fourth = 1 + (10'000ull << 32);
  return ((digits & pairs) * first_and_third + ((digits >> 16) & pairs) * second_and_fourth) >> 32;
}

/// Appends the digits at `at` to `mantissa` (which wraps round after 19) and returns where they end.
inline const char* scan_digits(const char* at, std::uint64_t& mantissa) {
  for (;;) {
    const std::uint64_t digits = load_eight(at) ^ 0x3030303030303030;  // digits become 0 to 9
    // The top bit of each byte that is no digit. A carry can only spoil the bytes after the first such byte.
    const std::uint64_t others = ((digits + 0x7676767676767676) | digits) & 0x8080808080808080;
    if (others != 0) {
      const int count = std::countr_zero(others) / 8;
      const std::uint64_t aligned = (digits << 8)
                                    << (8 * (7 - count));  // two steps: a shift by 64 is undefined
      mantissa = mantissa * small_powers_of_ten[count] + join_eight(aligned);
      return at + count;
    }
    mantissa = mantissa * 100'000'000 + join_eight(digits);
    at += 8;
  }
}

/// mantissa x 10^exponent to the nearest double, for a mantissa that is exact; false: not within reach.
bool round_exactly(std::uint64_t mantissa, int exponent, double& value);

/// Reads `e-5` and the like; returns null if there are no digits. Far exponents stay far, but do not
/// overflow.
const char* scan_exponent(const char* at, int& exponent);

/// The number without sign that is spelt from `first` to `last`; false: too large.
bool round_slowly(const char* first, const char* last, double& value);

}  // namespace number_detail

/// Reads the number at `at` and returns where it ends, or null if there is none or it is too large. The text
/// must end in a byte that no number contains and be followed by `number_padding` bytes.
inline const char* scan_number(const char* at, double& value) {
  using namespace number_detail;
  const bool negative = *at == '-';
  at += negative || *at == '+';
  const char* const first = at;

  std::uint64_t mantissa = static_cast<unsigned char>(*at) ^ std::uint64_t{'0'};
  if (at[1] == '.' && mantissa < 10) {
    ++at;  // so common that it saves a tenth of the time
  } else {
    mantissa = 0;
    at = scan_digits(at, mantissa);
  }
  auto digits = at - first;
  int exponent = 0;
  if (*at == '.') {
    const char* const point = ++at;
    at = scan_digits(at, mantissa);
    exponent = static_cast<int>(point - at);
    digits += at - point;
  }
  if (digits == 0) return nullptr;
  if (*at == 'e' || *at == 'E') {
    at = scan_exponent(at, exponent);
    if (at == nullptr) return nullptr;
  }

  double size;
  if (digits <= 19 && mantissa < (1ull << 53) && exponent >= -22 && exponent <= 22) {
    // Both factors are exact doubles, so that one operation rounds once (Clinger 1990).
    const auto whole = static_cast<double>(static_cast<std::int64_t>(mantissa));
    size = exponent < 0 ? whole / powers_of_ten[-exponent] : whole * powers_of_ten[exponent];
  } else if (digits > 19 || !round_exactly(mantissa, exponent, size)) {
    if (!round_slowly(first, at, size)) return nullptr;
  }
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) | (std::uint64_t{negative} << 63));
  return at;
}

}  // namespace bellwether
