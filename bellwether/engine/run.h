#pragma once
// Run: how a method runs. Nothing in it can change a result, only the wait.

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace bellwether {

class Device;
class DeviceItems;
class RowSource;
class SparseDeviceItems;
class Workers;

/// Where a long computation stands.
struct Progress {
  const char* stage = "iterating";  ///< what is being done, in words
  int restarts_done = 0;
  int restarts = 1;
  int iteration = 0;   ///< of this stage, in the restart that reports
  int iterations = 0;  ///< at most this many
  double objective = 0;
  std::int64_t done = 0;  ///< of a stage that counts what it works on: documents, images
  const char* unit = "";  ///< what `done` counts, in the plural; empty: the stage iterates
  double share = 0;       ///< of that stage, 0 to 1, as far as it is known
};

struct Run {
  int threads = 0;                                        ///< 0: every core
  std::function<void(const Progress&)> on_progress = {};  ///< called on the caller's thread
  std::stop_token stop = {};                              ///< stop early and keep the best so far
  std::shared_ptr<Device> device = {};       ///< used by the methods that can (devices/device.h); null: none
  DeviceItems* held = nullptr;               ///< set by such a method: its items, where the device has them,
  SparseDeviceItems* held_sparse = nullptr;  ///< or the same of sparse items
  const RowSource* source = nullptr;         ///< where `held` has them from, if the call is not given them
  Workers* workers = nullptr;  ///< who holds the items (workers.h); null: they are what the call is given
};

/// Calls `work` where parallel steps may use `threads` threads (0: every core), and waits for it.
void on_threads(int threads, const std::function<void()>& work);

/// Calls both, at once if a thread is free.
void both(const std::function<void()>& left, const std::function<void()>& right);

/// How many threads a run has; for steps that keep something for each.
int thread_count(const Run& run);

/// Calls `work(begin, end)` for blocks of 0 .. count - 1, several at once; for work on each of many rows by
/// itself.
void for_each_block(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& work,
                    const Run& run);

/// Calls `work(0) .. work(count - 1)`, several at once if threads are free.
void for_each_parallel(int count, const std::function<void(int)>& work);

}  // namespace bellwether
