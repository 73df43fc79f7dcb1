#pragma once
// Restarts: the same search from several starts, and the best result.

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include <bellwether/engine/best.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/shards.h>

namespace bellwether {

inline constexpr Index few_values = 1'000'000;  ///< 8 MB: a second-level cache or so

/// Calls work(0) .. work(count - 1), up to `threads` of them at once. After a stop no other begins, however
/// many there are; the first is always made, so that there is something to keep, and on the caller's thread,
/// so that there is something to report.
template <class Work>
void take_turns(int count, int threads, const std::stop_token& stop, const Work& work) {
  const int workers = std::min(count, threads);
  std::atomic<std::int64_t> next = workers;
  for_each_parallel(workers, [&](int worker) {
    for (std::int64_t turn = worker; turn < count && (turn == 0 || !stop.stop_requested()); turn = next++)
      work(static_cast<int>(turn));
  });
}

/// The best of `restarts` calls of `fit_once(Random, Run)`, each with a random stream of its own; of those
/// that tie, the first (engine/best.h). With few items, or fewer shards than threads, the restarts run side
/// by side, each on one thread. Many items keep every thread busy inside one restart, and memory holds one
/// restart at a time; so does a device. The result derives from Clustering.
template <class FitOnce>
auto best_of_restarts(int restarts, std::uint64_t random_seed, const Rows& items, const FitOnce& fit_once,
                      const Run& run) {
  using Result = decltype(fit_once(Random(0), run));
  const Random random(random_seed);
  const auto caller = std::this_thread::get_id();
  std::optional<FirstBest<Result>> best;
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
    if (!best) best.emplace(result.objective.goal);
    const double value = result.objective.value;
    best->offer(restart, value, std::move(result));
  };

  on_threads(run.threads, [&] {
    Run inner = run;
    const bool here = run.workers == nullptr;  // workers answer one question at a time
    const bool idle_threads = items.stored() <= few_values || shard_count(items) < thread_count(run);
    const bool on_device = run.held != nullptr || run.held_sparse != nullptr;
    if (here && run.threads != 1 && restarts > 1 && idle_threads && !on_device) {
      inner.threads = 1;
      take_turns(restarts, thread_count(run), run.stop, [&](int restart) { one(restart, inner); });
    } else {
      take_turns(restarts, 1, run.stop, [&](int restart) { one(restart, inner); });
    }
  });
  Result result = best->take();
  result.stopped = run.stop.stop_requested();
  return result;
}

}  // namespace bellwether
