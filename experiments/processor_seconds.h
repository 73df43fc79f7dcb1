#pragma once
// Processor time of the thread that asks: what a method costs that has one thread, whatever else the machine
// does.

#include <time.h>

namespace bellwether::experiments {

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace bellwether::experiments
