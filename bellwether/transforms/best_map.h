#pragma once
// Which of the maps that were tried on classes held out (selection.h) is taken, if something else is known of
// them, too.

#include <span>
#include <vector>

#include <bellwether/transforms/selection.h>

namespace bellwether {

/// Held-out classes are found after the map beyond chance, and not clearly worse than without one.
bool may_help(const Trial& trial);

/// The trial with the largest mean(g) - caution * se(g), with what speaks for it `besides` added, if that is
/// above 0; -1: none, and the items stay as they are.
int best_of(const std::vector<Trial>& trials, double caution, std::span<const double> besides = {});

}  // namespace bellwether
