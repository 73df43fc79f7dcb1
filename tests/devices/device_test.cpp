#include <bellwether/devices/device_items.h>

#include <gmock/gmock.h>
#include <tests/devices/emulated.h>
#include <tests/support/data.h>

#include <cstdlib>
#include <limits>

#include <bellwether/methods/over_device.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/mixtures/vm.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::found;
using testing_support::GoesWrong;
using testing_support::on_device;
using testing_support::random_matrix;
using testing_support::random_sparse;
using testing_support::three_blobs;

void expect_same(const KMeansResult& a, const KMeansResult& b) {
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.means, b.means);
  EXPECT_EQ(a.objective.trace, b.objective.trace);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.converged, b.converged);
  EXPECT_EQ(a.refills, b.refills);
  EXPECT_EQ(a.restart, b.restart);
}

/// Points on a grid: many distances are equal.
Matrix grid(int side) {
  Matrix items(side * side, 2);
  for (int i = 0; i < side * side; ++i) items.row(i) << i % side, i / side;
  return items;
}

std::vector<Matrix> hard_items() {
  std::vector<Matrix> all{three_blobs({.per_blob = 2000, .spread = 3.0}).items, grid(60)};
  all.push_back((random_matrix(3000, 5, 1).array() + 1e8).matrix());
  all.push_back(random_matrix(5000, 1, 2));
  all.push_back(random_matrix(1500, 33, 3) * 1e-150);
  // Exact in single precision, and with whole groups of eight behind those of 32.
  all.push_back(random_matrix(4000, 43, 4).cast<float>().cast<double>());
  return all;
}

TEST(OnDevice, KMeansFindsTheBitsOfTheProcessor) {
  for (const Matrix& items : hard_items())
    for (const int clusters : {1, 2, 17}) {
      SCOPED_TRACE(fmt::format("{} x {}, {} clusters", items.rows(), items.cols(), clusters));
      const KMeansOptions options{.clusters = clusters, .restarts = 3};
      const bellwether::Run device = on_device();
      expect_same(kmeans(items, options, device), kmeans(items, options));
      EXPECT_EQ(device.device->searches(), 1);
    }
}

TEST(OnDevice, SphericalKMeansFindsTheBitsOfTheProcessor) {
  for (const Matrix& items : {random_matrix(3000, 20, 5), random_matrix(2500, 3, 6)}) {
    const SphericalOptions options{.clusters = 9, .restarts = 2};
    const auto here = spherical_kmeans(items, options), there = spherical_kmeans(items, options, on_device());
    EXPECT_EQ(here.labels, there.labels);
    EXPECT_EQ(here.directions, there.directions);
    EXPECT_EQ(here.objective.trace, there.objective.trace);
  }
}

TEST(OnDevice, SeedsStartAndStay) {
  const auto [items, truth] = three_blobs({.per_blob = 1500, .spread = 4.0});
  std::vector<int> seeds(truth.size(), unlabelled);
  for (std::size_t i = 0; i < truth.size(); i += 7) seeds[i] = (truth[i] + (i % 5 == 0 ? 1 : 0)) % 3;
  for (const bool hold : {false, true}) {
    const KMeansOptions options{.clusters = 5, .restarts = 2};
    expect_same(kmeans(items, options, on_device(), {seeds, hold}),
                kmeans(items, options, {}, {seeds, hold}));
    const SphericalOptions directions{.clusters = 4};
    EXPECT_EQ(spherical_kmeans(items, directions, on_device(), {seeds, hold}).labels,
              spherical_kmeans(items, directions, {}, {seeds, hold}).labels);
  }
}

TEST(OnDevice, EmptiedClustersAreRefilledAlike) {
  const Matrix items = grid(40);
  Matrix start(6, 2);  // all but one are far away from every item
  start << 20, 20, 1e3, 1e3, 2e3, 2e3, 3e3, 3e3, 4e3, 4e3, 5e3, 5e3;
  const KMeansOptions options{.clusters = 6};
  const KMeansResult here = kmeans_from(items, start, options),
                     there = kmeans_from(items, start, options, on_device());
  EXPECT_GT(here.refills, 0);
  expect_same(here, there);
}

TEST(OnDevice, RandomStartsAndFewRoundsAreTheSame) {
  const Matrix items = random_matrix(3000, 4, 8);
  for (const int iterations : {1, 2, 5, 40}) {
    const KMeansOptions options{
        .clusters = 8, .start = Start::random, .restarts = 2, .iterations = iterations};
    expect_same(kmeans(items, options, on_device()), kmeans(items, options));
  }
}

