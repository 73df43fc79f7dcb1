#pragma once
// Ctrl-C without loss: the first asks the run to stop and keep its best, the second ends the program. A run
// that was stopped has the exit status 130, whatever it wrote.

#include <signal.h>

#include <functional>
#include <stop_token>
#include <thread>

namespace bellwether::cli {

/// Works while it lives, for SIGINT and SIGTERM; before and after, they do what they always do. There can be
/// one at a time. One that is made after a signal came asks for the stop at once: what follows is to be
/// short.
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

/// Whether a run was asked to stop.
bool was_interrupted();

inline constexpr int interrupted_status = 130;

/// Words on stderr for `on_first`, unless they are not wanted.
void say_stopping(bool quiet, const char* what);

}  // namespace bellwether::cli
