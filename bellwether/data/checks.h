#pragma once
// What methods ask of their items before they start.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/data/error.h>
#include <bellwether/data/row_source.h>

namespace bellwether {

/// Throws if a value is NaN or infinite, and names its row and column (from 1).
void require_finite(const Rows& rows);
void require_finite(const RowSource& rows);

/// Values below 0 where counts are needed.
struct NegativeValues : InvalidInput {
  using InvalidInput::InvalidInput;
};

/// Throws NegativeValues if a value is below 0, and names its row and column (from 1); InvalidInput if one is
/// not finite. `name` says which rows are meant: "the items".
void require_counts(const Rows& rows, std::string_view name);

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
