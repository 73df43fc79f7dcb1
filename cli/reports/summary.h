#pragma once
// What a run of `cluster` did, in words.

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include <bellwether/portraits/report.h>

namespace bellwether::cli {

/// The most telling few.
inline constexpr std::array<std::string_view, 5> main_scores{"nmi", "adjusted_rand", "accuracy", "purity",
                                                             "completeness"};

struct SummaryContext {
  std::string start = {};       ///< the file of --init, or empty
  std::string folder = {};      ///< of -o, or empty
  std::string as_typed = {};    ///< the whole command
  std::string select_for = {};  ///< the file of --select-for, or empty
  bool method_was_chosen = false;
  std::vector<std::string> files = {};  ///< a line about each other file that was written
};

void print_summary(std::FILE* out, const Report& report, const SummaryContext& context);

/// The plan and what it would cost: `cluster --dry-run`.
void print_plan(std::FILE* out, const Material& material, const Evidence& evidence, const Plan& plan);

/// The most telling scores, a line each with what it means; with the same scores of another clustering beside
/// them, if there is one, and what that is.
void print_main_scores(std::FILE* out, const Scores& scores, const Dataset& items,
                       const Scores* other = nullptr, const std::string& what_other = {});

/// What a learned map takes for a group: a line for each direction.
void print_directions(std::FILE* out, const std::vector<Direction>& directions);

}  // namespace bellwether::cli
