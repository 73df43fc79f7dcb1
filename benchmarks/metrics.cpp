// bench_metrics full|diagonal ITEMS.npy PAIRS.npy THREADS
//
// Learns one metric and prints {"seconds", "objective", "gap", "iterations", "metric"}: the time of the fit
// alone. PAIRS has rows of two items and 1 (similar) or -1 (dissimilar).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/transforms/xing.h>

namespace {

using namespace bellwether;

void run_task(char** words) {
  const Matrix items = std::get<Matrix>(read(words[2]).values),
               rows = std::get<Matrix>(read(words[3]).values);
  LabelledPairs pairs;
  for (Index i = 0; i < rows.rows(); ++i)
    (rows(i, 2) > 0 ? pairs.similar : pairs.dissimilar)
        .emplace_back(static_cast<Index>(rows(i, 0)), static_cast<Index>(rows(i, 1)));
  const XingOptions options{.form = std::string(words[1]) == "full" ? XingForm::full : XingForm::diagonal};
  const Run run{.threads = std::stoi(words[4])};
  auto found = xing(items, pairs.similar, pairs.dissimilar, options, run);  // the peers' process is warm, too
  const auto begin = std::chrono::steady_clock::now();
  found = xing(items, pairs.similar, pairs.dissimilar, options, run);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  fmt::print("{{\"seconds\": {}, \"objective\": {}, \"gap\": {}, \"iterations\": {}, \"metric\": [{}]}}\n",
             seconds.count(), found.objective.value, found.gap, found.iterations,
             fmt::join(found.metric.data(), found.metric.data() + found.metric.size(), ", "));
}

}  // namespace

int main(int count, char** words) {
  try {
    require(count == 5, "usage: bench_metrics full|diagonal ITEMS.npy PAIRS.npy THREADS");
    run_task(words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_metrics: {}\n", error.what());
    return 1;
  }
}
