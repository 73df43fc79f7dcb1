#pragma once
// Settings of a method, looked at before it runs.

#include <cstdint>
#include <functional>

#include <bellwether/methods/method.h>

namespace bellwether {

/// Whether the method knows all of the settings, and they are in range.
bool accepts(const Method& method, const Settings& settings);

/// With another number of restarts, made of the one that is set; unchanged for a method that has none.
Settings with_restarts(Settings settings, const Method& method,
                       const std::function<std::int64_t(std::int64_t)>& change);

/// The same search, less thorough: a check runs it many times, with and without the evidence alike.
Settings for_a_check(Settings settings, const Method& method);

}  // namespace bellwether
