#pragma once
// Items with a half of their values each: groups that are there show in both halves; what one feature or the
// noise of a count makes shows in one.

#include <utility>

#include <bellwether/engine/random.h>
#include <bellwether/runs/material.h>

namespace bellwether {

/// Of more items, one cut into halves is enough.
inline constexpr Index many_items_for_halves = 1000;
inline constexpr int cuts_of_few_items = 3;

/// Of sparse items every value is in one half; of dense ones every feature.
std::pair<Material, Material> halves_of(const Material& material, Random random);

}  // namespace bellwether
