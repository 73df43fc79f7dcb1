#include <cli/terminal/time_left.h>
#include <gtest/gtest.h>

#include <cmath>

namespace bellwether::cli {
namespace {

Progress restart(int done, int of, int iteration = 0, const char* stage = "iterating") {
  return {.stage = stage, .restarts_done = done, .restarts = of, .iteration = iteration, .iterations = 300};
}

Progress reading(std::int64_t done, double share) {
  return {.stage = "reading words", .done = done, .unit = "documents", .share = share};
}

TEST(TimeLeft, SteadyRestartsAreForeseenWhateverStagesEachGoesThrough) {
  TimeLeft time;
  for (int done = 0; done < 100; ++done) {
    time.note(restart(done, 100, 3, "choosing the first means"), 2.0 * done);
    time.note(restart(done, 100, 7), 2.0 * done + 1);
    if (done < 8) EXPECT_FALSE(time.seconds()) << done;
    // Half a restart more was done than is counted, and the clock began at the first.
    if (done >= 8) EXPECT_NEAR(*time.seconds(), 2.0 * (100 - done), 2.0 * (100 - done) / done + 1e-9) << done;
  }
}

TEST(TimeLeft, OneSearchIsNotForeseen) {
  TimeLeft time;
  for (int i = 0; i < 250; ++i) {
    time.note(restart(0, 1, i), i);
    EXPECT_FALSE(time.seconds());  // it may be done after ten rounds of 300, or need all of them
  }
}

TEST(TimeLeft, RestartsThatEndTogetherTellNothing) {
  TimeLeft time;
  time.note(restart(0, 1000), 0);
  time.note(restart(7, 1000), 5);
  EXPECT_FALSE(time.seconds());
}

TEST(TimeLeft, WhatWasDoneBeforeDoesNotCount) {
  TimeLeft time;
  time.note(reading(900, 0.9), 100);
  for (int i = 1; i <= 60; ++i) time.note(reading(900 + i, 0.9 + i / 1000.0), 100 + i);
  EXPECT_NEAR(*time.seconds(), 40, 1e-6);
}

TEST(TimeLeft, TheShareNeverFallsWithinAPieceOfWork) {
  TimeLeft time;
  double before = 0;
  for (const int done : {0, 0, 1, 1, 2, 5, 5, 9})
    for (const int iteration : {200, 3, 80}) {
      time.note(restart(done, 10, iteration, iteration == 3 ? "choosing the first means" : "iterating"), 1);
      EXPECT_GE(time.share(), before);
      before = time.share();
    }
  EXPECT_DOUBLE_EQ(before, 0.9);
}

TEST(TimeLeft, AnotherSearchBeginsAnew) {
  TimeLeft time;
  for (int done = 0; done < 20; ++done) time.note(restart(done, 20), done);
  EXPECT_TRUE(time.seconds());
  time.note(restart(0, 20), 20);
  EXPECT_FALSE(time.seconds());
  EXPECT_EQ(time.share(), 0);
  EXPECT_EQ(time.elapsed(), 0);
}

}  // namespace
}  // namespace bellwether::cli
