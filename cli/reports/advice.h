#pragma once
// What a user could try next, as a command to type.

#include <string>
#include <vector>

#include <cli/reports/summary.h>

namespace bellwether::cli {

struct Advice {
  std::string reason = {};
  std::string command = {};
};

/// The few most useful, the first first.
std::vector<Advice> advice_on(const Report& report, const SummaryContext& context);

}  // namespace bellwether::cli
