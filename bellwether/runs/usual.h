#pragma once
// What the default is where nothing was asked for: of the usual ways to measure and cluster items, the one
// under which two halves of their values show the same groups. Groups that are there show in both; what one
// feature or the noise of a count makes shows in one.

#include <optional>

#include <bellwether/runs/ways.h>

namespace bellwether {

struct Usual {
  struct Tried {
    std::string words = {};
    double agreement = 0;  ///< adjusted Rand index of the clusters of two halves of the values
  };
  Way way = {};
  std::string reason = {};
  std::vector<Tried> tried = {};  ///< empty: nothing was left open, or nothing could be tried
};

/// Takes a sample of at most a few thousand items, and few restarts: less than one search of many items.
/// Depends on the items, the clusters and the random seed alone.
Usual choose_usual(const Material& material, const Wishes& wishes, const Run& run = {});

}  // namespace bellwether
