// bench_lmnn ITEMS.npy LABELS.npy NEIGHBOURS PUSH OBJECTIVE THREADS
//
// Learns one map and prints {"seconds", "objective", "iterations", "active", "map"}: the processor's time for
// the fit alone, which ends as soon as the loss is at or below OBJECTIVE (0: when it has converged).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <ctime>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/transforms/lmnn.h>

namespace {

using namespace bellwether;

LmnnResult learn(const Matrix& items, const std::vector<int>& labels, const LmnnOptions& options,
                 double objective, int threads) {
  std::stop_source enough;
  const auto watch = [&](const Progress& progress) {
    if (progress.objective <= objective) enough.request_stop();
  };
  return lmnn(items, labels, options, {.threads = threads, .on_progress = watch, .stop = enough.get_token()});
}

void run_task(char** words) {
  const Matrix items = std::get<Matrix>(read(words[1]).values),
               classes = std::get<Matrix>(read(words[2]).values);
  std::vector<int> labels;
  for (Index i = 0; i < classes.size(); ++i) labels.push_back(static_cast<int>(classes.data()[i]));
  LmnnOptions options{.neighbours = std::stoi(words[3]), .push = std::stod(words[4])};
  if (*options.push == 0) options.push.reset();  // 0: chosen
  const double objective = std::stod(words[5]);
  const int threads = std::stoi(words[6]);
  learn(items, labels, options, objective, threads);  // the peers' process is warm, too
  const auto begin = std::clock();
  const auto found = learn(items, labels, options, objective, threads);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const Matrix& map = found.map.map;
  fmt::print("{{\"seconds\": {}, \"objective\": {}, \"iterations\": {}, \"active\": {}, \"map\": [{}]}}\n",
             seconds, found.objective.value, found.iterations, found.active,
             fmt::join(map.data(), map.data() + map.size(), ", "));
}

}  // namespace

int main(int count, char** words) {
  try {
    require(count == 7, "usage: bench_lmnn ITEMS.npy LABELS.npy NEIGHBOURS PUSH OBJECTIVE THREADS");
    run_task(words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_lmnn: {}\n", error.what());
    return 1;
  }
}
