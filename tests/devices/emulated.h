#pragma once
// The emulated device (tests/support/emulated_device.cpp), for tests of this room.

#include <cstdlib>

#include <bellwether/devices/device.h>
#include <bellwether/engine/run.h>

namespace bellwether::testing_support {

/// Until the end of a test.
struct GoesWrong {
  explicit GoesWrong(const char* how) { setenv("EMULATED_DEVICE", how, 1); }
  ~GoesWrong() { unsetenv("EMULATED_DEVICE"); }
};

inline DeviceFound found(DeviceWish wish) {
  return find_device(wish, {"nowhere/libbellwether_cuda.so", EMULATED_DEVICE});
}

inline Run on_device() {
  return {.threads = 2, .device = found(DeviceWish::cuda).device};
}

}  // namespace bellwether::testing_support
