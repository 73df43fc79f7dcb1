#include <bellwether/methods/over_workers.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/data/write.h>
#include <bellwether/methods/part_steps.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/plus_plus_parts.h>
#include <bellwether/mixtures/spherical_parts.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::to_sparse;

/// Parts of some shards each.
std::vector<Part> cut(const Rows& items, Index shards) {
  std::vector<Part> parts;
  const Index step = shards * shard_rows(items);
  for (Index begin = 0; begin < items.rows(); begin += step)
    items.slice(begin, std::min(step, items.rows() - begin)).visit([&](const auto& rows) {
      parts.emplace_back(shape_of(items), begin, rows);
    });
  return parts;
}

/// At every `death`-th question one of the parts has forgotten everything.
class Mortal : public PartsHere {
 public:
  Mortal(const Rows& items, Index shards, int death)
      : PartsHere(shape_of(items), items.sparse(), cut(items, shards), {.threads = 1}),
        parts_(static_cast<int>((shard_count(items) + shards - 1) / shards)),
        death_(death) {}

  std::vector<Bytes> ask(std::string_view step, const Bytes& question) override {
    if (death_ > 0 && ++asked_ % death_ == 0) forget(static_cast<std::size_t>(asked_ / death_ % parts_));
    return PartsHere::ask(step, question);
  }

 private:
  int parts_;
  int death_;
  int asked_ = 0;
};

Matrix some_items(Index rows) {
  Random random(7);
  Matrix m(rows, 4);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = random.normal() + 3 * static_cast<double>(i / 4 % 5);
  return m;
}

SparseMatrix some_sparse_items(Index rows) {
  Matrix m = some_items(rows);
  for (Index i = 0; i < m.size(); ++i)
    if (i % 3 == 0 && i % 4 != 1) m.data()[i] = 0;
  return to_sparse(m);
}

template <class Found, class Plain>
void expect_same_search(const Found& found, const Plain& plain) {
  EXPECT_EQ(found.objective.trace, plain.objective.trace);
  EXPECT_EQ(found.iterations, plain.iterations);
  EXPECT_EQ(found.restart, plain.restart);
  EXPECT_EQ(found.refills, plain.refills);
  const auto sizes = cluster_sizes(plain.labels, plain.clusters);
  EXPECT_EQ(found.sizes, std::vector<double>(sizes.begin(), sizes.end()));
}

void expect_same_kmeans(const Rows& items, const KMeansOptions& options) {
  const KMeansResult plain = kmeans(items, options, {.threads = 1});
  for (const Index shards : {1, 2, 7}) {
    for (const int death : {0, 3}) {
      Mortal workers(items, shards, death);
      const KMeansFound found = kmeans(workers, options, {.threads = 1});
      EXPECT_EQ(found.means, plain.means) << shards << " shards in a part";
      expect_same_search(found, plain);
    }
  }
}

TEST(OverWorkers, KMeansIsThatOfOneProcessToTheBit) {
  const Matrix items = some_items(9000);
  expect_same_kmeans(items, {.clusters = 6, .restarts = 2, .iterations = 20});
  expect_same_kmeans(items, {.clusters = 6, .start = Start::random, .restarts = 2, .iterations = 20});
  expect_same_kmeans(items, {.clusters = 6, .search = KMeansSearch::lloyd, .restarts = 1, .iterations = 20});
}

TEST(OverWorkers, KMeansOfSparseItemsIsThatOfOneProcessToTheBit) {
  const SparseMatrix items = some_sparse_items(9000);
  expect_same_kmeans(items, {.clusters = 6, .restarts = 2, .iterations = 20});
}

TEST(OverWorkers, KMeansOfManyEqualItemsIsThatOfOneProcess) {
  Matrix items = Matrix::Zero(5000, 2);
  items(17, 0) = 1;
  items(4711, 1) = 2;
  expect_same_kmeans(items, {.clusters = 3, .restarts = 4, .iterations = 20});
}

void expect_same_spherical(const Rows& items, const SphericalOptions& options) {
  const SphericalResult plain = spherical_kmeans(items, options, {.threads = 1});
  for (const Index shards : {1, 2, 7}) {
    for (const int death : {0, 3}) {
      Mortal workers(items, shards, death);
      const SphericalFound found = spherical_kmeans(workers, options, {.threads = 1});
      EXPECT_EQ(found.directions, plain.directions) << shards << " shards in a part";
      expect_same_search(found, plain);
    }
  }
}

TEST(OverWorkers, SphericalKMeansIsThatOfOneProcessToTheBit) {
  const Matrix dense = some_items(9000);
  const SparseMatrix sparse = some_sparse_items(9000);
  expect_same_spherical(dense, {.clusters = 6, .restarts = 2, .iterations = 20});
  expect_same_spherical(dense, {.clusters = 6, .start = Start::random, .restarts = 2, .iterations = 20});
  expect_same_spherical(sparse, {.clusters = 6, .restarts = 2, .iterations = 20});
}