TEST(OnDevice, ValuesAreSingleOnlyWhereThatIsExact) {
  const bellwether::Run run = on_device();
  Matrix items = random_matrix(100, 3, 9).cast<float>().cast<double>();
  EXPECT_TRUE(DeviceItems(run.device, {items.data(), 100, 3}, 1).single());
  items(99, 2) = 0.1;
  EXPECT_FALSE(DeviceItems(run.device, {items.data(), 100, 3}, 1).single());
}

TEST(OnDevice, AValueThatIsNotANumberIsNamedAsOnTheProcessor) {
  Matrix items = random_matrix(100, 3, 10);
  items(17, 1) = std::numeric_limits<double>::quiet_NaN();
  std::string here;
  try {
    kmeans(items);
  } catch (const Error& error) {
    here = error.what();
  }
  EXPECT_THAT(here, HasSubstr("row 18, column 2"));
  EXPECT_THAT([&] { kmeans(items, {}, on_device()); }, ThrowsMessage<InvalidInput>(here));
}

/// What a search finds of rows that lie on the device already, as floats if they are exact in them.
Outcome found_there(const Matrix& items, bool single, std::string_view method, Settings settings,
                    std::span<const int> seeds = {}) {
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> floats = items.cast<float>();
  const ResidentRows rows{single ? static_cast<const void*>(floats.data()) : items.data(), items.rows(),
                          items.cols(), single ? 4 : 8};
  const bellwether::Run run = on_device();
  DeviceItems held(run.device, rows);
  Outcome found = cluster_on_device(method, held, seeds, settings, run);
  EXPECT_EQ(run.device->searches(), 1);
  return found;
}

void expect_same(const Outcome& there, const Outcome& here) {
  EXPECT_EQ(there.clustering.labels, here.clustering.labels);
  EXPECT_EQ(there.clustering.probabilities, here.clustering.probabilities);
  EXPECT_EQ(there.clustering.objective.trace, here.clustering.objective.trace);
  EXPECT_EQ(there.clustering.refills, here.clustering.refills);
  EXPECT_EQ(there.clustering.figures, here.clustering.figures);
  EXPECT_EQ(there.parameters, here.parameters);
  EXPECT_EQ(there.options, here.options);
}

/// Of the same rows, taken there from this process's memory.
Outcome found_from_here(const Matrix& items, std::string_view method, const Settings& settings,
                        std::vector<int> seeds = {}) {
  return find_method(method).cluster({.items = items, .knowledge = {.seeds = std::move(seeds)}}, settings,
                                     on_device());
}

TEST(ResidentRows, AreSearchedWhereTheyLieWithTheSameBits) {
  for (const Matrix& items : hard_items())
    for (const std::string method : {"kmeans", "spherical-kmeans", "gm", "vm"})
      for (const std::string start : {"k-means++", "random"}) {
        SCOPED_TRACE(fmt::format("{} of {} x {}, {}", method, items.rows(), items.cols(), start));
        // A row of zeros has no direction, one feature has two, and with an offset of 1e8 all are the same.
        const bool directions = method == "spherical-kmeans" || method == "vm";
        if (directions && (items.row(0).isZero() || items.cols() == 1 || items.minCoeff() > 1e7)) continue;
        const Settings settings{{"clusters", std::int64_t{7}},
                                {"start", start},
                                {"restarts", std::int64_t{2}},
                                {"iterations", std::int64_t{12}}};
        const bool single = items == items.cast<float>().cast<double>();
        expect_same(found_there(items, single, method, settings), found_from_here(items, method, settings));
      }
}

TEST(ResidentRows, SeedsStartAndStay) {
  const auto [items, truth] = three_blobs({.per_blob = 1500, .spread = 4.0});
  std::vector<int> seeds(truth.size(), unlabelled);
  for (std::size_t i = 0; i < truth.size(); i += 7) seeds[i] = (truth[i] + (i % 5 == 0 ? 1 : 0)) % 3;
  for (const std::string form : {"seeded", "constrained"})
    for (const std::string plain : {"kmeans", "spherical-kmeans", "gm", "vm"})
      for (const std::int64_t clusters : {3, 5}) {
        const std::string method = form + "-" + plain;
        SCOPED_TRACE(method);
        const Settings settings{{"clusters", clusters}, {"iterations", std::int64_t{12}}};
        expect_same(found_there(items, false, method, settings, seeds),
                    found_from_here(items, method, settings, seeds));
      }
}

