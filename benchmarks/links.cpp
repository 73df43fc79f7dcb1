// bench_links kmeans|cop|pck|mpck ITEMS.npy START.npy LINKS.npy ITERATIONS THREADS
// bench_links sized ITEMS.npy START.npy LINKS.npy ITERATIONS THREADS
// bench_links chain LENGTH
//
// Does one task and prints {"seconds", "objective", "iterations", "labels"}: the time of the fit alone. LINKS
// has rows of two items and 1 (must) or -1 (cannot). `sized` is cop with clusters of nearly equal size.
// `chain` has items in a row of must-links, each linked to the next in a shuffled order, and gives the
// seconds of the closure, of cop-kmeans and of k-means on the same items.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/engine/random.h>
#include <bellwether/links/cop_kmeans.h>
#include <bellwether/links/groups.h>
#include <bellwether/links/pcc.h>
#include <bellwether/mixtures/kmeans.h>

namespace {

using namespace bellwether;

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Matrix dense(const char* path) {
  return std::get<Matrix>(read(path).values);
}

Knowledge links_of(const Matrix& rows) {
  Knowledge knowledge;
  for (Index i = 0; i < rows.rows(); ++i) {
    auto& links = rows(i, 2) > 0 ? knowledge.must_link : knowledge.cannot_link;
    links.emplace_back(static_cast<Index>(rows(i, 0)), static_cast<Index>(rows(i, 1)));
  }
  return knowledge;
}

Clustering fit(const std::string& task, const Matrix& items, const Matrix& start, const Knowledge& knowledge,
               int iterations, int threads) {
  const auto clusters = static_cast<int>(start.rows());
  const Run run{.threads = threads};
  if (task == "kmeans")
    return kmeans_from(items, start, {.clusters = clusters, .iterations = iterations, .tolerance = 0}, run);
  if (task == "cop" || task == "sized") {
    CopKMeansOptions options{.clusters = clusters, .iterations = iterations, .tolerance = 0};
    if (task == "sized") options.min_size = items.rows() / clusters - 5;
    if (task == "sized") options.max_size = items.rows() / clusters + 5;
    return cop_kmeans_from(items, knowledge, start, options, run);
  }
  require(task == "pck" || task == "mpck", "there is no task '{}'", task);
  PccOptions options{.clusters = clusters, .iterations = iterations, .tolerance = 0};
  options.metric = task == "pck" ? Metric::none : Metric::diagonal;
  options.scope = MetricScope::shared;
  options.penalties = task == "pck" ? Penalties::constant : Penalties::scaled;
  // The peer halves squared distances and not its weight of 1.
  if (task == "pck") options.must_weight = options.cannot_weight = 2;
  return pcc_from(items, knowledge, start, options, run);
}

void run_task(char** words) {
  const Matrix items = dense(words[2]), start = dense(words[3]);
  const Knowledge knowledge = links_of(dense(words[4]));
  const int iterations = std::stoi(words[5]), threads = std::stoi(words[6]);
  Clustering found;
  const auto work = [&] { found = fit(words[1], items, start, knowledge, iterations, threads); };
  work();  // the peers' process is warm, too
  fmt::print("{{\"seconds\": {}, ", seconds_of(work));
  fmt::print("\"objective\": {}, \"iterations\": {}, \"labels\": [{}]}}\n", found.objective.value,
             found.iterations, fmt::join(found.labels, ", "));
}

void run_chain(Index length) {
  Random random(1);
  Matrix items(length + 1, 2);
  for (Index i = 0; i < items.size(); ++i) items.data()[i] = random.normal();
  std::vector<Index> order(static_cast<std::size_t>(length + 1));
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  Knowledge knowledge;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) knowledge.must_link.emplace_back(order[i], order[i + 1]);

  const double closure = seconds_of([&] { close_links(knowledge, items.rows(), 2); });
  // One item that is in no link, so that there can be two clusters.
  knowledge.must_link.pop_back();
  const Matrix start = items.topRows(2);
  const double cop = seconds_of([&] {
    cop_kmeans_from(items, knowledge, start, {.clusters = 2, .iterations = 10, .tolerance = 0},
                    {.threads = 1});
  });
  const double plain = seconds_of(
      [&] { kmeans_from(items, start, {.clusters = 2, .iterations = 10, .tolerance = 0}, {.threads = 1}); });
  fmt::print("{{\"closure\": {}, \"cop\": {}, \"kmeans\": {}}}\n", closure, cop, plain);
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count == 3 && std::string(words[1]) == "chain") {
      run_chain(std::stol(words[2]));
      return 0;
    }
    require(count == 7, "usage: bench_links TASK ITEMS.npy START.npy LINKS.npy ITERATIONS THREADS");
    run_task(words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_links: {}\n", error.what());
    return 1;
  }
}
