#pragma once
// Directions: items seen as unit vectors, without a copy of them.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/part.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

/// 1 / ||x_i|| of each item. Throws InvalidInput for an item that is all zeros or shorter than 1e-300,
/// which has no direction, and for values that are not finite.
/// `first` is the number of the first of them, for errors.
std::vector<double> inverse_lengths(const Rows& items, const Run& run, Index first = 0);
/// Of all items that a device holds, and that lie there already.
std::vector<double> inverse_lengths(const DeviceItems& items, const Run& run);
/// Of the items of a part.
std::vector<double> inverse_lengths(const Part& part);

/// First directions, by the same rules as first means, for items scaled to length 1.
Matrix start_directions(Start start, const Rows& items, std::span<const double> inverse_lengths, int clusters,
                        Random random, const Run& run, const Seeds& seeds = {});

/// Each row scaled to length 1. Throws InvalidInput for a row that is all zeros.
Matrix unit_rows(Matrix directions);

/// ||x|| of a sum of unit vectors, in one order of additions on every machine: four numbers at a time.
double sum_length(std::span<const double> sum);

/// One item scaled to length 1, as a dense vector.
Vector dense_direction(const Rows& items, std::span<const double> inverse_lengths, Index item);

}  // namespace bellwether
