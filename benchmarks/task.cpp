// bench_task kmeans|lloyd|spherical|vm|gm-COVARIANCE ITEMS.npy START.npy ITERATIONS THREADS
// bench_task read FILE
//
// Does one task and prints {"seconds", "added_mb", "peak_mb", "objective"}: the time of the task alone, the
// memory it took beyond what was there before, and the most that the process ever had.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/mixtures/vm.h>

namespace {

using namespace bellwether;

/// A line of /proc/self/status, in MB.
double memory(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != key) continue;
    double kilobytes = 0;
    status >> kilobytes;
    return kilobytes / 1024;
  }
  return 0;
}

/// From here on VmHWM is the most since now.
void forget_peak() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

Clustering fit(const std::string& task, const Rows& items, const Matrix& start, int iterations, int threads) {
  const auto clusters = static_cast<int>(start.rows());
  const Run run{.threads = threads};
  if (task == "kmeans" || task == "lloyd") {
    const auto search = task == "kmeans" ? KMeansSearch::bounded : KMeansSearch::lloyd;
    return kmeans_from(items, start,
                       {.clusters = clusters, .search = search, .iterations = iterations, .tolerance = 0},
                       run);
  }
  if (task == "spherical")
    return spherical_kmeans_from(items, start,
                                 {.clusters = clusters, .iterations = iterations, .tolerance = 0}, run);
  if (task == "vm")
    return vm_from(items, start, {.clusters = clusters, .iterations = iterations, .tolerance = 0}, run);
  for (const auto& [name, covariance] : covariance_names)
    if (task == "gm-" + name)
      return gm_from(items, start,
                     {.clusters = clusters,
                      .covariance = covariance,
                      .regularise = 0,
                      .iterations = iterations,
                      .tolerance = 0},
                     run);
  throw InvalidInput(fmt::format("there is no task '{}'", task));
}

void run_task(int count, char** words) {
  const std::string task = words[1];
  Dataset items, start;
  if (task != "read") {
    require(count == 6, "usage: bench_task TASK ITEMS.npy START.npy ITERATIONS THREADS");
    items = read(words[2]);
    start = read(words[3]);
  }
  const auto work = [&] {
    if (task != "read")
      return fit(task, items.rows(), std::get<Matrix>(start.values), std::stoi(words[4]),
                 std::stoi(words[5]));
    items = {};
    items = read(words[2]);
    return Clustering{};
  };
  // Memory is that of the first time; time that of the second, because the peers' process is warm, too: what
  // a program pays once (loading code, starting threads) is not the task's.
  const double before = memory("VmRSS:");
  forget_peak();
  Clustering found = work();
  const double peak = memory("VmHWM:");
  const auto begin = std::chrono::steady_clock::now();
  found = work();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  fmt::print(
      "{{\"seconds\": {}, \"added_mb\": {}, \"peak_mb\": {}, \"objective\": {}, \"iterations\": {}, "
      "\"rows\": {}, "
      "\"columns\": {}}}\n",
      seconds.count(), peak - before, peak, found.objective.value, found.iterations, items.rows().rows(),
      items.rows().columns());
}

}  // namespace

int main(int count, char** words) {
  try {
    require(count >= 3, "usage: bench_task TASK FILE...");
    run_task(count, words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_task: {}\n", error.what());
    return 1;
  }
}
