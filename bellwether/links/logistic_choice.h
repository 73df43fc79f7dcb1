#pragma once
// How a logistic regression is to learn: the penalty and the weight of items without a seed that predict
// seeds best from other seeds.

#include <functional>
#include <optional>

#include <bellwether/links/logistic_examples.h>

namespace bellwether {

/// What is tried, the most cautious first.
inline constexpr double penalties_tried[] = {1, 0.1, 0.01, 0.001};
inline constexpr double others_tried[] = {0.5, 0};

struct LogisticSettings {
  double penalty = 0.1;
  double others = 0.5;
};

/// Those that are not asked for are chosen: seeds are held out in three folds, and have the largest
/// log-likelihood; of those that tie, the first. A cluster's only seed is never held out; if fewer than two
/// clusters have more, the settings are the usual ones. `find(seeds, run)` gives the clusters of all items
/// that k-means finds with these held; `blank` has the centre and the scale.
LogisticSettings chosen_settings(
    const Rows& items, const SeededClusters& known, std::optional<double> penalty,
    std::optional<double> others, bool balanced, const LogisticModel& blank, const LogisticLimits& limits,
    const std::function<std::vector<int>(std::span<const int>, const Run&)>& find, const Run& run);

}  // namespace bellwether
