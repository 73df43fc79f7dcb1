#include <bellwether/devices/sparse_device_items.h>

#include <gmock/gmock.h>
#include <tests/devices/emulated.h>
#include <tests/support/data.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/spherical.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::found;
using testing_support::GoesWrong;
using testing_support::on_device;
using testing_support::random_sparse;

/// Rows of some words, of which the first are frequent and most are rare.
SparseMatrix texts(Index rows, Index columns, int words, std::uint64_t random_seed) {
  Random random(random_seed);
  SparseMatrix made;
  made.columns = columns;
  for (Index i = 0; i < rows; ++i) {
    std::set<std::int32_t> own;
    while (std::ssize(own) < std::min<Index>(words, columns))
      own.insert(static_cast<std::int32_t>(std::pow(static_cast<double>(columns), random.uniform()) - 1 +
                                           0.5 * random.uniform()));
    for (const std::int32_t column : own) {
      made.column_of.push_back(column);
      made.values.push_back(0.1 + random.uniform());
    }
    made.starts.push_back(std::ssize(made.values));
  }
  return made;
}

/// One value in each row, so that most cosines are 0 or 1 and most choices are between equals.
SparseMatrix full_of_ties(Index rows, Index columns) {
  SparseMatrix made;
  made.columns = columns;
  for (Index i = 0; i < rows; ++i) {
    made.column_of.push_back(static_cast<std::int32_t>(7 * i % columns));
    made.values.push_back(static_cast<double>(1 + i % 3));
    made.starts.push_back(i + 1);
  }
  return made;
}

void expect_same(const SphericalResult& there, const SphericalResult& here) {
  EXPECT_EQ(there.labels, here.labels);
  EXPECT_EQ(there.directions, here.directions);
  EXPECT_EQ(there.objective.trace, here.objective.trace);
  EXPECT_EQ(there.iterations, here.iterations);
  EXPECT_EQ(there.converged, here.converged);
  EXPECT_EQ(there.refills, here.refills);
  EXPECT_EQ(there.restart, here.restart);
}

