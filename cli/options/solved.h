#pragma once
// The options that name collections that were sorted before, and what they are asked to choose.

#include <cli/command.h>

namespace bellwether::cli {

struct SolvedArguments {
  std::vector<std::string> solved = {};  ///< ITEMS with labels
  std::string label_column = {};         ///< of all of them; empty: as for the items
  std::string tuner = {};                ///< a file of `tune`
  std::string strap = {};                ///< NAME=first:last:step
  std::string by = {};                   ///< strapping or rls, with options; empty: strapping
  std::string draws = {};                ///< as typed

  bool any() const { return !solved.empty() || !tuner.empty(); }
};

/// For verbs that cluster items with what these collections teach.
Options solved_options(SolvedArguments& arguments);

/// For the verb that writes what --tune reads.
Options tuning_options(SolvedArguments& arguments);

}  // namespace bellwether::cli
