#include <tests/support/over_workers.h>

#include <bellwether/features/svd.h>
#include <bellwether/methods/learner.h>

namespace bellwether {
namespace {

using namespace over_workers;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

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

/// A few classes that differ in their means.
Matrix three_classes(const std::vector<int>& classes) {
  Matrix items = some_items(std::ssize(classes));
  for (std::size_t i = 0; i < classes.size(); ++i) items(static_cast<Index>(i), classes[i]) += 1.5;
  return items;
}

TEST(OverWorkers, AMetricFromKnownClassesIsThatOfOneProcessToTheBit) {
  std::vector<int> classes;
  for (int i = 0; i < 5000; ++i) classes.push_back(i * 7 % 3);
  const Matrix dense = three_classes(classes);
  const SparseMatrix sparse = to_sparse(Matrix(dense.cwiseMax(0.5).array() - 0.5));
  const auto same = [&](const Rows& items, const char* learner, const Settings& settings) {
    const Learned plain = find_learner(learner).learn(items, {.seeds = classes}, settings, {.threads = 3});
    for (const Index shards : {1, 2}) {
      Mortal workers(items, shards, 3, classes);
      const Learned found = learn_over_workers(learner, workers, settings, {.threads = 1});
      EXPECT_EQ(found.map.map, plain.map.map);
      EXPECT_EQ(found.map.weights, plain.map.weights);
      EXPECT_EQ(found.objective.trace, plain.objective.trace);
      EXPECT_EQ(found.figures, plain.figures);
    }
  };
  const Settings gamma{{"gamma", 20.0}};
  same(dense, "tcs-gm", gamma);
  same(dense, "tcs-gm-l2", gamma);
  same(dense, "tcs-gm",
       {{"gamma", 20.0}, {"regulariser", std::string("nuclear")}, {"rank", std::int64_t{2}}});
  same(dense, "tcs-gm", {{"gamma", 20.0}, {"form", std::string("diagonal")}});
  same(sparse, "tcs-gm", {{"gamma", 20.0}, {"form", std::string("diagonal")}});
  Mortal workers(dense, 1, 0, classes);
  EXPECT_THAT([&] { learn_over_workers("tcs-gm", workers, {}, {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("as a sample of the items finds them")));
}

TEST(OverWorkers, AnItemWithoutAClassTeachesNoMetric) {
  std::vector<int> classes(3000, 0);
  classes[2500] = unlabelled;
  const Matrix items = some_items(3000);
  Mortal workers(items, 1, 0, classes);
  EXPECT_THAT(
      [&] {
        learn_over_workers("tcs-gm", workers, {{"gamma", 1.0}}, {});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("item 2500 has no class")));
}

void expect_the_same_svd(const Rows& items, const SvdOptions& options) {
  const Svd plain = fit_svd(items, options, {.threads = 3});
  for (const Index shards : {1, 2, 7}) {
    for (const int death : {0, 3}) {
      SCOPED_TRACE(fmt::format("{} x {}, {} shards in a part, a death in {}", items.rows(), items.columns(),
                               shards, death));
      Mortal workers(items, shards, death);
      bellwether::Run run{.threads = 1};
      run.workers = &workers;
      const Svd found = fit_svd({}, options, run);
      EXPECT_EQ(found.components, plain.components);
      EXPECT_EQ(found.singular_values, plain.singular_values);
      EXPECT_EQ(found.explained, plain.explained);
    }
  }
}

/// Every solver, and tables that are tall, wide, small, and narrow enough to be decomposed whole.
TEST(OverWorkers, SingularVectorsAreThoseOfOneProcessToTheBit) {
  Random random(3);
  const auto table = [&](Index rows, Index columns) {
    Matrix m(rows, columns);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = random.normal() / static_cast<double>(1 + i % columns);
    return m;
  };
  const Matrix tall = table(3000, 270), small = table(1500, 40), whole = table(9000, 240),
               wide = table(1100, 1300);
  for (const SvdSolver solver : {SvdSolver::automatic, SvdSolver::lanczos}) {
    const SvdOptions options{.dimensions = 5, .solver = solver};
    for (const Matrix* items : {&tall, &small, &whole, &wide}) expect_the_same_svd(*items, options);
    const auto thin = [](const Matrix& m) {
      return to_sparse(Matrix((m.array().abs() > 0.02).select(m, 0.0)));
    };
    expect_the_same_svd(thin(tall), options);
    expect_the_same_svd(thin(wide), options);
  }
}

}  // namespace
}  // namespace bellwether
