#pragma once
// Restarts: the same search from several starts, and the best result.

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include <bellwether/engine/clustering.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/shards.h>

namespace bellwether {

inline constexpr Index few_values = 1'000'000;  ///< 8 MB: a second-level cache or so

/// The best of `restarts` calls of `fit_once(Random, Run)`, each with a random stream of its own; equal
/// ones: the first. With few items, or fewer shards than threads, the restarts run side by side, each on one
/// thread. Many items keep every thread busy inside one restart, and memory holds one restart at a time. The
/// result derives from Clustering.
template <class FitOnce>
auto best_of_restarts(int restarts, std::uint64_t random_seed, const Rows& items, const FitOnce& fit_once,
                      const Run& run) {
  using Result = decltype(fit_once(Random(0), run));
  const Random random(random_seed);
  const auto caller = std::this_thread::get_id();
  std::optional<Result> best;
  std::mutex mutex;
  std::atomic<int> done = 0;

  const auto one = [&](int restart, Run inner) {
    inner.on_progress = [&](Progress progress) {
      if (!run.on_progress || std::this_thread::get_id() != caller) return;
      progress.restarts_done = done;
      progress.restarts = restarts;
      run.on_progress(progress);
    };
    Result result = fit_once(random.split(static_cast<std::uint64_t>(restart)), inner);
    result.restart = restart;
    result.random_seed = random_seed;
    result.stopped = run.stop.stop_requested();
    ++done;

    const std::lock_guard lock(mutex);
    const auto& objective = result.objective;
    if (!best || better(objective.goal, objective.value, best->objective.value) ||
        (objective.value == best->objective.value && restart < best->restart))
      best = std::move(result);
  };

  on_threads(run.threads, [&] {
    Run inner = run;
    const bool idle_threads = items.stored() <= few_values || shard_count(items) < thread_count(run);
    if (run.threads != 1 && restarts > 1 && idle_threads) {
      inner.threads = 1;
      std::atomic<std::int64_t> next = 0;  // wider than int: every worker asks once more than there are
      const auto until_stopped = [&](int) {
        for (std::int64_t r = next++; r < restarts; r = next++) {
          if (r > 0 && run.stop.stop_requested()) return;
          one(static_cast<int>(r), inner);
        }
      };
      for_each_parallel(std::min(restarts, thread_count(run)), until_stopped);
    } else {
      for (int restart = 0; restart < restarts; ++restart) {
        if (restart > 0 && run.stop.stop_requested()) break;
        one(restart, inner);
      }
    }
  });
  best->stopped = run.stop.stop_requested();
  return std::move(*best);
}

}  // namespace bellwether
