// bench_coclustering data FILE.npz ITEMS FEATURES CLUSTERS WORDS TOPICAL
// bench_coclustering rounds FILE.npz moves|batch CLUSTERS FEATURE_CLUSTERS ROUNDS
// bench_coclustering itcc FILE.npz moves|batch CLUSTERS FEATURE_CLUSTERS RESTARTS THREADS
// bench_coclustering stc FILE.npz moves|batch CLUSTERS FEATURE_CLUSTERS RESTARTS THREADS AUXILIARY.npz
//
// Draws a collection; makes rounds over items and features from chance; searches as a user would. Prints
// {"seconds", "processor", "objective", "nmi", "iterations", "nonzeros", "added_mb"}: the time of the task
// alone, and the memory that it took beyond the items.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include <bellwether/coclustering/co_search.h>
#include <bellwether/coclustering/stc.h>
#include <bellwether/collections/topics.h>
#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/data/write.h>
#include <bellwether/scores/information.h>

namespace {

using namespace bellwether;
using namespace bellwether::coclustering;

/// A line of /proc/self/status, in MB.
double megabytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == key) {
      double kilobytes = 0;
      status >> kilobytes;
      return kilobytes / 1024;
    }
  return 0;
}

/// `iterations` rounds from chance, without what comes before them.
CoClustering make_rounds(const Problem& problem, const SearchOptions& options) {
  const Random random(options.random_seed);
  const View items = problem.items_by(0, {});
  Labels labels;
  labels.items.push_back(balanced_start({&items, 1}, problem.clusters[0], random.split(0)));
  labels.features = balanced_start(problem.features_by({}), problem.feature_clusters, random.split(1));
  const std::vector<std::vector<Index>> orders{shuffled(items.lines->size(), random.split(2))};
  const auto order = shuffled(problem.features(), random.split(3));
  Rounds done = rounds(problem, labels, orders, order, options, {});
  return to_result(problem, std::move(labels), std::move(done));
}

template <class Work>
void report(const Dataset& dataset, const Work& work) {
  using Clock = std::chrono::steady_clock;
  std::ofstream("/proc/self/clear_refs") << 5;  // from here on VmHWM is the most since now
  const double before = megabytes("VmRSS:");
  const auto begin = Clock::now();
  const std::clock_t processor = std::clock();
  const CoClustering found = work();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const double spent = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  const double score =
      dataset.labels.empty() ? 0 : nmi(cross_tabulate(found.labels, encode(dataset.labels).codes));
  fmt::print(
      "{{\"seconds\": {}, \"processor\": {}, \"objective\": {}, \"nmi\": {}, \"iterations\": {}, "
      "\"nonzeros\": {}, "
      "\"added_mb\": {}}}\n",
      seconds, spent, found.objective.value, score, found.iterations, dataset.rows().stored(),
      megabytes("VmHWM:") - before);
}

void run_task(int count, char** words) {
  const std::string task = words[1];
  const auto number = [&](int at) { return std::stoi(words[at]); };
  if (task == "data") {
    require(count == 8, "usage: bench_coclustering data FILE ITEMS FEATURES CLUSTERS WORDS TOPICAL");
    return write_npz(words[2], topics({.items = number(3),
                                       .clusters = number(5),
                                       .features = number(4),
                                       .words = number(6),
                                       .topical = std::stod(words[7])}));
  }
  require(count >= 7, "usage: bench_coclustering rounds|itcc FILE SEARCH CLUSTERS FEATURE_CLUSTERS ...");
  const Dataset items = read(words[2]);
  const CoSearch search = std::string(words[3]) == "moves" ? CoSearch::moves : CoSearch::batch;
  if (task == "rounds") {
    const Problem problem = make_problem(items.rows(), number(4), number(5));
    return report(items, [&] { return make_rounds(problem, {.search = search, .iterations = number(6)}); });
  }
  if (task == "stc") {
    require(count == 9,
            "usage: bench_coclustering stc FILE SEARCH CLUSTERS FEATURE_CLUSTERS RESTARTS THREADS AUXILIARY");
    const Dataset others = read(words[8]);
    const Auxiliary auxiliary{others.rows()};
    return report(items, [&] {
      return stc(
          items.rows(), {&auxiliary, 1},
          {.clusters = number(4), .feature_clusters = number(5), .search = search, .restarts = number(6)},
          {.threads = number(7)});
    });
  }
  require(count == 8,
          "usage: bench_coclustering itcc FILE SEARCH CLUSTERS FEATURE_CLUSTERS RESTARTS THREADS");
  report(items, [&] {
    return itcc(
        items.rows(),
        {.clusters = number(4), .feature_clusters = number(5), .search = search, .restarts = number(6)},
        {.threads = number(7)});
  });
}

}  // namespace

int main(int count, char** words) {
  try {
    require(count >= 3, "usage: bench_coclustering data|rounds|itcc FILE ...");
    run_task(count, words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_coclustering: {}\n", error.what());
    return 1;
  }
}
