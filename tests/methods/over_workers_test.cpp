#include <bellwether/methods/over_workers.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include <bellwether/data/write.h>
#include <bellwether/methods/part_steps.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/many_items.h>
#include <bellwether/mixtures/plus_plus_parts.h>
#include <bellwether/mixtures/shaped_pass.h>
#include <bellwether/mixtures/spherical_parts.h>
#include <bellwether/topics/topic_step.h>
#include <bellwether/transforms/class_moments.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::to_sparse;

/// Parts of some shards each, with their seeds.
std::vector<Part> cut(const Rows& items, std::span<const int> seeds, Index shards) {
  std::vector<Part> parts;
  const Index step = shards * shard_rows(items);
  for (Index begin = 0; begin < items.rows(); begin += step) {
    const Index count = std::min(step, items.rows() - begin);
    const auto known = seeds.empty() ? seeds : seeds.subspan(begin, count);
    items.slice(begin, count).visit([&](const auto& rows) {
      parts.emplace_back(shape_of(items), begin, rows, known);
    });
  }
  return parts;
}

/// At every `death`-th question one of the parts has forgotten everything.
class Mortal : public PartsHere {
 public:
  Mortal(const Rows& items, Index shards, int death, std::span<const int> seeds = {})
      : PartsHere(shape_of(items), items.sparse(), cut(items, seeds, shards), {.threads = 1}),
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

std::vector<int> some_seeds(Index rows, int clusters) {
  std::vector<int> seeds(static_cast<std::size_t>(rows), unlabelled);
  for (std::size_t i = 0; i < seeds.size(); i += 17)
    if (i % 3 != 0) seeds[i] = static_cast<int>(i % static_cast<std::size_t>(clusters));
  return seeds;
}

/// What workers say of their items, part by part.
Noted all_labels(PartsHere& workers, const Elsewhere& found) {
  Noted all;
  workers.labels(found, [&](const Noted& part) {
    all.labels.insert(all.labels.end(), part.labels.begin(), part.labels.end());
    all.probabilities.insert(all.probabilities.end(), part.probabilities.begin(), part.probabilities.end());
  });
  return all;
}

void expect_same(const Outcome& found, const Outcome& plain) {
  EXPECT_EQ(found.parameters, plain.parameters);
  EXPECT_EQ(found.options, plain.options);
  const Clustering &a = found.clustering, &b = plain.clustering;
  EXPECT_EQ(a.objective.trace, b.objective.trace);
  EXPECT_EQ(a.figures, b.figures);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.restart, b.restart);
  EXPECT_EQ(a.refills, b.refills);
  const auto sizes = cluster_sizes(b.labels, b.clusters);
  EXPECT_EQ(a.elsewhere.sizes, std::vector<double>(sizes.begin(), sizes.end()));
}

/// The method over parts of any size, of which some forget, against the same in one process.
void expect_the_bits_of_one_process(const char* method, const Rows& items, Settings settings,
                                    const std::vector<int>& seeds = {}) {
  settings.emplace_back("restarts", std::int64_t{2});
  settings.emplace_back("iterations", std::int64_t{12});
  const Method& row = find_method(method);
  const Outcome plain =
      row.cluster({.items = items, .knowledge = {.seeds = seeds}}, settings, {.threads = 3});
  for (const Index shards : {1, 2, 7}) {
    for (const int death : {0, 3}) {
      SCOPED_TRACE(fmt::format("{}, {} shards in a part, a death in {}", method, shards, death));
      Mortal workers(items, shards, death, seeds);
      const Outcome found = cluster_over_workers(method, workers, settings, {.threads = 1});
      expect_same(found, plain);
      const Noted noted = all_labels(workers, found.clustering.elsewhere);
      EXPECT_EQ(noted.labels, plain.clustering.labels);
      EXPECT_EQ(noted.probabilities, plain.clustering.probabilities);
    }
  }
}

const Settings six{{"clusters", std::int64_t{6}}};
Settings six_and(std::string name, Value value) {
  return {{"clusters", std::int64_t{6}}, {std::move(name), std::move(value)}};
}

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

TEST(OverWorkers, TopicsAreThoseOfOneProcessToTheBit) {
  const Matrix dense = some_items(5000).cwiseAbs().array().floor() + 1;
  const SparseMatrix sparse = to_sparse(Matrix(dense.array() - 1));
  Settings settings = six_and("temper", 0.8);
  settings.insert(settings.end(), {{"restarts", std::int64_t{2}}, {"iterations", std::int64_t{8}}});
  for (const Rows& items : {Rows(dense), Rows(sparse)}) {
    const Outcome plain = find_method("plsa").cluster({.items = items}, settings, {.threads = 3});
    for (const Index shards : {1, 2, 7}) {
      Mortal workers(items, shards, 0);
      const Outcome found = cluster_over_workers("plsa", workers, settings, {.threads = 1});
      expect_same(found, plain);
      EXPECT_EQ(found.features.labels, plain.features.labels);
      const Noted noted = all_labels(workers, found.clustering.elsewhere);
      EXPECT_EQ(noted.labels, plain.clustering.labels);
      EXPECT_EQ(noted.probabilities, plain.clustering.probabilities);
    }
  }
}

/// Dies once.
class Loses : public Mortal {
 public:
  Loses(const Rows& items, int at) : Mortal(items, 1, 0), at_(at) {}
  std::vector<Bytes> ask(std::string_view step, const Bytes& question) override {
    if (++asked_ == at_) forget(1);
    return PartsHere::ask(step, question);
  }

 private:
  int at_, asked_ = 0;
};

