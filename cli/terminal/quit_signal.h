#pragma once
// Waits for SIGINT or SIGTERM, for a program that serves until it is told to end, and then ends as it should.

#include <signal.h>

namespace bellwether::cli {

/// From its construction on the first signal is kept for wait(); the second ends the program. There can be
/// one at a time.
class QuitSignal {
 public:
  QuitSignal();
  ~QuitSignal();
  QuitSignal(const QuitSignal&) = delete;
  QuitSignal& operator=(const QuitSignal&) = delete;

  void wait() const;

 private:
  int pipe_[2] = {-1, -1};
  struct sigaction before_[2] = {};
};

}  // namespace bellwether::cli
