#pragma once
// Dense items that a device holds: in single precision where every value is exact in it, otherwise in double.

#include <memory>
#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/devices/device.h>
#include <bellwether/engine/run.h>

namespace bellwether {

class DeviceItems {
 public:
  /// The rows must live as long as this does: what the device has no room for is read again in every round.
  DeviceItems(std::shared_ptr<Device> device, const DenseRows& rows, int threads);
  ~DeviceItems();
  DeviceItems(const DeviceItems&) = delete;
  DeviceItems& operator=(const DeviceItems&) = delete;

  bool holds(const Rows& items) const;
  bool single() const { return value_bytes_ == 4; }
  Device& device() const { return *device_; }
  Index rows() const { return rows_.rows; }
  Index columns() const { return rows_.columns; }

  /// Calls a function of the plug-in with what it holds; throws DeviceError if that fails.
  template <class Function, class... Arguments>
  void call(Function BellwetherDeviceFunctions::*function, Arguments... arguments) const {
    char message[BELLWETHER_DEVICE_MESSAGE] = {};
    require_done((device_->functions().*function)(held_, arguments..., message), message);
  }

 private:
  bool take(int value_bytes);
  static int fill(void* self, std::int64_t first, std::int64_t count, void* into);

  std::shared_ptr<Device> device_;
  DenseRows rows_;
  int threads_;
  int value_bytes_ = 4;
  void* held_ = nullptr;
};

/// Calls `fit(run)` where the run's device holds the items, if it has one that is wanted for them; with the
/// run as it is otherwise, and if the device fails that was not asked for by name.
template <class Fit>
auto where_wanted(const Rows& items, Index clusters, const Run& run, const Fit& fit) {
  if (items.sparse()) return fit(run);
  return try_on_device(items, clusters, run, fit, [&] {
    return items.visit([&](const auto& rows) {
      if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, DenseRows>) {
        DeviceItems held(run.device, rows, run.threads);
        Run there = run;
        there.held = &held;
        return fit(there);
      } else {
        return fit(run);
      }
    });
  });
}

}  // namespace bellwether
