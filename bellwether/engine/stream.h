#pragma once
// Work on items that come one at a time, from a source that cannot be cut into shards beforehand: files of an
// archive, messages of a mailbox.

#include <atomic>
#include <mutex>
#include <thread>

#include <bellwether/engine/run.h>

namespace bellwether {

/// Calls `work(item, number, worker)` for each item that `next(item)` gives until it returns false. `next` is
/// never called by two threads at once; `work` may be, with workers 0 .. thread_count(run) - 1, of which each
/// is busy with one item at a time. Items are numbered in the order in which they came. After each,
/// `report(done)` is called on the caller's thread. Throws what a call throws, when the others have ended.
template <class Item, class Next, class Work, class Report>
void for_each_streamed(const Next& next, const Work& work, const Report& report, const Run& run) {
  const auto caller = std::this_thread::get_id();
  std::mutex reading;
  std::int64_t taken = 0;
  std::atomic<std::int64_t> done = 0;
  std::atomic<bool> failed = false;

  const auto take = [&](Item& item, std::int64_t& number) {
    const std::lock_guard lock(reading);
    if (failed || run.stop.stop_requested() || !next(item)) return false;
    number = taken++;
    return true;
  };
  const auto worker_loop = [&](int worker) {
    try {
      Item item;
      for (std::int64_t number = 0; take(item, number); item = Item{}) {
        work(item, number, worker);
        ++done;
        if (std::this_thread::get_id() == caller) report(done.load());
      }
    } catch (...) {
      failed = true;
      throw;
    }
  };
  on_threads(run.threads, [&] { for_each_parallel(thread_count(run), worker_loop); });
}

}  // namespace bellwether
