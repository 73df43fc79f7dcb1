#pragma once
// A device that does what the library's own loops do, with the same bits (interface.h). A run that has one
// (Run::device) uses it for the methods that can.

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/devices/interface.h>
#include <bellwether/engine/shards.h>

namespace bellwether {

/// A device that is not there, or that failed.
struct DeviceError : InvalidInput {
  DeviceError(int of_kind, const std::string& text) : InvalidInput(text), kind(of_kind) {}
  int kind;  ///< BellwetherDeviceStatus
};

/// Throws DeviceError, in words, unless the status is `done`.
void require_done(int status, const char* message);

struct DeviceFacts {
  int number = 0;
  std::string name = {};
  std::uint64_t memory = 0, free = 0;  ///< bytes
  int processors = 0;
  std::string capability = {};  ///< "9.0"
};

/// A plug-in. It is never unloaded: what it started may live as long as the process.
class DeviceLibrary {
 public:
  /// Throws DeviceError: no such file, not a plug-in, one of another version.
  explicit DeviceLibrary(const std::filesystem::path& file);

  const BellwetherDeviceFunctions& functions() const { return *functions_; }
  const std::filesystem::path& file() const { return file_; }
  std::string platform() const { return functions_->platform; }
  /// Throws DeviceError if there is none.
  std::vector<DeviceFacts> devices() const;

 private:
  std::filesystem::path file_;
  const BellwetherDeviceFunctions* functions_ = nullptr;
};

enum class DeviceUse {
  always,         ///< it was asked for: a failure is an error
  where_it_pays,  ///< a failure sends the rest of the run back to the processor
};

class Device {
 public:
  Device(DeviceLibrary library, DeviceFacts facts, DeviceUse use)
      : library_(std::move(library)), facts_(std::move(facts)), use_(use) {}

  const BellwetherDeviceFunctions& functions() const { return library_.functions(); }
  const DeviceFacts& facts() const { return facts_; }
  std::string platform() const { return library_.platform(); }

  /// Whether a search over such items is to be made on it.
  bool wanted(const Shape& shape) const;
  /// The device failed. Throws the error again if the device was asked for, else keeps the reason and is not
  /// wanted any more.
  void failed(const DeviceError& error);
  void count_search() { ++searches_; }

  /// For the user, once the run is over.
  std::int64_t searches() const { return searches_; }
  std::optional<std::string> failure() const;

 private:
  DeviceLibrary library_;
  DeviceFacts facts_;
  DeviceUse use_;
  std::atomic<std::int64_t> searches_ = 0;
  std::atomic<bool> given_up_ = false;
  mutable std::mutex mutex_ = {};
  std::optional<std::string> failure_ = {};
};

/// Calls `there()`, which has the run's device hold the items, if it has one that is wanted for them;
/// `fit(run)` otherwise, and if the device fails that was not asked for by name.
template <class Fit, class There>
auto try_on_device(const Rows& items, Index clusters, const Run& run, const Fit& fit, const There& there) {
  if (run.device && run.device->wanted(shape_of(items, clusters))) {
    try {
      auto found = there();
      run.device->count_search();
      return found;
    } catch (const DeviceError& error) {
      run.device->failed(error);
    }
  }
  return fit(run);
}

/// Bytes of a device's memory that may be used, from the environment variable BELLWETHER_DEVICE_MEMORY (in
/// MiB); 0: what is free. Throws DeviceError if that is no number.
std::uint64_t memory_allowed();

/// What a user may wish for: the values of the setting `device`.
enum class DeviceWish { cpu, automatic, cuda };
DeviceWish device_wish(const std::string& name);

struct DeviceFound {
  std::shared_ptr<Device> device = nullptr;  ///< null: the processor
  std::string note = {};                     ///< why there is none, if one was wished for
};

/// The first device of the first of these plug-ins that exists. Of a wish for `cuda` that cannot be had it
/// throws DeviceError.
DeviceFound find_device(DeviceWish wish, const std::vector<std::filesystem::path>& plug_ins);

}  // namespace bellwether
