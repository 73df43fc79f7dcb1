#pragma once
// Work of the library under Python: on a thread of its own and without Python's lock, while the caller's
// thread listens for Ctrl-C and tells the callback how far the work is.

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <string>

#include <bellwether/devices/device.h>
#include <bellwether/engine/run.h>

namespace bellwether::python {

struct Running {
  int threads = 0;
  pybind11::object callback = pybind11::none();  ///< called with a dict; False from it stops the work
  std::shared_ptr<Device> device = nullptr;
};

/// The device of this name, cpu, auto or cuda; a warning if `auto` finds none. Throws if `cuda` cannot be had.
std::shared_ptr<Device> device_called(const std::string& name);
/// A warning if the device was left in the middle of the work.
void warn_of_failure(const Device* device);


/// Calls `work` and waits. Ctrl-C asks it to stop with the best so far; a second one, or an error of the
/// callback, is raised when it has. Errors of the work are thrown here.
void run_beside_python(const Running& running, const std::function<void(const Run&)>& work);

/// The same for work that returns something.
template <class Work>
auto beside_python(const Running& running, const Work& work) {
  decltype(work(Run{})) result;
  run_beside_python(running, [&](const Run& run) { result = work(run); });
  return result;
}

}  // namespace bellwether::python
