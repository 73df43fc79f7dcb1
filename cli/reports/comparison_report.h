#pragma once
// What `compare` found, as a table for people and as comparison.json for programs.

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/runs/contest.h>

namespace bellwether::cli {

struct ComparisonReport {
  std::string source = {};  ///< ITEMS as typed
  std::string folder = {};  ///< of -o, or empty
  Index items = 0;
  Index covered = 0;  ///< by knowledge, and so not scored
  int clusters = 0;
  std::optional<KChoice> k_choice = {};  ///< how that number was chosen, once for all methods
  int repeats = 0;                       ///< that were asked for
  std::uint64_t random_seed = 0;
  Standings standings = {};
  std::vector<NotRun> not_run = {};
  bool interrupted = false;
};

std::string to_json(const ComparisonReport& report);

void print_comparison(std::FILE* out, const ComparisonReport& report);

/// In how many repeats evidence of this kind was used.
std::size_t times_used(const Standing& standing, EvidenceKind kind);

/// The kinds of evidence that it was given.
std::string given_in_words(const Standing& standing);

}  // namespace bellwether::cli
