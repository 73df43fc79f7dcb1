#include <bellwether/engine/restarts.h>

#include <gtest/gtest.h>

#include <atomic>

namespace bellwether {
namespace {

struct Toy : Clustering {
  double drawn = 0;
};

const Matrix few = Matrix::Ones(10, 1);
const Matrix many = Matrix::Ones(1'100'000, 1);

/// A "search" whose result is one random draw, rounded so that several restarts tie.
Toy draw_once(Random random, const Run&) {
  Toy toy;
  toy.drawn = random.uniform();
  toy.objective = {"draw", Goal::minimise, std::floor(4 * toy.drawn), {}};
  return toy;
}

TEST(Restarts, KeepTheBestAndAmongEqualsTheFirst) {
  const auto best = best_of_restarts(50, 3, few, draw_once, {.threads = 1});
  int expected = 0;
  double least = 10;
  for (int r = 0; r < 50; ++r) {
    const double value = std::floor(4 * Random(3).split(static_cast<std::uint64_t>(r)).uniform());
    if (value < least) least = value, expected = r;
  }
  EXPECT_EQ(best.restart, expected);
  EXPECT_EQ(best.objective.value, least);
  EXPECT_EQ(best.random_seed, 3u);
}

TEST(Restarts, RoundingDoesNotChooseAmongThoseThatEndInTheSameOptimum) {
  for (const double rounding : {0.0, 1e-15, -1e-15}) {
    const auto once = [&](Random random, const bellwether::Run& run) {
      Toy toy = draw_once(random, run);
      toy.objective.value = 1000 * (1 + toy.objective.value) * (1 + rounding * toy.drawn);
      return toy;
    };
    EXPECT_EQ(best_of_restarts(50, 3, few, once, {.threads = 1}).restart,
              best_of_restarts(50, 3, few, draw_once, {.threads = 1}).restart);
    EXPECT_EQ(best_of_restarts(50, 3, few, once, {.threads = 4}).restart,
              best_of_restarts(50, 3, few, draw_once, {.threads = 1}).restart);
  }
}

TEST(Restarts, AfterAStopNoOtherBeginsHoweverManyAreLeft) {
  for (const int threads : {1, 2}) {
    std::stop_source source;
    std::atomic<int> begun = 0;
    const auto once = [&](Random random, const bellwether::Run& run) {
      if (++begun == 3) source.request_stop();
      return draw_once(random, run);
    };
    const auto best =
        best_of_restarts(2'000'000'000, 3, few, once, {.threads = threads, .stop = source.get_token()});
    EXPECT_TRUE(best.stopped);
    EXPECT_LE(begun, 3 + threads);
  }
}

TEST(Restarts, SideBySideOrOneByOneGiveTheSame) {
  const auto one = best_of_restarts(50, 11, few, draw_once, {.threads = 1});
  for (int repeat = 0; repeat < 10; ++repeat) {
    const auto side_by_side = best_of_restarts(50, 11, few, draw_once, {.threads = 4});
    EXPECT_EQ(one.restart, side_by_side.restart);
    EXPECT_EQ(one.drawn, side_by_side.drawn);
  }
  EXPECT_EQ(one.drawn, best_of_restarts(50, 11, many, draw_once, {.threads = 4}).drawn);
}

TEST(Restarts, FewItemsShareTheThreadsAmongRestartsManyInsideOne) {
  const auto threads_inside = [](const Rows& items) {
    std::atomic<int> seen = 0;
    best_of_restarts(4, 0, items,
                     [&](Random, const bellwether::Run& run) {
                       seen = run.threads;
                       return Toy{};
                     },
                     {.threads = 4});
    return seen.load();
  };
  EXPECT_EQ(threads_inside(few), 1);
  EXPECT_EQ(threads_inside(many), 4);
}

TEST(Restarts, AStopKeepsWhatIsThere) {
  std::stop_source source;
  int calls = 0;
  const auto stop_at_third = [&](Random random, const bellwether::Run& run) {
    if (++calls == 3) source.request_stop();
    return draw_once(random, run);
  };
  const auto best = best_of_restarts(100, 0, few, stop_at_third, {.threads = 1, .stop = source.get_token()});
  EXPECT_EQ(calls, 3);
  EXPECT_TRUE(best.stopped);
}

TEST(Restarts, AnErrorInsideComesOut) {
  const auto fail = [](Random, const bellwether::Run&) -> Toy { throw std::runtime_error("no"); };
  EXPECT_THROW(best_of_restarts(8, 0, few, fail, {.threads = 4}), std::runtime_error);
}

}  // namespace
}  // namespace bellwether