TEST(ResidentRows, ManyBeginWhereTheProcessorBegins) {
  Matrix items = random_matrix(2'000'100, 2, 6);
  items.array() += 0.1;
  const Settings settings{
      {"clusters", std::int64_t{3}}, {"restarts", std::int64_t{1}}, {"iterations", std::int64_t{1}}};
  for (const char* method : {"kmeans", "spherical-kmeans"})
    expect_same(found_there(items, false, method, settings), found_from_here(items, method, settings));
}

TEST(ResidentRows, AValueThatIsNotANumberIsNamedAsOnTheProcessor) {
  for (const double wrong :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const char* method : {"kmeans", "spherical-kmeans", "gm", "vm"}) {
      Matrix items = random_matrix(5000, 3, 10);
      items(4500, 1) = wrong;
      EXPECT_THAT(
          [&] {
            found_there(items, false, method, {{"clusters", std::int64_t{2}}});
          },
          ThrowsMessage<InvalidInput>(HasSubstr("row 4501, column 2")));
    }
}

TEST(ResidentRows, AnItemWithoutADirectionIsNamedAsOnTheProcessor) {
  Matrix items = random_matrix(5000, 3, 10);
  items.row(4500).setZero();
  EXPECT_THAT(
      [&] {
        found_there(items, false, "vm", {{"clusters", std::int64_t{2}}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("item 4500 is all zeros and has no direction")));
  items.row(4500) << 1e-200, 2e-200, 0;  // too short to be squared
  const Settings settings{{"clusters", std::int64_t{2}}};
  expect_same(found_there(items, false, "spherical-kmeans", settings),
              found_from_here(items, "spherical-kmeans", settings));
}

TEST(ResidentRows, WhatDoesNotRunThereSaysSo) {
  const Matrix items = random_matrix(50, 3, 10);
  const auto find = [&](const char* method, const Settings& settings) {
    return [&items, method, settings] { found_there(items, false, method, settings); };
  };
  EXPECT_THAT(find("sib", {}), ThrowsMessage<InvalidOption>(HasSubstr("sib does not run on a GPU")));
  EXPECT_THAT(find("kmeans", {{"min_size", std::int64_t{2}}}),
              ThrowsMessage<InvalidOption>(HasSubstr("bounds on sizes do not run on a GPU")));
  EXPECT_THAT(find("gm", {{"covariance", "full"}}),
              ThrowsMessage<InvalidOption>(HasSubstr("one common width alone: use covariance = common")));
  EXPECT_THAT(
      find("kmeans", {{"clusters", std::int64_t{51}}}),
      ThrowsMessage<InvalidInput>(HasSubstr("51 clusters were asked for, but there are only 50 items")));
}

TEST(OnDevice, ManyItemsBeginWhereTheProcessorBegins) {
  Matrix items = random_matrix(2'000'100, 2, 6);
  items.array() += 0.1;
  const KMeansOptions options{.clusters = 3, .restarts = 1, .iterations = 1};
  expect_same(kmeans(items, options, on_device()), kmeans(items, options));
  const SphericalOptions turned{.clusters = 2, .restarts = 1, .iterations = 1};
  EXPECT_EQ(spherical_kmeans(items, turned, on_device()).directions,
            spherical_kmeans(items, turned).directions);
}

/// The device adds in another order, so that rounding differs.
void expect_near(const Clustering& there, const Clustering& here) {
  EXPECT_EQ(there.labels, here.labels);
  EXPECT_EQ(there.iterations, here.iterations);
  EXPECT_EQ(there.converged, here.converged);
  EXPECT_NEAR(there.objective.value, here.objective.value, 1e-12 * std::abs(here.objective.value));
  for (std::size_t i = 0; i < here.probabilities.size(); ++i)
    EXPECT_NEAR(there.probabilities[i], here.probabilities[i], 1e-11) << i;
}

std::vector<Matrix> soft_items() {
  return {three_blobs({.per_blob = 900, .spread = 3.0}).items,
          (three_blobs({.per_blob = 400, .spread = 2.0}).items.array() + 1e6).matrix(),
          random_matrix(1500, 33, 3), random_matrix(2000, 1, 2).cast<float>().cast<double>()};
}

TEST(OnDevice, GaussiansAreThoseOfTheProcessorWithinRounding) {
  for (const Matrix& items : soft_items())
    for (const int clusters : {1, 3, 8}) {
      SCOPED_TRACE(fmt::format("{} x {}, {} clusters", items.rows(), items.cols(), clusters));
      const GmOptions options{.clusters = clusters, .restarts = 2, .iterations = 25};
      const bellwether::Run device = on_device();
      const GmResult there = gm(items, options, device), here = gm(items, options);
      EXPECT_EQ(device.device->searches(), 1);
      expect_near(there, here);
      const double size = here.model.means.cwiseAbs().maxCoeff();
      EXPECT_LT((there.model.means - here.model.means).cwiseAbs().maxCoeff(), 1e-11 * size);
      EXPECT_NEAR(there.model.variance, here.model.variance, 1e-11 * here.model.variance);
    }
}

TEST(OnDevice, DirectionsOfVmAreThoseOfTheProcessorWithinRounding) {
  for (const Matrix& items : soft_items())
    for (const auto concentration : {Concentration::common, Concentration::own}) {
      // Directions that hardly differ have concentrations that magnify rounding (kappa 1e10).
      if (items.cols() < 2 || items.minCoeff() > 1e5) continue;
      SCOPED_TRACE(fmt::format("{} x {}", items.rows(), items.cols()));
      const VmOptions options{.clusters = 3, .concentration = concentration, .restarts = 2, .iterations = 25};
      const bellwether::Run device = on_device();
      const VmResult there = vm(items, options, device), here = vm(items, options);
      EXPECT_EQ(device.device->searches(), 1);
      expect_near(there, here);
      EXPECT_LT((there.model.directions - here.model.directions).cwiseAbs().maxCoeff(), 1e-10);
    }
}

TEST(OnDevice, SeedsOfGaussiansStayWhereTheyAre) {
  const Matrix items = three_blobs({.per_blob = 300, .spread = 3.0}).items;
  std::vector<int> labels(900, unlabelled);
  for (std::size_t i = 0; i < 60; ++i) labels[15 * i] = static_cast<int>(i % 3);  // whatever the blobs say
  const Seeds seeds{labels, true};
  const GmResult there = gm(items, {.clusters = 3}, on_device(), seeds),
                 here = gm(items, {.clusters = 3}, {}, seeds);
  expect_near(there, here);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == unlabelled) continue;
    EXPECT_EQ(there.labels[i], labels[i]);
    EXPECT_EQ(there.probabilities[i], 1);
  }
}

