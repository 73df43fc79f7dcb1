#include <bellwether/engine/run.h>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <optional>

namespace bellwether {

void on_threads(int threads, const std::function<void()>& work) {
  // Threads beyond the cores are ignored without this, and TBB says so on stderr.
  std::optional<tbb::global_control> allowed;
  if (threads > tbb::info::default_concurrency())
    allowed.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute(work);
}

void both(const std::function<void()>& left, const std::function<void()>& right) {
  tbb::parallel_invoke(left, right);
}

void for_each_parallel(int count, const std::function<void(int)>& work) {
  tbb::parallel_for(0, count, work);
}

}  // namespace bellwether
