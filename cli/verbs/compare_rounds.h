#pragma once
// What each contender of `compare` comes to, within its time.

#include <cli/one_run.h>
#include <cli/terminal/interrupt.h>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <bellwether/runs/contest.h>

namespace bellwether::cli {

struct CompareArguments {
  ClusterArguments asked = {};
  std::vector<std::string> methods = {};  ///< empty: all that can run
  int repeats = 10;
  double budget = 60;         ///< seconds of each method; 0: there is no end
  std::string as_typed = {};  ///< the whole command
};

/// What a contender came to.
struct Played {
  std::vector<Repeat> repeats = {};
  Standing standing = {};
};

/// Until all repeats are done, or the time is up; nothing, and why `otherwise`, if it did not come to
/// anything.
std::optional<Played> try_to_play(const CompareArguments& args, const Contender& contender,
                                  const ReadAll& read, const Evidence& evidence, const std::string& head,
                                  const std::stop_token& interrupted, ProgressBar& bar, NotRun& otherwise);

}  // namespace bellwether::cli