TEST(OverWorkers, AStopBeforeTheFirstRoundStillFindsClusters) {
  const Matrix items = some_items(5000);
  std::stop_source stop;
  stop.request_stop();
  Mortal workers(items, 2, 0);
  const KMeansOptions options{.clusters = 4};
  const bellwether::Run run{.threads = 1, .stop = stop.get_token()};
  const KMeansFound found = kmeans(workers, options, run);
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(found.means, kmeans(items, options, run).means);
}

TEST(OverWorkers, FewerDifferentItemsThanClustersAreAnError) {
  const Matrix items = Matrix::Ones(3000, 2);
  Mortal workers(items, 1, 0);
  EXPECT_THAT([&] { kmeans(workers, {.clusters = 2}, {}); },
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

TEST(OverWorkers, RowsOnDiskGiveTheBitsOfRowsInMemoryOnAnyNumberOfThreads) {
  const testing_support::TemporaryFolder folder;
  const Matrix items = some_items(9000);
  write_npy(folder / "items.npy", items);
  const RowFiles files(folder / "items.npy");
  const Settings settings{{"clusters", std::int64_t{6}}, {"restarts", std::int64_t{2}}};
  for (const char* method : {"kmeans", "spherical-kmeans"}) {
    const Method& row = find_method(method);
    const Outcome plain = row.cluster({.items = items}, settings, {.threads = 1});
    for (const int threads : {1, 3}) {
      const auto found = cluster_files(method, files, std::uint64_t{1} << 30, settings, {.threads = threads});
      EXPECT_EQ(found.outcome.parameters, plain.parameters);
      EXPECT_EQ(found.outcome.clustering.objective.trace, plain.clustering.objective.trace);
      std::vector<int> labels;
      const auto keep = [&](std::span<const int> some) {
        labels.insert(labels.end(), some.begin(), some.end());
      };
      place_files(row, found.outcome.parameters, files, keep, {.threads = threads});
      EXPECT_EQ(labels, plain.clustering.labels);
    }
  }
}

TEST(OverWorkers, TooLittleMemoryIsSaidBeforeAnythingIsComputed) {
  const testing_support::TemporaryFolder folder;
  write_npy(folder / "items.npy", some_items(3000));
  const RowFiles files(folder / "items.npy");
  EXPECT_THAT([&] { cluster_files("kmeans", files, 1'000'000, {}, {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("3000 rows need")));
}

TEST(OverWorkers, AStepOfAnotherVersionIsNamed) {
  EXPECT_THAT([] { find_part_step("tomorrow"); }, ThrowsMessage<InvalidInput>(HasSubstr("'tomorrow'")));
}

/// Bytes that come back as the same bytes hold every number exactly.
template <class T>
void expect_exact(const T& value) {
  EXPECT_EQ(bytes_of(from_bytes<T>(bytes_of(value))), bytes_of(value));
}

RC_GTEST_PROP(OverWorkers, EveryModelAndStatisticsComesBackFromBytes, ()) {
  const Index rows = *rc::gen::inRange(1, 50), clusters = *rc::gen::inRange(1, 5);
  Matrix items = Matrix::Random(rows, 3);
  const Part part(shape_of(items), 0, DenseRows{items.data(), rows, 3});

  const Extent extent = extent_of(items);
  expect_exact(extent);
  KMeansStep::Model model;
  model.plain.means = Matrix::Random(clusters, 3);
  model.plain.round = *rc::gen::arbitrary<int>();
  model.plain.moved = {1, std::abs(*rc::gen::arbitrary<double>()), 0.5};
  model.frame = *frame_from(extent, rows, 3, false);
  expect_exact(model);
  KMeansStep::Memory memory;
  KMeansStep step(model, part, memory);
  expect_exact(step.accumulate({0, items}));

  const SphericalStep::Model directions{model.plain.means.rowwise().normalized()};
  expect_exact(directions);
  SphericalStep::Memory other;
  expect_exact(SphericalStep(directions, part, other).accumulate({0, items}));

  const cover::Chosen chosen{3, false, 0.1, 0.2, model.plain.means, 1};
  expect_exact(cover::LookQuestion{chosen, model.plain.means, {0.5, 0.25}, 2});
  expect_exact(cover::DrawQuestion{chosen, {{.item = 3}, {.shard = 1, .at = 0.25}}});
  expect_exact(std::vector<cover::Drawn>{{1, 2, 0.5, items.row(0).transpose()}});
}

}  // namespace
}  // namespace bellwether