TEST(OnDevice, ShapedGaussiansStayOnTheProcessor) {
  const Matrix items = random_matrix(300, 4, 1);
  const GmOptions options{.clusters = 2, .covariance = Covariance::full};
  const bellwether::Run device = on_device();
  EXPECT_EQ(gm(items, options, device).labels, gm(items, options).labels);
  EXPECT_EQ(device.device->searches(), 0);
}

TEST(OnDevice, SparseItemsOfKMeansStayOnTheProcessor) {
  const SparseMatrix items = random_sparse(500, 40, 0.2, 11);
  const bellwether::Run run = on_device();
  EXPECT_EQ(kmeans(items, {.clusters = 3}, run).labels, kmeans(items, {.clusters = 3}).labels);
  EXPECT_EQ(run.device->searches(), 0);
}

TEST(OnDevice, AStopIsSeenBetweenRounds) {
  const Matrix items = random_matrix(4000, 3, 12);
  std::stop_source stop;
  bellwether::Run run = on_device();
  run.stop = stop.get_token();
  run.on_progress = [&](const Progress& p) {
    if (p.iteration > 2) stop.request_stop();
  };
  const auto found = kmeans(items, {.clusters = 30, .tolerance = 0}, run);
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(found.objective.trace.size(), static_cast<std::size_t>(found.iterations) + 1);
}

TEST(FindDevice, TheProcessorIsNoDevice) {
  EXPECT_EQ(found(DeviceWish::cpu).device, nullptr);
  EXPECT_EQ(found(DeviceWish::cpu).note, "");
}

