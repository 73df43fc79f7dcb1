#include <cli/terminal/interrupt.h>
#include <cli/terminal/words.h>

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace bellwether::cli {
namespace {

constexpr int watched[2] = {SIGINT, SIGTERM};

// All that a signal handler may touch. request_stop() takes locks, so a handler must not call it: it writes
// to a pipe, and a thread that waits at the other end makes the request.
std::atomic<int> write_end = -1;
std::atomic<int> seen = 0;
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  if (seen.fetch_add(1) > 0) _exit(128 + signal);
  const int error = errno;
  [[maybe_unused]] const auto written = write(write_end, "!", 1);
  errno = error;
}

/// True if a signal came, false if the pipe was closed.
bool wait_for_signal(int read_end) {
  char byte = 0;
  ssize_t got = -1;
  do got = read(read_end, &byte, 1);
  while (got < 0 && errno == EINTR);
  return got == 1;
}

}  // namespace

Interrupt::Interrupt(std::function<void()> on_first) {
  if (pipe(pipe_) != 0) throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  write_end = pipe_[1];
  if (was_interrupted()) source_.request_stop();
  watcher_ = std::thread([this, on_first = std::move(on_first)] {
    if (!wait_for_signal(pipe_[0])) return;
    source_.request_stop();
    on_first();
  });
  for (int i = 0; i < 2; ++i) {
    sigaction(watched[i], nullptr, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) continue;  // run by nohup, or in the background of a script
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(watched[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (int i = 0; i < 2; ++i) sigaction(watched[i], &before_[i], nullptr);
  write_end = -1;
  close(pipe_[1]);
  watcher_.join();
  close(pipe_[0]);
}

bool was_interrupted() {
  return seen > 0;
}

void say_stopping(bool quiet, const char* what) {
  if (!quiet)
    fmt::print(stderr, "{}bellwether: stopping{} (Ctrl-C again ends at once)\n",
               is_terminal(stderr) ? "\r\033[K" : "", what);
}

}  // namespace bellwether::cli
