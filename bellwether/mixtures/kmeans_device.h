#pragma once
// K-means and spherical k-means over items that a device holds: the results of kmeans.cpp and spherical.cpp,
// to the last bit.

#include <span>

#include <bellwether/devices/device_items.h>
#include <bellwether/devices/sparse_device_items.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/spherical.h>

namespace bellwether {

/// Before a search: where the items lie; or what scales them to length 1.
void lay(const DeviceItems& items, const Frame& frame);
void lay(const DeviceItems& items, std::span<const double> inverse_lengths);
void lay(const SparseDeviceItems& items, std::span<const double> inverse_lengths);

/// `held`: clusters that items must stay in; may be empty.
KMeansResult kmeans_on_device(const DeviceItems& items, const Matrix& start, std::span<const int> held,
                              const KMeansOptions& options, const Run& run);

SphericalResult spherical_on_device(const DeviceItems& items, std::span<const double> inverse_lengths,
                                    const Matrix& start, std::span<const int> held,
                                    const SphericalOptions& options, const Run& run);
/// The same of sparse items, whose directions and sums stay on the device.
SphericalResult spherical_on_device(const SparseDeviceItems& items, const Rows& rows,
                                    std::span<const double> inverse_lengths, const Matrix& start,
                                    std::span<const int> held, const SphericalOptions& options,
                                    const Run& run);

}  // namespace bellwether