TEST(OverWorkers, ASearchForTopicsThatLosesMixturesBeginsAgainAndFindsTheSame) {
  const Matrix items = some_items(5000).cwiseAbs().array().floor() + 1;
  const Settings settings{
      {"clusters", std::int64_t{4}}, {"restarts", std::int64_t{1}}, {"iterations", std::int64_t{8}}};
  const Outcome plain = find_method("plsa").cluster({.items = items}, settings, {});
  for (const int at : {3, 4, 7}) {
    Loses workers(items, at);
    expect_same(cluster_over_workers("plsa", workers, settings, {.threads = 1}), plain);
  }
}

TEST(OverWorkers, AMapFromKnownClassesIsThatOfOneProcessToTheBit) {
  const Matrix items = some_items(5000);
  const std::vector<int> classes = some_seeds(5000, 4);
  for (const char* weights : {"none", "known", "mixed"}) {
    const Settings settings{{"weights", std::string(weights)}};
    const Learned plain = find_learner("whiten").learn(items, {.seeds = classes}, settings, {.threads = 3});
    for (const Index shards : {1, 2}) {
      Mortal workers(items, shards, 3, classes);
      EXPECT_EQ(learn_over_workers("whiten", workers, settings, {}).map.map, plain.map.map);
    }
  }
  Mortal workers(items, 1, 0, classes);
  EXPECT_THAT([&] { learn_over_workers("lmnn", workers, {}, {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("lmnn needs all items in one place")));
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

TEST(OverWorkers, RowsOnDiskGiveTheBitsOfRowsInMemoryOnAnyNumberOfThreads) {
  const testing_support::TemporaryFolder folder;
  const Matrix items = some_items(9000);
  write_npy(folder / "items.npy", items);
  const RowFiles files(folder / "items.npy");
  const Settings settings{{"clusters", std::int64_t{6}}, {"restarts", std::int64_t{2}}};
  for (const char* method : {"kmeans", "spherical-kmeans", "gm", "vm"}) {
    const Method& row = find_method(method);
    const Outcome plain = row.cluster({.items = items}, settings, {.threads = 1});
    for (const int threads : {1, 3}) {
      RowsOnDisk rows(files, 6, {.threads = threads});
      const Outcome found = rows.cluster(method, std::uint64_t{1} << 30, settings, {.threads = threads});
      expect_same(found, plain);
      std::vector<int> labels;
      rows.labels(found.clustering.elsewhere, [&](const Noted& some) {
        labels.insert(labels.end(), some.labels.begin(), some.labels.end());
      });
      EXPECT_EQ(labels, plain.clustering.labels);
    }
  }
}

TEST(OverWorkers, TooLittleMemoryIsSaidBeforeAnythingIsComputed) {
  const testing_support::TemporaryFolder folder;
  write_npy(folder / "items.npy", some_items(3000));
  const RowFiles files(folder / "items.npy");
  EXPECT_THAT([&] { RowsOnDisk(files, 2, {}).cluster("kmeans", 1'000'000, {}, {}); },
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

  SoftStatistics soft{Matrix::Random(3, clusters), Vector::Random(clusters), Vector::Random(clusters)};
  soft.scatter = *rc::gen::arbitrary<double>();
  soft.moments = Matrix::Random(6, clusters);
  expect_exact(soft);
  const Units units{Vector::Random(3), Vector::Ones(3)};
  expect_exact(UnitStep::Model{units, true});
  for (const Covariance kind :
       {Covariance::round, Covariance::diagonal, Covariance::full, Covariance::shared})
    expect_exact(ShapedModel{kind, units, Matrix::Random(clusters, 3), Vector::Ones(clusters),
                             unit_covariances(kind, clusters, 3)});
  expect_exact(FeatureTotals{Vector::Random(3)});
  expect_exact(SeedSums{Matrix::Random(clusters, 3), Vector::Random(clusters)});
  expect_exact(ClassSums{Matrix::Random(clusters, 3), Vector::Random(clusters)});
  expect_exact(ClassScatter{Matrix::Random(3, 3), Matrix::Random(3, 3)});
  expect_exact(ClassScatterStep::Model{{0, 2, 5}, Matrix::Random(4, 3), true});

  Random random(static_cast<std::uint64_t>(*rc::gen::arbitrary<std::int64_t>()));
  random.skip(static_cast<std::uint64_t>(*rc::gen::inRange(0, 9)));
  TopicTable topics(rows, clusters);
  for (Index i = 0; i < rows; ++i)
    for (Index z = 0; z < clusters; ++z) topics.row(i)[z] = random.uniform();
  expect_exact(TopicStep::Model{topics, 0.5, 0.25, 3, 4, random});
  expect_exact(TopicSums{topics, Vector::Random(clusters), Vector::Random(clusters), 0.5, true});

  const cover::Chosen chosen{3, false, 0.1, 0.2, model.plain.means, 1};
  expect_exact(cover::Drawing{chosen, 0.25});
  expect_exact(cover::Spread{*rc::gen::arbitrary<double>()});
  expect_exact(cover::SampleQuestion{{chosen, 0.5}, 0.125, random.bits()});
  expect_exact(cover::RowsQuestion{{3, 4}, true});
  expect_exact(cover::LookQuestion{chosen, model.plain.means, {0.5, 0.25}, 2});
  expect_exact(cover::DrawQuestion{chosen, {{.item = 3}, {.shard = 1, .at = 0.25}}});
  expect_exact(std::vector<cover::Drawn>{{1, 2, 0.5, items.row(0).transpose()}});
}

}  // namespace
}  // namespace bellwether
