#pragma once
// Parts of a Dataset, and two made one.

#include <vector>

#include <bellwether/data/dataset.h>

namespace bellwether {

/// The items at `rows`, in that order, with what is known of them. Features and notes stay.
Dataset take_items(const Dataset& items, const std::vector<Index>& rows);

/// Adds the items of `more` after those of `items`. Both must have the same number of features, and the same
/// names where both have names; sparse and dense together become dense. Ids and labels are kept only as far
/// as both have them; notes are those of both. `name` is what an error calls `more`.
void append_items(Dataset& items, const Dataset& more, const std::string& name);

/// The rows as a Dataset of its own.
Dataset copy_of(const Rows& rows);

/// Sparse values become dense ones.
void make_dense(Dataset& items);

}  // namespace bellwether
