#pragma once
// What to try next: a reason and a command that can be typed as it stands.

#include <string>
#include <vector>

#include <cli/summary.h>

namespace bellwether::cli {

struct Advice {
  std::string reason;
  std::string command;
};

/// The most useful one or two.
std::vector<Advice> advice_on(const Result& result, const Dataset& items, const SummaryContext& context);

}  // namespace bellwether::cli
