#pragma once
// From the words of a command line to what the library takes: sources and wishes.

#include <cli/options/run.h>

#include <optional>

#include <bellwether/projects/told.h>
#include <bellwether/runs/wishes.h>
#include <bellwether/sources/run_sources.h>

namespace bellwether::cli {

struct Asked {
  RunSources sources = {};
  Wishes wishes = {};             ///< without a start, which is read
  std::string project = {};       ///< a file of the studio, whose knowledge joins what is read; empty: none
  std::optional<Told> told = {};  ///< what is in it
};

/// Throws InvalidOption if a word means nothing, or what was given does not go together; before anything is
/// read.
Asked asked(const ClusterArguments& args);

/// How solved collections are to be used, by --tune-by, --strap and --draws.
TuneWishes tune_wishes(const SolvedArguments& args);

}  // namespace bellwether::cli
