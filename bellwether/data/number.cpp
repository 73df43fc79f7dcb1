#include <bellwether/data/number.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace bellwether {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int most_fives = 27;  // 5^27 < 2^63

constexpr std::array<std::uint64_t, most_fives + 1> powers_of_five = [] {
  std::array<std::uint64_t, most_fives + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 5 * powers[i - 1];
  return powers;
}();

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// 2^exponent, within the range of normal doubles.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

/// w / 5^k: the quotient of both, shifted to have 64 bits, with the remainder to tell how to round.
double divide_by_fives(std::uint64_t w, int fives) {
  const std::uint64_t divisor = powers_of_five[static_cast<std::size_t>(fives)];
  const int up = std::countl_zero(w);
  const int divisor_up = std::countl_zero(divisor);
  const std::uint64_t top = w << up;
  const std::uint64_t bottom = divisor << divisor_up;
  const int half = top >= bottom ? 1 : 0;  // keeps the quotient below 2^64
  const Wide dividend = static_cast<Wide>(top) << (64 - half);
  const auto quotient = static_cast<std::uint64_t>(dividend / bottom);

  std::uint64_t mantissa = quotient >> 11;  // 53 bits
  const std::uint64_t rest = quotient & 0x7FF;
  constexpr std::uint64_t tie = 0x400;
  if (rest == tie) [[unlikely]] {
    const bool remains = static_cast<Wide>(quotient) * bottom != dividend;
    mantissa += remains || mantissa % 2 == 1;
  } else {
    mantissa += rest > tie;
  }
  return static_cast<double>(mantissa) * power_of_two(11 - 64 + half + divisor_up - up);
}

/// Where the first digit that is not zero stands: 1 for units, 2 for tens, 0 for tenths.
std::ptrdiff_t magnitude(const char* first, const char* last) {
  const char* point = std::find(first, last, '.');
  const char* digits_end = std::find_if(first, last, [](char c) { return c == 'e' || c == 'E'; });
  point = std::min(point, digits_end);
  const char* leading = std::find_if(first, digits_end, [](char c) { return is_digit(c) && c != '0'; });
  return leading < point ? point - leading : point - leading + 1;
}

}  // namespace

namespace number_detail {

bool round_exactly(std::uint64_t mantissa, int exponent, double& value) {
  if (exponent < -most_fives || exponent > most_fives) return false;
  if (mantissa == 0) {
    value = 0.0;
  } else if (exponent < 0) {
    value = divide_by_fives(mantissa, -exponent) * power_of_two(exponent);
  } else {
    const Wide product = static_cast<Wide>(mantissa) * powers_of_five[static_cast<std::size_t>(exponent)];
    value = static_cast<double>(product) * power_of_two(exponent);
  }
  return true;
}

const char* scan_exponent(const char* at, int& exponent) {
  ++at;
  const bool negative = *at == '-';
  at += negative || *at == '+';
  if (!is_digit(*at)) return nullptr;
  constexpr int far = 100'000'000;
  int written = 0;
  for (; is_digit(*at); ++at) written = std::min(written * 10 + (*at - '0'), far);
  exponent += negative ? -written : written;
  return at;
}

bool round_slowly(const char* first, const char* last, double& value) {
  value = 0.0;
  if (std::from_chars(first, last, value).ec != std::errc::result_out_of_range) return true;
  // Out of range says nothing of the side, and a long row of zeros can stand against a large exponent.
  int exponent = 0;
  const char* mark = std::find_if(first, last, [](char c) { return c == 'e' || c == 'E'; });
  if (mark != last) scan_exponent(mark, exponent);
  value = 0.0;
  return magnitude(first, last) + exponent <= 0;
}

}  // namespace number_detail

std::optional<double> to_number(std::string_view text) {
  std::array<char, 64> near{};  // zeros end every number
  std::string far;
  const char* first = near.data();
  if (text.size() + number_padding <= near.size()) {
    std::copy(text.begin(), text.end(), near.begin());
  } else {
    far.reserve(text.size() + number_padding);
    far.assign(text).append(number_padding, '\0');
    first = far.data();
  }
  double value = 0.0;
  if (scan_number(first, value) != first + text.size()) return std::nullopt;
  return value;
}

bool is_too_large(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  return problem == std::errc::result_out_of_range && stop == end;
}

}  // namespace bellwether
