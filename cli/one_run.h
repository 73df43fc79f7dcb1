#pragma once
// One run of one method: what is read for it, and what comes of it. `cluster` does one; `compare` does many,
// and reads once what several of them need.

#include <cli/cluster_arguments.h>
#include <cli/result.h>
#include <cli/tuned.h>

namespace bellwether::cli {

/// What was read, before anything is learned from it or found in it.
struct Material {
  Result result = {};      ///< what made the items numbers, and the time it took
  Dataset items = {};      ///< to be clustered; with known clusters they are among `known`
  KnownItems known = {};   ///< with the items of known clusters, if there are any
  WithOthers others = {};  ///< other data, with the items as they were read
  Solved solved = {};      ///< collections that were sorted before
};

/// Reads all that the run needs. Words that labels choose are chosen here, which may take searches, too.
Material read_material(const ClusterArguments& args, const RunSettings& settings, Solved solved,
                       ProgressBar& bar);

/// The items of unknown class with those of known class, as they are; `scale` as in read_with_known().
Material read_with_known_items(const ClusterArguments& args, bool scale, ProgressBar& bar);

/// The items of unknown class alone, measured as they are among the known ones.
Material without_known_items(const Material& material);

/// Learns and searches. `items` become those that were clustered, in the form in which they were.
Result run_once(const ClusterArguments& args, const RunSettings& settings, Material material, Dataset& items,
                ProgressBar& bar);

}  // namespace bellwether::cli
