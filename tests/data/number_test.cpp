#include <bellwether/data/number.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

namespace bellwether {
namespace {

/// strtod in the C locale rounds correctly and is another piece of code than ours.
void expect_as_strtod(const std::string& text) {
  const double expected = std::strtod(text.c_str(), nullptr);
  const auto found = to_number(text);
  if (std::isinf(expected)) {
    RC_ASSERT(!found.has_value());
    RC_ASSERT(is_too_large(text));
  } else {
    RC_ASSERT(found.has_value());
    RC_ASSERT(std::bit_cast<std::uint64_t>(*found) == std::bit_cast<std::uint64_t>(expected));
  }
}

std::string digits(int most) {
  const auto count = *rc::gen::inRange(1, most + 1);
  return *rc::gen::container<std::string>(static_cast<std::size_t>(count),
                                          rc::gen::inRange('0', static_cast<char>('9' + 1)));
}

RC_GTEST_PROP(Number, DecimalsAreRoundedAsStrtodRoundsThem, ()) {
  const std::string sign = *rc::gen::element("", "-", "+");
  expect_as_strtod(sign + digits(12) + "." + digits(12));
}

RC_GTEST_PROP(Number, ExponentsAreRoundedAsStrtodRoundsThem, ()) {
  const auto exponent = *rc::gen::inRange(-345, 330);
  expect_as_strtod(digits(20) + "." + digits(20) + fmt::format("e{}", exponent));
}

RC_GTEST_PROP(Number, SmallExponentsAreRoundedAsStrtodRoundsThem, ()) {
  const auto exponent = *rc::gen::inRange(-30, 30);
  expect_as_strtod(digits(2) + "." + digits(17) + fmt::format("E{:+}", exponent));
}

RC_GTEST_PROP(Number, EveryDoubleReadsBackFromItsShortestTextAndFrom17Digits, (std::uint64_t bits)) {
  const double value = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(value));
  RC_ASSERT(to_number(fmt::format("{}", value)) == value);
  RC_ASSERT(to_number(fmt::format("{:.17g}", value)) == value);
}

RC_GTEST_PROP(Number, HalfwayCasesGoToTheEvenNeighbour, ()) {
  // The odd number 2k+1 above 2^53 lies halfway between two doubles; so do its multiples by powers of two.
  const auto k = *rc::gen::inRange<std::uint64_t>(1ull << 52, 1ull << 53);
  const auto halfway = 2 * k + 1;
  expect_as_strtod(fmt::format("{}", halfway));
  expect_as_strtod(fmt::format("{}.0", halfway));
  expect_as_strtod(fmt::format("{}e3", halfway));
  expect_as_strtod(fmt::format("{}.5", halfway / 4));
}

TEST(Number, AcceptsWhatADecimalNumberMayLookLike) {
  EXPECT_EQ(to_number("0"), 0.0);
  EXPECT_EQ(to_number("+3"), 3.0);
  EXPECT_EQ(to_number("1e5"), 1e5);
  EXPECT_EQ(to_number("1E-5"), 1e-5);
  EXPECT_EQ(to_number("5."), 5.0);
  EXPECT_EQ(to_number(".5"), 0.5);
  EXPECT_EQ(to_number("-.5e+1"), -5.0);
  EXPECT_EQ(to_number("00012"), 12.0);
  EXPECT_TRUE(std::signbit(*to_number("-0")));
}

TEST(Number, RefusesEverythingElse) {
  for (const char* text :
       {"",      "+",   "-",   ".",   "e5",  "1e",       "1e+", "0x10",  "1 ",  " 1",   "1,5",
        "1.2.3", "--1", "+-1", "nan", "inf", "infinity", "1d5", "1_000", "12a", "1e5.0"}) {
    EXPECT_FALSE(to_number(text).has_value()) << text;
    EXPECT_FALSE(is_too_large(text)) << text;
  }
  EXPECT_FALSE(to_number(std::string_view("1\0", 2)).has_value());
}

TEST(Number, KnowsTheEdgesOfTheRangeOfDoubles) {
  EXPECT_EQ(to_number("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(to_number("4.9406564584124654e-324"), 4.9406564584124654e-324);
  EXPECT_EQ(to_number("1e-400"), 0.0);
  EXPECT_EQ(to_number("0e99999999999999999999"), 0.0);
  EXPECT_FALSE(to_number("1e309").has_value());
  EXPECT_FALSE(to_number("1e99999999999999999999").has_value());
  EXPECT_TRUE(is_too_large("-1e309"));
}

TEST(Number, ALongRowOfZerosStandsAgainstALargeExponent) {
  EXPECT_EQ(to_number("0." + std::string(400, '0') + "1e401"), 1.0);
  EXPECT_EQ(to_number("1" + std::string(400, '0') + "e-400"), 1.0);
  EXPECT_EQ(to_number("0." + std::string(800, '0') + "1e10"), 0.0);
  EXPECT_FALSE(to_number("1" + std::string(400, '0')).has_value());
}

}  // namespace
}  // namespace bellwether
