#include <cli/before_main.h>
#include <cli/terminal/scarce_memory.h>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <vector>

extern "C" {
void* blas_memory_alloc(int);
void blas_memory_free(void*);
}

namespace bellwether::cli {
namespace {

cpu_set_t allowed;  ///< before the program began
bool known = false;

/// An exception that nobody could catch, in a thread of TBB's perhaps: there is no way back, and little
/// memory.
[[noreturn]] void end_in_words() {
  static constexpr std::string_view unknown =
      "there is not enough memory for this, or no thread could be started; use fewer items, features or "
      "--threads";
  for (const std::string_view words :
       {std::string_view("bellwether: "), memory_was_scarce() ? scarce_memory() : unknown,
        std::string_view("\n")})
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

void reserve_room_for_products() {
  constexpr std::size_t buffer = std::size_t{136} << 20;
  rlimit addresses{};
  if (getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur == RLIM_INFINITY) return;
  const int cores = known ? CPU_COUNT(&allowed) : 1;
  std::vector<void*> held;
  held.reserve(static_cast<std::size_t>(cores));
  while (static_cast<int>(held.size()) < cores) {
    void* const room = std::malloc(buffer);
    std::free(room);
    if (room == nullptr) break;
    held.push_back(blas_memory_alloc(0));
  }
  for (void* const one : held) blas_memory_free(one);  // it keeps them
  if (held.empty()) throw std::bad_alloc();
  if (!known) return;
  cpu_set_t some;
  CPU_ZERO(&some);
  for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&some) < static_cast<int>(held.size()); ++core)
    if (CPU_ISSET(core, &allowed)) CPU_SET(core, &some);
  static_cast<void>(sched_setaffinity(0, sizeof some, &some));
}

}  // namespace bellwether::cli
