#include <bellwether/engine/run.h>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>

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

}  // namespace

void on_threads(int threads, const std::function<void()>& work) {
  keep_products_on_one_thread();
  // Threads beyond the cores are ignored without this, and TBB says so on stderr.
  std::optional<tbb::global_control> allowed;
  if (threads > tbb::info::default_concurrency())
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
