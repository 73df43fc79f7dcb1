#include <cli/before_main.h>

#include <sched.h>
#include <unistd.h>

#include <exception>
#include <string_view>

namespace bellwether::cli {
namespace {

cpu_set_t allowed;  ///< before the program began
bool known = false;

/// An exception that nobody could catch, in a thread of TBB's perhaps: there is no way back, and little
/// memory.
[[noreturn]] void end_in_words() {
  static constexpr std::string_view words =
      "bellwether: there is not enough memory for this, or no thread could be started; use fewer items, "
      "features or --threads\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, words.data(), words.size());
  _exit(1);
}

/// Nothing is initialised when this runs, so it needs nothing that is. More than 1024 cores: the first call
/// fails, and all stays as it was.
void begin(int, char**, char**) {
  std::set_terminate(end_in_words);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  int core = 0;
  while (core < CPU_SETSIZE && !CPU_ISSET(core, &allowed)) ++core;
  CPU_SET(core, &one);
  known = sched_setaffinity(0, sizeof one, &one) == 0;
}

/// The functions of this section run before those that initialise shared libraries.
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_libraries)(int, char**, char**) = begin;

}  // namespace

void allow_all_cores() {
  if (known) static_cast<void>(sched_setaffinity(0, sizeof allowed, &allowed));
}

}  // namespace bellwether::cli