TEST(FindDevice, SaysWhatIsMissing) {
  const auto cuda_of = [](const char* file) { return [file] { find_device(DeviceWish::cuda, {file}); }; };
  EXPECT_THAT(cuda_of("nowhere.so"),
              ThrowsMessage<DeviceError>(HasSubstr("was not found (make cuda builds it)")));
  EXPECT_THAT(cuda_of("/bin/sh"), ThrowsMessage<DeviceError>(HasSubstr("cannot be loaded")));
  {
    const GoesWrong version("version");
    EXPECT_THAT(cuda_of(EMULATED_DEVICE),
                ThrowsMessage<DeviceError>(HasSubstr("another version of bellwether")));
  }
  {
    const GoesWrong none("none");
    EXPECT_THAT(cuda_of(EMULATED_DEVICE), ThrowsMessage<DeviceError>(HasSubstr("knows no NVIDIA GPU")));
  }
  const GoesWrong absent("absent");
  EXPECT_THAT(cuda_of(EMULATED_DEVICE), ThrowsMessage<DeviceError>(HasSubstr("no NVIDIA driver was found")));
  const DeviceFound automatic = found(DeviceWish::automatic);
  EXPECT_EQ(automatic.device, nullptr);
  EXPECT_THAT(automatic.note, HasSubstr("no NVIDIA driver was found"));
}

TEST(FindDevice, AutoUsesADeviceOnlyWhereItPays) {
  const auto device = found(DeviceWish::automatic).device;
  EXPECT_FALSE(device->wanted({1000, 4, 4000, 3}));
  EXPECT_FALSE(device->wanted({100'000, 64, 6'400'000, 64}));
  EXPECT_TRUE(device->wanted({10'000'000, 64, 640'000'000, 64}));
  EXPECT_FALSE(device->wanted({20'000, 50'000, 1'300'000, 20}));
  EXPECT_TRUE(device->wanted({500'000, 50'000, 34'000'000, 20}));
  EXPECT_TRUE(found(DeviceWish::cuda).device->wanted({1000, 4, 4000, 3}));
}

TEST(DeviceFailures, AreErrorsOnADeviceThatWasAskedFor) {
  const Matrix items = random_matrix(4000, 3, 13);
  const KMeansOptions options{.clusters = 20, .tolerance = 0};
  for (const auto& [how, words] : std::vector<std::pair<const char*, const char*>>{
           {"memory", "the GPU has too little memory: 900 MiB are wanted"},
           {"memory-late", "the GPU has too little memory: out of memory"},
           {"lost", "the GPU failed while it was working: it fell off the bus"}}) {
    const bellwether::Run run = on_device();
    const GoesWrong wrong(how);
    EXPECT_THAT([&] { kmeans(items, options, run); }, ThrowsMessage<DeviceError>(HasSubstr(words)));
  }
}

TEST(DeviceMemory, IsLimitedByTheEnvironment) {
  const Matrix items = random_matrix(50000, 50, 1);  // 19 MiB
  const auto search = [&](const char* allowed) {
    setenv("BELLWETHER_DEVICE_MEMORY", allowed, 1);
    const auto found = kmeans(items, {.clusters = 2, .restarts = 1, .iterations = 1}, on_device());
    return found.labels.size();
  };
  EXPECT_EQ(search("100"), 50000u);
  EXPECT_THAT([&] { search("5"); }, ThrowsMessage<DeviceError>(HasSubstr("less is allowed")));
  for (const char* nonsense : {"", "5G", "-1", "0", "99999999999999999999"})
    EXPECT_THAT([&] { search(nonsense); }, ThrowsMessage<DeviceError>(HasSubstr("must be a number of MiB")));
  unsetenv("BELLWETHER_DEVICE_MEMORY");
}

TEST(DeviceFailures, SendAnAutomaticRunBackToTheProcessor) {
  const Matrix items = random_matrix(1'100'000, 4, 14);
  const KMeansOptions options{
      .clusters = 250, .start = Start::random, .restarts = 1, .iterations = 3, .tolerance = 0};
  const bellwether::Run run{.device = found(DeviceWish::automatic).device};
  ASSERT_TRUE(run.device->wanted(shape_of(items, 250)));
  const GoesWrong wrong("memory-late");
  expect_same(kmeans(items, options, run), kmeans(items, options));
  EXPECT_THAT(run.device->failure().value_or(""), HasSubstr("out of memory"));
  EXPECT_FALSE(run.device->wanted(shape_of(items, 250)));
}

}  // namespace
}  // namespace bellwether
