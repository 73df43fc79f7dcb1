// How long it takes to try the maps of `cluster --known`: 2,000 items in 30 dimensions, some classes.
//   bench_selection [CLASSES]

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include <bellwether/engine/random.h>
#include <bellwether/runs/transfer.h>

using namespace bellwether;

int main(int argc, char** argv) {
  constexpr Index items = 2000, features = 30;
  std::vector<Candidate> candidates;
  for (const std::string& spec : standard_candidates()) candidates.push_back(candidate_of(spec));
  const int asked = argc > 1 ? std::atoi(argv[1]) : 0;
  fmt::print("{:>7} {:>7} {:>8} {:>9}  {}\n", "classes", "threads", "seconds", "plain NMI", "chosen");
  for (const int classes : asked > 0 ? std::vector{asked} : std::vector{6, 12, 20}) {
    Random random(1);
    Matrix centres(classes, features), x(items, features);
    for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = 0.6 * random.normal();
    std::vector<int> labels;
    for (Index i = 0; i < items; ++i) {
      labels.push_back(static_cast<int>(i % classes));
      for (Index j = 0; j < features; ++j) x(i, j) = centres(i % classes, j) + random.normal();
    }
    for (const int threads : {1, 2}) {
      const auto begin = std::chrono::steady_clock::now();
      const Chosen chosen = choose_map(x, labels, candidates, {}, {.threads = threads});
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      fmt::print("{:>7} {:>7} {:>8.2f} {:>9.3f}  {}\n", classes, threads, took.count(), chosen.plain,
                 chosen.best < 0 ? "none" : candidates[static_cast<std::size_t>(chosen.best)].name);
    }
  }
}
