#include <bellwether/engine/iterate.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace bellwether {
namespace {

// A toy that the engine cannot know: find the mean of some numbers by halving the distance to it.
struct Guess {
  double value = 0;
};
struct Statistics {
  double sum = 0, count = 0, objective = 0;
  bool restless = false;
  bool unsettled() const { return restless; }
};
void merge(Statistics& into, const Statistics& from) {
  into.sum += from.sum;
  into.count += from.count;
  into.objective += from.objective;
  into.restless = into.restless || from.restless;
}
Statistics accumulate(const Guess& guess, const Shard& shard) {
  Statistics s;
  shard.rows.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const double x = rows.values[i];
      s.sum += x;
      s.count += 1;
      s.objective += (x - guess.value) * (x - guess.value);
    }
  });
  return s;
}
Guess halfway(Guess guess, const Statistics& s) {
  return {0.5 * (guess.value + s.sum / s.count)};
}

const Matrix numbers = Matrix::NullaryExpr(3000, 1, [](Index i) { return static_cast<double>(i % 7); });

TEST(Iterate, ConvergesWhenTheObjectiveSettles) {
  const auto fit = iterate(numbers, Guess{100}, accumulate, halfway, {1000, 1e-12}, {.threads = 1});
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.model.value, numbers.mean(), 1e-4);
  EXPECT_LT(fit.iterations, 100);
  EXPECT_THAT(fit.trace, ::testing::SizeIs(fit.iterations + 1));
  EXPECT_TRUE(std::is_sorted(fit.trace.rbegin(), fit.trace.rend()));
}

TEST(Iterate, TheLastObjectiveIsThatOfTheModelReturned) {
  const auto fit = iterate(numbers, Guess{100}, accumulate, halfway, {5, 0}, {.threads = 1});
  EXPECT_FALSE(fit.converged);
  EXPECT_EQ(fit.iterations, 5);
  EXPECT_EQ(fit.trace.back(), sum_over_shards(
                                  numbers, [&](const Shard& s) { return accumulate(fit.model, s); },
                                  bellwether::Run{.threads = 1})
                                  .objective);
}

TEST(Iterate, NoIterationsStillMeasureTheStart) {
  const auto fit = iterate(numbers, Guess{3}, accumulate, halfway, {0, 0}, {.threads = 1});
  EXPECT_EQ(fit.model.value, 3);
  EXPECT_THAT(fit.trace, ::testing::SizeIs(1));
}

TEST(Iterate, AStopAsksForNoFurtherUpdate) {
  std::stop_source source;
  int calls = 0;
  bellwether::Run run{.threads = 1,
                      .on_progress =
                          [&](const Progress&) {
                            if (++calls == 3) source.request_stop();
                          },
                      .stop = source.get_token()};
  const auto fit = iterate(numbers, Guess{100}, accumulate, halfway, {1000, 0}, run);
  EXPECT_EQ(fit.iterations, 2);
  EXPECT_FALSE(fit.converged);
}

TEST(Iterate, DoesNotConvergeWhileTheMethodIsUnsettled) {
  int rounds = 0;
  const auto restless = [&](const Guess& guess, const Shard& shard) {
    auto s = accumulate(guess, shard);
    s.restless = rounds < 20;
    return s;
  };
  const auto stay = [&](Guess guess, const Statistics&) {
    ++rounds;
    return guess;
  };
  const auto fit = iterate(numbers, Guess{1}, restless, stay, {1000, 1e-3}, {.threads = 1});
  EXPECT_TRUE(fit.converged);
  EXPECT_EQ(fit.iterations, 20);
}

TEST(Iterate, ReportsProgressOnTheCallersThread) {
  const auto caller = std::this_thread::get_id();
  std::vector<int> iterations;
  on_threads(4, [&] {
    iterate(numbers, Guess{100}, accumulate, halfway, {3, 0},
            {.threads = 4, .on_progress = [&](const Progress& p) {
               EXPECT_EQ(std::this_thread::get_id(), caller);
               iterations.push_back(p.iteration);
             }});
  });
  EXPECT_THAT(iterations, ::testing::ElementsAre(0, 1, 2, 3));
}

}  // namespace
}  // namespace bellwether
