// How long people wait for the next question: 10,000 items in 50 dimensions, after some answers.
//   bench_ask [CLUSTERS]

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include <bellwether/engine/random.h>
#include <bellwether/runs/answers.h>

using namespace bellwether;

int main(int argc, char** argv) {
  constexpr Index items = 10000, features = 50;
  const int clusters = argc > 1 ? std::atoi(argv[1]) : 20;
  Random random(1);
  Matrix centres(clusters, features), x(items, features);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = 0.5 * random.normal();
  for (Index i = 0; i < items; ++i)
    for (Index j = 0; j < features; ++j) x(i, j) = centres(i % clusters, j) + random.normal();
  Session session(material_of({.values = x}), {}, {.clusters = clusters});
  session.carry_out({.threads = 2});
  fmt::print("{:<10} {:>8} {:>10}\n", "kind", "answers", "seconds");
  for (const bool labels : {true, false})
    for (int answers = 0; answers <= 100; ++answers) {
      const auto begin = std::chrono::steady_clock::now();
      const auto next = questions(session, 1, {.labels = labels, .pairs = !labels});
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      if (answers % 25 == 0)
        fmt::print("{:<10} {:>8} {:>10.3f}\n", labels ? "label" : "pair", answers, seconds.count());
      const Index own = next[0].items.front() % clusters, other = next[0].items.back() % clusters;
      try {
        take_answer(session, next[0],
                    labels         ? Answer{Reply::name, fmt::format("class {}", own)}
                    : own == other ? Answer{Reply::yes}
                                   : Answer{Reply::no});
      } catch (const std::exception&) {
        take_answer(session, next[0], {Reply::unknown});
      }
    }
}
