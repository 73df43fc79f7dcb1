#pragma once
// Sparse items that a device holds.

#include <memory>
#include <type_traits>

#include <bellwether/data/rows.h>
#include <bellwether/devices/device.h>
#include <bellwether/engine/run.h>

namespace bellwether {

class SparseDeviceItems {
 public:
  /// The rows are copied.
  SparseDeviceItems(std::shared_ptr<Device> device, const SparseRows& rows);
  ~SparseDeviceItems();
  SparseDeviceItems(const SparseDeviceItems&) = delete;
  SparseDeviceItems& operator=(const SparseDeviceItems&) = delete;

  bool holds(const Rows& items) const;
  Index rows() const { return rows_.rows; }
  Index columns() const { return rows_.columns; }
  void* held() const { return held_; }
  SparseRow row(Index item) const { return rows_.row(item); }

  /// Calls a function of the plug-in with what it holds; throws DeviceError if that fails.
  template <class Function, class... Arguments>
  void call(Function BellwetherDeviceFunctions::*function, Arguments... arguments) const {
    char message[BELLWETHER_DEVICE_MESSAGE] = {};
    require_done((device_->functions().*function)(held_, arguments..., message), message);
  }

 private:
  std::shared_ptr<Device> device_;
  SparseRows rows_;
  void* held_ = nullptr;
};

/// As where_wanted(), of sparse items: `fit` is called with Run::held_sparse.
template <class Fit>
auto where_sparse_wanted(const Rows& items, Index clusters, const Run& run, const Fit& fit) {
  if (!items.sparse()) return fit(run);
  return try_on_device(items, clusters, run, fit, [&] {
    return items.visit([&](const auto& rows) {
      if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, SparseRows>) {
        SparseDeviceItems held(run.device, rows);
        Run there = run;
        there.held_sparse = &held;
        return fit(there);
      } else {
        return fit(run);
      }
    });
  });
}

}  // namespace bellwether
