#include <python/bindings/running.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace bellwether::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds between_looks{50};

/// Progress with words of its own, since it outlives the call that brought it.
struct News {
  Progress progress = {};
  std::string stage = {}, unit = {};

  explicit News(const Progress& p) : progress(p), stage(p.stage), unit(p.unit) {}

  py::dict to_dict() const {
    py::dict dict;
    dict["stage"] = stage;
    dict["restart"] = progress.restarts_done;
    dict["restarts"] = progress.restarts;
    dict["iteration"] = progress.iteration;
    dict["iterations"] = progress.iterations;
    dict["objective"] = progress.objective;
    dict["done"] = progress.done;
    dict["unit"] = unit;
    dict["share"] = progress.share;
    return dict;
  }
};

/// What Python says meanwhile: Ctrl-C, and the callback.
class Listener {
 public:
  Listener(py::object callback, std::stop_source& stop) : callback_(std::move(callback)), stop_(stop) {}

  bool wants_news() const { return !callback_.is_none(); }

  /// With Python's lock held.
  void listen(const std::optional<News>& news) {
    if (PyErr_CheckSignals() != 0) interrupted();
    tell(news);
  }

  void tell(const std::optional<News>& news) {
    if (!news || !wants_news() || error_) return;
    try {
      if (callback_(news->to_dict()).is(py::bool_(false))) stop_.request_stop();
    } catch (const py::error_already_set& error) {
      // Ctrl-C may as well come while the callback runs.
      const bool first_interrupt = error.matches(PyExc_KeyboardInterrupt) && !stop_.stop_requested();
      if (!first_interrupt) error_ = std::current_exception();
      stop_.request_stop();
    }
  }

  /// The callback's error, or a second Ctrl-C.
  void raise() {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void interrupted() {
    const bool keyboard = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0;
    if (keyboard && !stop_.stop_requested())
      PyErr_Clear();
    else
      keep_error();
    stop_.request_stop();
  }

  void keep_error() {
    try {
      throw py::error_already_set();
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  py::object callback_;
  std::stop_source& stop_;
  std::exception_ptr error_ = {};
};

void warn(const std::string& text) {
  if (PyErr_WarnEx(PyExc_RuntimeWarning, in_words(text).c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace

std::shared_ptr<Device> device_called(const std::string& name) {
  const DeviceWish wish = device_wish(name);
  if (wish == DeviceWish::cpu) return nullptr;
  std::vector<std::filesystem::path> plug_ins;
  for (const py::handle file : py::module_::import("bellwether._devices").attr("plug_ins")())
    plug_ins.emplace_back(file.cast<std::string>());
  DeviceFound found = find_device(wish, plug_ins);
  if (!found.note.empty()) warn(found.note + "; the processor is used");
  return std::move(found.device);
}

void warn_of_failure(const Device* device) {
  if (device == nullptr) return;
  if (const auto failure = device->failure()) warn(*failure + "; the processor was used");
}

void run_beside_python(const Running& running, const std::function<void(const Run&)>& work) {
  std::stop_source stop;
  Listener listener(running.callback, stop);
  std::mutex guard;
  std::condition_variable ready;
  bool finished = false;
  std::optional<News> news;
  std::exception_ptr error;
  Run run{.threads = running.threads, .stop = stop.get_token(), .device = running.device};
  if (listener.wants_news())
    run.on_progress = [&](const Progress& progress) {
      const std::lock_guard lock(guard);
      news.emplace(progress);
    };

  {
    const py::gil_scoped_release released;
    std::jthread worker([&] {
      try {
        work(run);
      } catch (...) {
        error = std::current_exception();
      }
      const std::lock_guard lock(guard);
      finished = true;
      ready.notify_one();
    });
    std::unique_lock lock(guard);
    while (!ready.wait_for(lock, between_looks, [&] { return finished; })) {
      const std::optional<News> latest = std::exchange(news, std::nullopt);
      lock.unlock();
      {
        const py::gil_scoped_acquire held;
        listener.listen(latest);
      }
      lock.lock();
    }
  }
  listener.tell(news);  // short work reports once, too
  listener.raise();
  if (error) std::rethrow_exception(error);
}

}  // namespace bellwether::python
