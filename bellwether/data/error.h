#pragma once
// Errors are for the person who can mend them: what was found, where, and the way out.

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace bellwether {

/// Every error that bellwether raises on purpose.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A problem with the data or the run: exit status 1.
struct InvalidInput : Error {
  using Error::Error;
};

/// A problem with what was asked for (an unknown name, a value out of range): exit status 2.
struct InvalidOption : Error {
  using Error::Error;
};

/// Throws `Kind` with the formatted message unless `condition` holds.
template <class Kind = InvalidInput, class... Args>
void require(bool condition, fmt::format_string<Args...> message, Args&&... args) {
  if (!condition) throw Kind(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace bellwether
