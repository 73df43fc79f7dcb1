#pragma once
// Ctrl-C without loss: the first asks the run to stop and keep its best, the second ends the program.

#include <signal.h>

#include <functional>
#include <stop_token>
#include <thread>

namespace bellwether::cli {

/// Works while it lives, for SIGINT and SIGTERM; before and after, they do what they always do. There can be
/// one at a time.
class Interrupt {
 public:
  /// `on_first` is called once, from a thread of its own, when the stop has been asked for.
  explicit Interrupt(std::function<void()> on_first);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  int pipe_[2] = {-1, -1};
  struct sigaction before_[2] = {};
  std::thread watcher_;
};

}  // namespace bellwether::cli
