#include <bellwether/engine/run.h>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <latch>
#include <mutex>
#include <new>
#include <optional>
#include <vector>

extern "C" void openblas_set_num_threads(int);

namespace bellwether {
namespace {

/// Threads belong to the engine: a product runs on the thread that asks for it. OpenBLAS keeps this setting
/// for the whole process. (Its serial build has no threads to turn off, but is not safe to call from two
/// threads at once.)
void keep_products_on_one_thread() {
  static const bool done = [] {
    openblas_set_num_threads(1);
    return true;
  }();
  static_cast<void>(done);
}

/// How many threads can be at once, of `wanted`.
int try_threads(int wanted) {
  constexpr std::size_t stack = std::size_t{4} << 20;  // as much as TBB's have
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack);
  std::latch all_tried(1);
  const auto wait = [](void* latch) -> void* {
    static_cast<std::latch*>(latch)->wait();
    return nullptr;
  };
  std::vector<pthread_t> started;
  started.reserve(static_cast<std::size_t>(wanted));
  for (pthread_t thread; std::ssize(started) < wanted; started.push_back(thread))
    if (pthread_create(&thread, &attributes, wait, &all_tried) != 0) break;
  all_tried.count_down();
  for (const pthread_t thread : started) pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return static_cast<int>(started.size());
}

bool has_room_for(std::size_t bytes) {
  void* room = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, bytes);
  return true;
}

/// `wanted`, or as many threads as this process may have. TBB's threads start each other, and one that cannot
/// be started ends the program; OpenBLAS waits for ever for a buffer that it cannot have, one for each
/// product that is computed at a time. So both are tried before, once. A process that may have all of it pays
/// a fraction of a millisecond.
int possible_threads(int wanted) {
  constexpr std::size_t buffer = (std::size_t{128} << 20) + 4096;  // OpenBLAS's
  static std::mutex mutex;
  static int tried = 0, possible = 0;
  const std::lock_guard lock(mutex);
  if (wanted > tried) {
    possible = 1 + try_threads(wanted - 1);
    if (possible < wanted) possible = std::max(1, possible / 2);  // they need more than a stack
    while (possible > 1 && !has_room_for(static_cast<std::size_t>(possible) * buffer)) possible /= 2;
    if (!has_room_for(buffer)) throw std::bad_alloc();
    tried = wanted;
  }
  return std::min(wanted, possible);
}

}  // namespace

void on_threads(int threads, const std::function<void()>& work) {
  keep_products_on_one_thread();
  const int usual = tbb::info::default_concurrency();
  const int possible = possible_threads(threads > 0 ? threads : usual);
  if (possible < (threads > 0 ? threads : usual)) threads = possible;
  // Threads beyond the cores are ignored without this, and TBB says so on stderr.
  std::optional<tbb::global_control> allowed;
  if (threads > usual)
    allowed.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute(work);
}

int thread_count(const Run& run) {
  return run.threads > 0 ? run.threads : tbb::info::default_concurrency();
}

void both(const std::function<void()>& left, const std::function<void()>& right) {
  tbb::parallel_invoke(left, right);
}

void for_each_parallel(int count, const std::function<void(int)>& work) {
  tbb::parallel_for(0, count, work);
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
