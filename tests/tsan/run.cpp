// engine/run.cpp as ThreadSanitizer can watch it: on threads of the standard library, which it knows, since
// TBB is not built with it. Work is dealt out by a counter that orders nothing, so that only the start and
// the end of a parallel step order what its parts do.

#include <bellwether/engine/run.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace bellwether {
namespace {

constexpr int usual = 4;
thread_local int allowed = usual;  ///< threads for a parallel step of this one

/// For as long as it lives.
struct Allowing {
  explicit Allowing(int threads) : before(allowed) { allowed = threads; }
  ~Allowing() { allowed = before; }
  Allowing(const Allowing&) = delete;
  Allowing& operator=(const Allowing&) = delete;
  int before;
};

}  // namespace

void on_threads(int threads, const std::function<void()>& work) {
  const Allowing these(threads > 0 ? threads : usual);
  work();
}

int thread_count(const Run& run) {
  return run.threads > 0 ? run.threads : usual;
}

void for_each_parallel(int count, const std::function<void(int)>& work) {
  const int workers = std::min(count, allowed), inside = std::max(1, allowed / 2);
  std::atomic<int> next = 0;
  std::exception_ptr problem;
  std::mutex mutex;
  const auto take = [&](int first) {
    const Allowing fewer(inside);
    try {
      for (int i = first; i < count; i = next.fetch_add(1, std::memory_order_relaxed)) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
    }
  };
  if (count <= 0) return;
  next = workers;
  std::vector<std::thread> threads;
  for (int worker = 1; worker < workers; ++worker) threads.emplace_back(take, worker);
  take(0);  // on the caller's thread, as TBB does it
  for (std::thread& thread : threads) thread.join();
  if (problem) std::rethrow_exception(problem);
}

void both(const std::function<void()>& left, const std::function<void()>& right) {
  for_each_parallel(2, [&](int side) { side == 0 ? left() : right(); });
}

void for_each_block(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& work,
                    const Run& run) {
  constexpr std::int64_t block = 512;
  if (run.threads == 1 || count <= block) return work(0, count);
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>((count + block - 1) / block), [&](int number) {
      const std::int64_t begin = number * block;
      work(begin, std::min(begin + block, count));
    });
  });
}

}  // namespace bellwether
