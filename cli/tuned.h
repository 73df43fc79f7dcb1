#pragma once
// A run of `cluster` that solved collections tune: they are clustered, too, and say which clustering of the
// items to trust.

#include <cli/cluster_arguments.h>
#include <cli/result.h>

#include <bellwether/methods/method.h>

namespace bellwether::cli {

/// What was read beside the items.
struct Solved {
  std::vector<SolvedCollection> collections = {};  ///< as they are
  SolvedCollection sorted = {};                    ///< or all of them, to draw from
  std::optional<Tuner> tuner = {};                 ///< or what they taught before
  std::string reason = {};                         ///< why this method, in words
};

/// The arguments with the method that solved collections, or the file of --tune, make of `auto`.
ClusterArguments with_tuned_method(const ClusterArguments& args, Solved& solved);

/// Reads items and collections; `items` become those to be clustered.
void read_tuned(const ClusterArguments& args, Result& result, Dataset& items, Solved& solved,
                const bellwether::Run& reading_run);

/// Clusters them; `result.tuning` says what came of it.
Outcome cluster_by_solved(const ClusterArguments& args, const Settings& settings, Solved& solved,
                          Result& result, Dataset& items, ProgressBar& bar);

}  // namespace bellwether::cli
