#pragma once
// What methods ask of their items before they start.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bellwether/data/dataset.h>

namespace bellwether {

/// Throws if a value is NaN or infinite, and names its row and column (from 1).
void require_finite(const Rows& rows);

/// Whether there are at least `k` different rows; looks no further than it must. Zero and minus zero are
/// equal.
bool has_distinct_rows(const Rows& rows, Index k);

/// Throws if an item is all zeros, and names it by its id: what methods that look at directions cannot place.
void require_directions(const Dataset& dataset);
/// The same; `name` gives the id of an item.
void require_directions(const Rows& rows, const std::function<std::string(Index)>& name);

/// Throws if two items have the same id.
void require_ids_unique(const Dataset& dataset);

/// The first word that occurred before, as (earlier place, its place); nothing when all differ.
std::optional<std::pair<std::size_t, std::size_t>> find_duplicate(const std::vector<std::string>& words);

}  // namespace bellwether
