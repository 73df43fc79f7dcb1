#pragma once
// What a run of `cluster` did, in words.

#include <cstdio>
#include <string>

#include <cli/portrait_words.h>
#include <cli/result.h>

namespace bellwether::cli {

struct SummaryContext {
  std::string source = {};    ///< ITEMS as typed
  std::string start = {};     ///< the file of --init, or empty
  std::string folder = {};    ///< of -o, or empty
  std::string as_typed = {};  ///< the whole command
  bool method_was_chosen = false;
};

void print_summary(std::FILE* out, const Result& result, const Dataset& items, const SummaryContext& context);

/// The most telling few, a line each with what it means; with the same scores of another clustering beside
/// them, if there is one.
void print_main_scores(std::FILE* out, const Scores& scores, const Dataset& items,
                       const Comparison* other = nullptr);

/// What a learned map takes for a group: a line for each direction.
void print_directions(std::FILE* out, const std::vector<Direction>& directions);

}  // namespace bellwether::cli
