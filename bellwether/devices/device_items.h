#pragma once
// Dense items that a device holds: in single precision where every value is exact in it, otherwise in double.
// They come from this process's memory, or lie on the device already.

#include <memory>
#include <span>
#include <vector>

#include <bellwether/data/row_source.h>
#include <bellwether/data/rows.h>
#include <bellwether/devices/device.h>
#include <bellwether/engine/run.h>

namespace bellwether {

/// Rows in a device's memory, row by row without gaps, that somebody else keeps there.
struct ResidentRows {
  const void* values = nullptr;
  Index rows = 0;
  Index columns = 0;
  int value_bytes = 8;  ///< 4: float, 8: double
};

/// These rows, read piece by piece into this process's memory.
class ReadResident : public RowSource {
 public:
  ReadResident(std::shared_ptr<Device> device, const ResidentRows& rows)
      : device_(std::move(device)), rows_(rows) {}

  Index rows() const override { return rows_.rows; }
  Index columns() const override { return rows_.columns; }
  void read(Index first, Index count, double* into) const override;

 private:
  std::shared_ptr<Device> device_;
  ResidentRows rows_;
};

class DeviceItems {
 public:
  /// The rows must live as long as this does: what the device has no room for is read again in every round.
  DeviceItems(std::shared_ptr<Device> device, const DenseRows& rows, int threads);
  /// Rows that lie there already: not copied, and there as long as this.
  DeviceItems(std::shared_ptr<Device> device, const ResidentRows& rows);
  ~DeviceItems();
  DeviceItems(const DeviceItems&) = delete;
  DeviceItems& operator=(const DeviceItems&) = delete;

  bool holds(const Rows& items) const;
  bool single() const { return value_bytes_ == 4; }
  Device& device() const { return *device_; }
  Index rows() const { return rows_.rows; }
  Index columns() const { return rows_.columns; }
  /// Where rows are read that lie on the device already; null: they are in this process's memory.
  const RowSource* source() const { return source_.get(); }
  Vector row(Index item) const;

  /// Calls a function of the plug-in with what it holds; throws DeviceError if that fails.
  template <class Function, class... Arguments>
  void call(Function BellwetherDeviceFunctions::*function, Arguments... arguments) const {
    char message[BELLWETHER_DEVICE_MESSAGE] = {};
    require_done((device_->functions().*function)(held_, arguments..., message), message);
  }

 private:
  bool take(int value_bytes, const void* resident = nullptr);
  static int fill(void* self, std::int64_t first, std::int64_t count, void* into);

  std::shared_ptr<Device> device_;
  DenseRows rows_;  ///< of rows that are resident the shape alone
  std::unique_ptr<const ReadResident> source_ = {};
  int threads_ = 1;
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
