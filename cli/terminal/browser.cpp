#include <cli/terminal/browser.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace bellwether::cli {

bool open_in_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  const pid_t child = fork();
  if (child == 0) {
    if (fork() != 0) _exit(0);
    const int nothing = open("/dev/null", O_RDWR);
    for (int end = 0; end < 3; ++end) dup2(nothing, end);
    execlp("xdg-open", "xdg-open", address.c_str(), static_cast<char*>(nullptr));
    _exit(1);
  }
  if (child > 0) waitpid(child, nullptr, 0);
  return child > 0;
}

}  // namespace bellwether::cli
