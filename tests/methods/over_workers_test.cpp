#include <tests/support/over_workers.h>

#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/many_items.h>

namespace bellwether {
namespace {

using namespace over_workers;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(OverWorkers, KMeansIsThatOfOneProcessToTheBit) {
  const Matrix items = some_items(9000);
  expect_the_bits_of_one_process("kmeans", items, six);
  expect_the_bits_of_one_process("kmeans", items, six_and("start", std::string("random")));
  expect_the_bits_of_one_process("kmeans", items, six_and("search", std::string("lloyd")));
  expect_the_bits_of_one_process("kmeans", some_sparse_items(9000), six);
}

TEST(OverWorkers, KMeansOfManyEqualItemsIsThatOfOneProcess) {
  Matrix items = Matrix::Zero(5000, 2);
  items(17, 0) = 1;
  items(4711, 1) = 2;
  expect_the_bits_of_one_process("kmeans", items, {{"clusters", std::int64_t{3}}});
}

TEST(OverWorkers, SphericalKMeansIsThatOfOneProcessToTheBit) {
  const Matrix dense = some_items(9000);
  expect_the_bits_of_one_process("spherical-kmeans", dense, six);
  expect_the_bits_of_one_process("spherical-kmeans", dense, six_and("start", std::string("random")));
  expect_the_bits_of_one_process("spherical-kmeans", some_sparse_items(9000), six);
}

TEST(OverWorkers, GaussianMixturesAreThoseOfOneProcessToTheBit) {
  const Matrix dense = some_items(5000);
  for (const char* covariance : {"common", "round", "diagonal", "full", "shared"})
    expect_the_bits_of_one_process("gm", dense, six_and("covariance", std::string(covariance)));
  expect_the_bits_of_one_process("gm", some_sparse_items(5000), six);
  expect_the_bits_of_one_process("gm", some_sparse_items(5000),
                                 six_and("covariance", std::string("diagonal")));
}

TEST(OverWorkers, MixturesOfDirectionsAndCountsAreThoseOfOneProcessToTheBit) {
  const Matrix dense = some_items(5000);
  const SparseMatrix sparse = some_sparse_items(5000);
  for (const char* concentration : {"common", "own"}) {
    expect_the_bits_of_one_process("vm", dense, six_and("concentration", std::string(concentration)));
    expect_the_bits_of_one_process("vm", sparse, six_and("concentration", std::string(concentration)));
  }
  const Matrix counts = dense.cwiseAbs().array().floor() + 1;
  expect_the_bits_of_one_process("multinomial", counts, six);
  expect_the_bits_of_one_process("multinomial", to_sparse(counts), six_and("start", std::string("random")));
}

TEST(OverWorkers, SeedsStayWithTheItemsAndGiveTheBitsOfOneProcess) {
  const Matrix dense = some_items(5000);
  const SparseMatrix sparse = some_sparse_items(5000);
  for (const int seeded : {6, 4}) {
    const std::vector<int> seeds = some_seeds(5000, seeded);
    for (const char* method : {"seeded-kmeans", "constrained-kmeans", "constrained-spherical-kmeans",
                               "seeded-gm", "constrained-gm", "constrained-vm"}) {
      expect_the_bits_of_one_process(method, dense, six, seeds);
      expect_the_bits_of_one_process(method, sparse, six, seeds);
    }
    expect_the_bits_of_one_process("constrained-gm", dense, six_and("covariance", std::string("full")),
                                   seeds);
    expect_the_bits_of_one_process("constrained-kmeans", dense, six_and("start", std::string("random")),
                                   seeds);
  }
}

TEST(OverWorkers, ASeedOutOfRangeIsNamed) {
  const Matrix items = some_items(3000);
  std::vector<int> seeds(3000, unlabelled);
  seeds[2500] = 7;
  Mortal workers(items, 1, 0, seeds);
  EXPECT_THAT([&] { cluster_over_workers("seeded-kmeans", workers, six, {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 2500 is seeded with cluster 7")));
}

/// k-means|| is asked for directly: so many items as make it the rule take too long for a test.
TEST(OverWorkers, TheStartOfManyItemsDependsOnTheItemsAlone) {
  const Matrix dense = some_items(9000);
  const SparseMatrix sparse = some_sparse_items(9000);
  for (const Rows& items : {Rows(dense), Rows(sparse)})
    for (const bool directions : {false, true})
      for (const Index given : {0, 2}) {
        const Matrix known = Matrix::Identity(given, 4);
        const Matrix here =
            rounds_of_many(Holder(items, {}, {.threads = 3}), known, 8, directions, Random(5));
        EXPECT_EQ(here.topRows(given), known);
        for (const Index shards : {1, 7}) {
          Mortal workers(items, shards, 3);
          bellwether::Run run{.threads = 1};
          run.workers = &workers;
          EXPECT_EQ(rounds_of_many(Holder({}, {}, run), known, 8, directions, Random(5)), here);
        }
      }
}

TEST(OverWorkers, AStopBeforeTheFirstRoundStillFindsClusters) {
  const Matrix items = some_items(5000);
  std::stop_source stop;
  stop.request_stop();
  Mortal workers(items, 2, 0);
  const KMeansOptions options{.clusters = 4};
  bellwether::Run run{.threads = 1, .stop = stop.get_token()};
  const Matrix here = kmeans(items, options, run).means;
  run.workers = &workers;
  const KMeansResult found = kmeans({}, options, run);
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(found.means, here);
}

TEST(OverWorkers, FewerDifferentItemsThanClustersAreAnError) {
  const Matrix items = Matrix::Ones(3000, 2);
  Mortal workers(items, 1, 0);
  EXPECT_THAT(
      [&] {
        cluster_over_workers("kmeans", workers, {{"clusters", std::int64_t{2}}}, {});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("fewer of the 3000 items are different")));
}

TEST(OverWorkers, WhatNeedsAllItemsInOnePlaceSaysWhatToDoInstead) {
  const Matrix items = some_items(3000);
  Mortal workers(items, 1, 0);
  EXPECT_THAT([&] { cluster_over_workers("sib", workers, {}, {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("cluster a sample of the items with it")));
  EXPECT_THAT(
      [&] {
        cluster_over_workers("kmeans", workers, {{"min_size", "3"}}, {});
      },
      ThrowsMessage<InvalidOption>(HasSubstr("bounds on sizes need all items in one place")));
}

TEST(OverWorkers, AStepOfAnotherVersionIsNamed) {
  EXPECT_THAT([] { find_part_step("tomorrow"); }, ThrowsMessage<InvalidInput>(HasSubstr("'tomorrow'")));
}

}  // namespace
}  // namespace bellwether
