#include <cli/terminal/quit_signal.h>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

namespace bellwether::cli {
namespace {

constexpr int stopping[2] = {SIGINT, SIGTERM};
std::atomic<int> other_end = -1, quits = 0;

extern "C" void on_quit(int signal) {
  if (quits.fetch_add(1) > 0) _exit(128 + signal);
  const int error = errno;
  [[maybe_unused]] const auto written = write(other_end, "!", 1);
  errno = error;
}

}  // namespace

QuitSignal::QuitSignal() {
  if (pipe2(pipe_, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  other_end = pipe_[1];
  for (int i = 0; i < 2; ++i) {
    struct sigaction action = {};
    action.sa_handler = on_quit;
    action.sa_flags = SA_RESTART;
    sigaction(stopping[i], &action, &before_[i]);
  }
}

QuitSignal::~QuitSignal() {
  for (int i = 0; i < 2; ++i) sigaction(stopping[i], &before_[i], nullptr);
  other_end = -1;
  for (const int end : pipe_) close(end);
}

void QuitSignal::wait() const {
  char byte = 0;
  while (read(pipe_[0], &byte, 1) < 0 && errno == EINTR) {
  }
}

}  // namespace bellwether::cli
