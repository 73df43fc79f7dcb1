#pragma once
// What the parts of the emulated device have in common (emulated_device.cpp says what it is).

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <bellwether/devices/interface.h>

namespace bellwether::emulated {

struct Failure : std::runtime_error {
  Failure(int of_kind, const char* what) : std::runtime_error(what), kind(of_kind) {}
  int kind;
};

inline bool goes_wrong(const char* how) {
  const char* asked = std::getenv("EMULATED_DEVICE");
  return asked != nullptr && std::strcmp(asked, how) == 0;
}

template <class Work>
int guarded(char* message, const Work& work) {
  try {
    work();
    return bellwether_device_done;
  } catch (const Failure& failure) {
    std::snprintf(message, BELLWETHER_DEVICE_MESSAGE, "%s", failure.what());
    return failure.kind;
  }
}

/// The functions for sparse rows (emulated_sparse.cpp).
void add_sparse(BellwetherDeviceFunctions& functions);
/// And those for topics of sparse rows (emulated_topics.cpp).
void add_topics(BellwetherDeviceFunctions& functions);

}  // namespace bellwether::emulated
