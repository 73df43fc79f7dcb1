#pragma once
// A stop that comes by itself when the time is up, or earlier when somebody else asks for it.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace bellwether::cli {

class Deadline {
 public:
  /// No seconds: there is no end to the time.
  Deadline(double seconds, std::stop_token other)
      : on_other_(std::move(other), [this] { source_.request_stop(); }) {
    if (seconds > 0)
      clock_ = std::jthread([this, seconds](std::stop_token over) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_for(lock, over, std::chrono::duration<double>(seconds),
                                               [] { return false; });
        if (!over.stop_requested()) source_.request_stop();
      });
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> on_other_;
  std::jthread clock_;
};

}  // namespace bellwether::cli
