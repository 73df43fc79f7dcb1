// bench_topics make ITEMS FEATURES CLUSTERS TOPICAL WORDS FILE.npz
// bench_topics fit FILE.npz CLUSTERS ITERATIONS THREADS OBJECTIVE
// bench_topics scaling LARGEST
//
// make: counts of words. fit: one PLSA, which ends after ITERATIONS or as soon as its log-likelihood is at or
// above OBJECTIVE (0: none), as {"cpu", "seconds", "iterations", "objective", "added_mb", "labels"}: the time
// of the processor and of the clock for a fit, and the memory that it took beyond the data. scaling: seconds
// of the processor for a round, by stored values up to LARGEST and by topics.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <malloc.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include <bellwether/collections/topics.h>
#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/data/write.h>
#include <bellwether/topics/plsa.h>

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

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

TopicClustering fit(const Rows& items, int clusters, int iterations, int threads, double objective) {
  std::stop_source enough;
  const auto watch = [&](const Progress& progress) {
    if (objective != 0 && progress.objective >= objective) enough.request_stop();
  };
  return plsa(items, {.clusters = clusters, .restarts = 1, .iterations = iterations, .tolerance = 0},
              {.threads = threads, .on_progress = watch, .stop = enough.get_token()});
}

void run_fit(char** words) {
  const Dataset items = read(words[2]);
  const int clusters = std::stoi(words[3]), iterations = std::stoi(words[4]), threads = std::stoi(words[5]);
  malloc_trim(0);                               // what reading left behind
  std::ofstream("/proc/self/clear_refs") << 5;  // from here on VmHWM is the most since now
  const double before = memory("VmRSS:");
  fit(items.rows(), clusters, 2, threads, 0);  // the peers' process is warm, too
  const double added = memory("VmHWM:") - before, begin = now();
  const auto begin_cpu = std::clock();
  const auto found = fit(items.rows(), clusters, iterations, threads, std::stod(words[6]));
  const double seconds = now() - begin, cpu = static_cast<double>(std::clock() - begin_cpu) / CLOCKS_PER_SEC;
  fmt::print(
      "{{\"cpu\": {}, \"seconds\": {}, \"iterations\": {}, \"objective\": {}, \"added_mb\": {}, \"labels\": "
      "[{}]}}\n",
      cpu, seconds, found.iterations, found.objective.value, added, fmt::join(found.labels, ", "));
}

/// Of the processor, so that others on the machine matter less.
double seconds_for_a_round(const Rows& items, int clusters) {
  const auto timed = [&](int iterations) {
    const auto begin = std::clock();
    fit(items, clusters, iterations, 1, 0);
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  const int rounds = items.stored() > 20'000'000 ? 2 : 10;
  const double few = timed(1);
  return (timed(1 + rounds) - few) / rounds;
}

void run_scaling(double largest) {
  fmt::print("stored values, 20 topics: seconds for a round; ns for a value\n");
  for (double stored = 1e6; stored <= largest; stored *= 10) {
    const Dataset items = topics({.items = static_cast<int>(stored / 81.5),
                                  .clusters = 20,
                                  .features = 20'000,
                                  .words = 107,
                                  .topical = 0.13});
    const double one = seconds_for_a_round(items.rows(), 20);
    fmt::print("{:>12} {:10.4f} {:8.1f}\n", items.rows().stored(), one,
               1e9 * one / static_cast<double>(items.rows().stored()));
    std::fflush(stdout);
  }
  fmt::print("topics, 10,000 x 20,000: seconds for a round; ns for a value and a topic\n");
  const Dataset items =
      topics({.items = 10'000, .clusters = 20, .features = 20'000, .words = 107, .topical = 0.13});
  for (const int clusters : {2, 5, 10, 20, 40, 80, 160}) {
    const double one = seconds_for_a_round(items.rows(), clusters);
    fmt::print("{:>12} {:10.4f} {:8.2f}\n", clusters, one,
               1e9 * one / static_cast<double>(items.rows().stored() * clusters));
    std::fflush(stdout);
  }
}

void run_task(int count, char** words) {
  const std::string task = count > 1 ? words[1] : "";
  if (task == "make" && count == 8) {
    write_npz(words[7], topics({.items = std::stoi(words[2]),
                                .clusters = std::stoi(words[4]),
                                .features = std::stoi(words[3]),
                                .words = std::stoi(words[6]),
                                .topical = std::stod(words[5])}));
  } else if (task == "fit" && count == 7) {
    run_fit(words);
  } else {
    require(task == "scaling" && count == 3, "usage: see the first lines of benchmarks/topics_models.cpp");
    run_scaling(std::stod(words[2]));
  }
}

}  // namespace

int main(int count, char** words) {
  try {
    run_task(count, words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_topics: {}\n", error.what());
    return 1;
  }
}
