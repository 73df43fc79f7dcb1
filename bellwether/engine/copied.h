#pragma once
// Copies of many rows. Memory that nobody has touched costs more than the copying, and every thread can bear
// a part of that.

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>

namespace bellwether {

Dataset copied(const Dataset& items, const Run& run);

/// Rows without names.
Dataset copied(const Rows& rows, const Run& run);

}  // namespace bellwether
