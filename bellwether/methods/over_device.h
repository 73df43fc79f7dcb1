#pragma once
// Searches of items that lie in a device's memory already, by name.

#include <span>

#include <bellwether/devices/device_items.h>
#include <bellwether/methods/method.h>

namespace bellwether {

/// What the method finds of the same rows in this process, by a device that holds them
/// (DeviceItems::source()). `seeds`: of each item a cluster or `unlabelled`; empty: none is known. Throws
/// InvalidOption for a method, or a setting, that does not run there.
Outcome cluster_on_device(std::string_view method, DeviceItems& items, std::span<const int> seeds,
                          const Settings& settings, const Run& run);

}  // namespace bellwether