TEST(SparseOnDevice, SphericalKMeansFindsTheBitsOfTheProcessor) {
  const std::vector<SparseMatrix> all{texts(3000, 400, 12, 1), texts(40'000, 30, 5, 2), texts(1025, 7, 3, 3),
                                      random_sparse(5121, 40, 0.2, 4), full_of_ties(6000, 50)};
  for (const SparseMatrix& items : all)
    for (const int clusters : {1, 2, 9, 40}) {
      if (clusters > items.columns) continue;
      SCOPED_TRACE(fmt::format("{} x {}, {} clusters", items.rows(), items.columns, clusters));
      const SphericalOptions options{.clusters = clusters, .restarts = 2, .iterations = 12};
      const bellwether::Run device = on_device();
      expect_same(spherical_kmeans(items, options, device), spherical_kmeans(items, options));
      EXPECT_EQ(device.device->searches(), 1);
    }
}

TEST(SparseOnDevice, MoreThanAThousandClustersAreTheSame) {
  const SparseMatrix items = texts(3000, 300, 6, 5);
  const SphericalOptions options{.clusters = 1100, .start = Start::random, .restarts = 1, .iterations = 3};
  expect_same(spherical_kmeans(items, options, on_device()), spherical_kmeans(items, options));
}

TEST(SparseOnDevice, ManyItemsBeginWhereTheProcessorBegins) {
  SparseMatrix items = full_of_ties(2'000'100, 40);
  for (std::size_t i = 0; i < items.values.size(); i += 3)
    items.column_of[i] = static_cast<std::int32_t>(i % 11);
  const SphericalOptions options{.clusters = 12, .restarts = 1, .iterations = 1};
  expect_same(spherical_kmeans(items, options, on_device()), spherical_kmeans(items, options));
}

TEST(SparseOnDevice, APartOfAMatrixHasItsOwnRows) {
  const SparseMatrix items = texts(3000, 60, 6, 6);
  const Rows part = Rows(items).slice(500, 2100);
  const SphericalOptions options{.clusters = 5, .restarts = 1};
  expect_same(spherical_kmeans(part, options, on_device()), spherical_kmeans(part, options));
}

TEST(SparseOnDevice, SeedsStartAndStay) {
  const SparseMatrix items = texts(5000, 100, 8, 7);
  std::vector<int> seeds(5000, unlabelled);
  for (std::size_t i = 0; i < seeds.size(); i += 7) seeds[i] = static_cast<int>(i % 4);
  for (const bool hold : {false, true}) {
    const SphericalOptions options{.clusters = 6, .restarts = 2};
    const auto there = spherical_kmeans(items, options, on_device(), {seeds, hold});
    expect_same(there, spherical_kmeans(items, options, {}, {seeds, hold}));
    for (std::size_t i = 0; hold && i < seeds.size(); i += 7) EXPECT_EQ(there.labels[i], seeds[i]);
  }
}

TEST(SparseOnDevice, EveryItemMayBeHeld) {
  const SparseMatrix items = texts(2000, 50, 8, 8);
  std::vector<int> seeds(2000);
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = static_cast<int>(i % 3);
  const SphericalOptions options{.clusters = 3};
  expect_same(spherical_kmeans(items, options, on_device(), {seeds, true}),
              spherical_kmeans(items, options, {}, {seeds, true}));
}

TEST(SparseOnDevice, EmptiedClustersAreRefilledAlike) {
  const SparseMatrix items = texts(4000, 80, 8, 9);
  Matrix start = Matrix::Zero(6, 80);
  start.col(0).setOnes();  // all the same: the first takes every item
  const SphericalOptions options{.clusters = 6};
  const auto here = spherical_kmeans_from(items, start, options);
  EXPECT_GT(here.refills, 0);
  expect_same(spherical_kmeans_from(items, start, options, on_device()), here);
}

TEST(SparseOnDevice, ItemsThatCancelLeaveTheirDirectionWhereItWas) {
  SparseMatrix items = full_of_ties(4000, 2);
  for (std::size_t i = 0; i < items.values.size(); ++i) {
    items.column_of[i] = 0;
    items.values[i] = i % 2 == 0 ? 1 : -1;
  }
  Matrix start(1, 2);
  start << 0.6, 0.8;
  const SphericalOptions options{.clusters = 1};
  const auto there = spherical_kmeans_from(items, start, options, on_device());
  EXPECT_EQ(there.directions, start);
  expect_same(there, spherical_kmeans_from(items, start, options));
}

TEST(SparseOnDevice, TooFewDirectionsAreAnErrorAsOnTheProcessor) {
  SparseMatrix items = full_of_ties(4000, 3);
  items.column_of.assign(items.column_of.size(), 0);  // lengths differ, directions do not
  EXPECT_THAT([&] { spherical_kmeans(items, {.clusters = 3}, on_device()); },
              ThrowsMessage<InvalidInput>(HasSubstr("fewer different directions")));
}

TEST(SparseOnDevice, AStopIsSeenBetweenRounds) {
  const SparseMatrix items = texts(4000, 60, 5, 10);
  std::stop_source stop;
  bellwether::Run run = on_device();
  run.stop = stop.get_token();
  run.on_progress = [&](const Progress& p) {
    if (std::string_view(p.stage) == "iterating" && p.iteration == 2) stop.request_stop();
  };
  const auto there = spherical_kmeans(items, {.clusters = 20, .tolerance = 0}, run);
  EXPECT_TRUE(there.stopped);
  EXPECT_EQ(there.iterations, 2);
  EXPECT_EQ(there.objective.trace.size(), 3u);
}

TEST(SparseDeviceFailures, AreErrorsOnADeviceThatWasAskedFor) {
  const SparseMatrix items = texts(4000, 60, 5, 11);
  const SphericalOptions options{.clusters = 20, .tolerance = 0};
  for (const auto& [how, words] : std::vector<std::pair<const char*, const char*>>{
           {"memory", "the GPU has too little memory: 900 MiB are wanted"},
           {"memory-late", "the GPU has too little memory: out of memory"},
           {"lost", "the GPU failed while it was working: it fell off the bus"}}) {
    const bellwether::Run run = on_device();
    const GoesWrong wrong(how);
    EXPECT_THAT([&] { spherical_kmeans(items, options, run); }, ThrowsMessage<DeviceError>(HasSubstr(words)));
  }
}

TEST(SparseDeviceFailures, SendAnAutomaticRunBackToTheProcessor) {
  SparseMatrix items;
  items.columns = 300;
  for (std::int32_t i = 0; i < 400'000; ++i) {
    for (std::int32_t j = 0; j < 10; ++j) items.column_of.push_back(30 * j + 7 * i % 30);
    for (std::int32_t j = 0; j < 10; ++j) items.values.push_back(1 + (i + j * j) % 11);
    items.starts.push_back(std::ssize(items.values));
  }
  const SphericalOptions options{
      .clusters = 250, .start = Start::random, .restarts = 1, .iterations = 1, .tolerance = 0};
  const bellwether::Run run{.device = found(DeviceWish::automatic).device};
  ASSERT_TRUE(run.device->wanted(shape_of(items, 250)));
  const GoesWrong wrong("memory");
  expect_same(spherical_kmeans(items, options, run), spherical_kmeans(items, options));
  EXPECT_THAT(run.device->failure().value_or(""), HasSubstr("900 MiB"));
}

TEST(SumLength, IsTheNormOfASum) {
  EXPECT_EQ(sum_length(std::vector<double>{-2}), 2);
  EXPECT_EQ(sum_length(std::vector<double>{3, 4}), 5);
  EXPECT_EQ(sum_length(std::vector<double>{2, 3, 6}), 7);
  EXPECT_EQ(sum_length(std::vector<double>{2, 4, 5, 6}), 9);
  EXPECT_EQ(sum_length(std::vector<double>{1, 1, 1, 1, 0, 2, 3, 8, 0}), 9);
}

}  // namespace
}  // namespace bellwether
