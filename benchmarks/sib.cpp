// bench_sib data FILE.npz ITEMS FEATURES CLUSTERS WORDS TOPICAL
// bench_sib from FILE.npz START.npy FOUND.csv CLUSTERS INFORMATION ALPHA PASSES TOLERANCE
// bench_sib sib FILE.npz CLUSTERS INFORMATION ALPHA RESTARTS THREADS
//
// Draws a collection; makes passes from given clusters, and writes those found; searches as a user would.
// Prints
// {"seconds", "processor", "information", "nmi", "iterations", "added_mb"}: the time of the task alone, and
// the memory that it took beyond the items.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include <bellwether/bottleneck/sib.h>
#include <bellwether/collections/topics.h>
#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/data/write.h>
#include <bellwether/scores/information.h>

namespace {

using namespace bellwether;

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

template <class Work>
SibClustering report(const Dataset& dataset, const Work& work) {
  using Clock = std::chrono::steady_clock;
  std::ofstream("/proc/self/clear_refs") << 5;  // from here on VmHWM is the most since now
  const double before = megabytes("VmRSS:");
  const auto begin = Clock::now();
  const std::clock_t processor = std::clock();
  std::vector<std::clock_t> reports;
  SibClustering found = work([&](const Progress&) { reports.push_back(std::clock()); });
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const double spent = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  const double score =
      dataset.labels.empty() ? 0 : nmi(cross_tabulate(found.labels, encode(dataset.labels).codes));
  const auto passes = static_cast<double>(reports.size() - 1);
  fmt::print(
      "{{\"seconds\": {}, \"processor\": {}, \"pass\": {}, \"passes\": {}, \"information\": {}, \"nmi\": {}, "
      "\"added_mb\": {}}}\n",
      seconds, spent, static_cast<double>(reports.back() - reports.front()) / CLOCKS_PER_SEC / passes, passes,
      found.objective.value, score, megabytes("VmHWM:") - before);
  return found;
}

SibOptions options_of(char** words) {
  SibOptions options{.clusters = std::stoi(words[0]), .alpha = std::stod(words[2])};
  for (const auto& [name, value] : information_names)
    if (name == words[1]) options.information = value;
  return options;
}

std::vector<int> labels_of(const Dataset& start) {
  std::vector<int> labels;
  start.rows().visit([&](const auto& rows) {
    if constexpr (requires { rows.matrix(); })
      for (Index i = 0; i < rows.rows; ++i) labels.push_back(static_cast<int>(rows.row(i)[0]));
  });
  return labels;
}

void run_task(int count, char** words) {
  const std::string task = words[1];
  const auto number = [&](int at) { return std::stoi(words[at]); };
  if (task == "data") {
    require(count == 8, "usage: bench_sib data FILE ITEMS FEATURES CLUSTERS WORDS TOPICAL");
    return write_npz(words[2], topics({.items = number(3),
                                       .clusters = number(5),
                                       .features = number(4),
                                       .words = number(6),
                                       .topical = std::stod(words[7])}));
  }
  const Dataset items = read(words[2]);
  if (task == "from") {
    require(count == 10,
            "usage: bench_sib from FILE START FOUND CLUSTERS INFORMATION ALPHA PASSES TOLERANCE");
    const auto start = labels_of(read(words[3]));
    SibOptions options = options_of(words + 5);
    options.iterations = number(8);
    options.tolerance = std::stod(words[9]);
    const auto found = report(items, [&](const auto& on_pass) {
      return sib_from(items.rows(), start, options, {.threads = 1, .on_progress = on_pass});
    });
    std::ofstream out(words[4]);
    for (const int label : found.labels) out << label << '\n';
    return;
  }
  require(task == "sib" && count == 8,
          "usage: bench_sib sib FILE CLUSTERS INFORMATION ALPHA RESTARTS THREADS");
  SibOptions options = options_of(words + 3);
  options.restarts = number(6);
  report(items, [&](const auto& on_pass) {
    return sib(items.rows(), options, {.threads = number(7), .on_progress = on_pass});
  });
}

}  // namespace

int main(int count, char** words) {
  try {
    require(count >= 3, "usage: bench_sib data|from|sib FILE ...");
    run_task(count, words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_sib: {}\n", error.what());
    return 1;
  }
}
