#pragma once
// Rounds of EM over items that a device holds. Its sums are those of soft_mixture.h within rounding, not bit
// by bit: there, products are those of a linear algebra package, which adds in an order of its own.

#include <bellwether/devices/device_items.h>
#include <bellwether/engine/holder.h>
#include <bellwether/mixtures/soft.h>

namespace bellwether {

/// How a model scores items: s_ik = offset_k + factor_k d_ik, with d_ik the squared distance from a centre
/// (clusters x features, relative to the frame's shift), or of directions their product with it.
struct Scoring {
  Matrix centres;
  Vector factors, offsets;
};

/// Before the rounds. `seeds` stay where they are, if there are any.
void begin_expectations(const DeviceItems& items, Index clusters, std::span<const int> seeds);

/// The E step over all items.
SoftStatistics expect_on_device(const DeviceItems& items, const Scoring& scoring);

/// Of the last round: the likeliest cluster of each item, and how likely it is.
Noted expected_on_device(const DeviceItems& items);

/// The sum of squared distances to the nearest mean, or of cosines with the nearest direction: the bits of
/// the library's own sum.
double objective_on_device(const DeviceItems& items, const Matrix& centres);

}  // namespace bellwether
