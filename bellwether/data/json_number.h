#pragma once
// Whole numbers out of JSON that somebody else may have written. nlohmann's own conversion takes 1e300 for an
// int, too: whatever the processor makes of it.

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <bellwether/data/error.h>

namespace bellwether {

struct NoWholeNumber : InvalidInput {
  using InvalidInput::InvalidInput;
};

/// The whole number in a JSON value. Throws NoWholeNumber if it is none, or does not fit.
template <std::integral Number, class Json>
Number whole_number(const Json& value) {
  using Limits = std::numeric_limits<Number>;
  // 2^digits is the first number that does not fit, and a double; of signed ones -2^digits is the last below
  // 0 that does.
  const double bound = std::ldexp(1.0, Limits::digits), least = Limits::is_signed ? -bound : 0.0;
  bool fits = false;
  if (value.is_number_unsigned())
    fits = std::in_range<Number>(value.template get<std::uint64_t>());
  else if (value.is_number_integer())
    fits = std::in_range<Number>(value.template get<std::int64_t>());
  else if (value.is_number_float())
    if (const double number = value.template get<double>(); number >= least && number < bound)
      fits = number == std::floor(number);
  if (!fits)
    refuse<NoWholeNumber>("{} is no whole number that fits there",
                          value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40));
  return value.template get<Number>();
}

/// For a number of whatever type it is to become.
template <class Json>
struct Whole {
  const Json& value;

  template <std::integral Number>
  operator Number() const {  // implicit: that is what it is for
    return whole_number<Number>(value);
  }
};
template <class Json>
Whole(const Json&) -> Whole<Json>;

/// A list of them.
template <std::integral Number, class Json>
std::vector<Number> whole_numbers(const Json& values) {
  require<NoWholeNumber>(values.is_array(), "there is no list of numbers where one must be");
  std::vector<Number> numbers;
  for (const auto& value : values) numbers.push_back(whole_number<Number>(value));
  return numbers;
}

}  // namespace bellwether
