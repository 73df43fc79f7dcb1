#pragma once
// Numbers for people who look at a picture: short.

#include <fmt/format.h>

#include <cstdlib>

namespace bellwether {

/// To five significant digits.
inline double rounded(double number) {
  return std::strtod(fmt::format("{:.5g}", number).c_str(), nullptr);
}

}  // namespace bellwether
