// How long a session takes to answer one more seed, one more link: 10,000 items in 100 dimensions.
//   bench_session [CLUSTERS]

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include <bellwether/engine/random.h>
#include <bellwether/runs/session.h>

using namespace bellwether;

int main(int argc, char** argv) {
  constexpr Index items = 10000, features = 100;
  const int clusters = argc > 1 ? std::atoi(argv[1]) : 20;
  Random random(1);
  Matrix centres(clusters, features), x(items, features);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = 0.5 * random.normal();
  for (Index i = 0; i < items; ++i)
    for (Index j = 0; j < features; ++j) x(i, j) = centres(i % clusters, j) + random.normal();

  const auto seconds = [](const auto& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  Session session(material_of({.values = x}), {}, {.clusters = clusters});
  const Run run{.threads = 2};
  fmt::print("{:<22} {:>8}\n", "what", "seconds");
  fmt::print("{:<22} {:>8.3f}\n", "from nothing", seconds([&] { session.carry_out(run); }));
  for (Index seed = 0; seed < 3; ++seed)
    fmt::print("{:<22} {:>8.3f}\n", "one more seed", seconds([&] {
                 session.add_seed(
                     seed, (session.finding().labels()[static_cast<std::size_t>(seed)] + 1) % clusters);
                 session.update(run);
               }));
  fmt::print("{:<22} {:>8.3f}\n", "one more must-link", seconds([&] {
               session.add_must_link(100, 101);
               session.update(run);
             }));
}
