// PLSA and aPLSA over counts that an emulated device holds: the bits of the processor.

#include <gmock/gmock.h>

#include <cstdlib>

#include <bellwether/devices/device.h>
#include <bellwether/topics/aplsa.h>
#include <bellwether/topics/em_device.h>
#include <bellwether/topics/topic_start.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

Run with_device(DeviceWish wish = DeviceWish::cuda) {
  return {.threads = 2, .device = find_device(wish, {EMULATED_DEVICE}).device};
}

/// Until the end of a test.
struct TopicsGoWrong {
  explicit TopicsGoWrong(const char* how) { setenv("EMULATED_DEVICE", how, 1); }
  ~TopicsGoWrong() { unsetenv("EMULATED_DEVICE"); }
};

void expect_same(const TopicClustering& there, const TopicClustering& here) {
  EXPECT_EQ(there.labels, here.labels);
  EXPECT_EQ(there.probabilities, here.probabilities);
  EXPECT_EQ(there.topics, here.topics);
  EXPECT_EQ(there.mixtures, here.mixtures);
  EXPECT_EQ(there.tags, here.tags);
  EXPECT_EQ(there.shares, here.shares);
  EXPECT_EQ(there.objective.trace, here.objective.trace);
  EXPECT_EQ(there.objective.name, here.objective.name);
  EXPECT_EQ(there.iterations, here.iterations);
  EXPECT_EQ(there.converged, here.converged);
  EXPECT_EQ(there.restart, here.restart);
  EXPECT_EQ(there.clusters, here.clusters);
}

TEST(TopicsOnDevice, PlsaFindsTheBitsOfTheProcessor) {
  const SparseMatrix items = to_sparse(random_counts(400, 150, 0.3, 1));
  for (const int clusters : {1, 2, 3, 4, 5, 7, 8, 9, 16, 21, 24, 25, 28, 49, 50}) {
    SCOPED_TRACE(fmt::format("{} clusters", clusters));
    const PlsaOptions options{.clusters = clusters, .restarts = 2, .iterations = 6};
    const bellwether::Run run = with_device();
    expect_same(plsa(items, options, run), plsa(items, options));
    EXPECT_EQ(run.device->searches(), 1);
  }
}

TEST(TopicsOnDevice, LongRowsAndManyShardsAndFeaturesAreAddedUpInTheSameOrder) {
  for (const auto& [rows, columns, share] : {std::tuple{5000, 40, 0.4}, std::tuple{60, 3000, 0.3},
                                             std::tuple{3, 1, 1.0}, std::tuple{2600, 70, 0.02}}) {
    SCOPED_TRACE(fmt::format("{} x {}", rows, columns));
    SparseMatrix items = to_sparse(random_counts(rows, columns, share, 2));
    if (columns == 1) items = to_sparse(Matrix{{2.0, 1.0}, {1.0, 0.0}, {0.0, 3.0}});
    const PlsaOptions options{.clusters = 2, .restarts = 1, .iterations = 8, .tolerance = 0};
    expect_same(plsa(items, options, with_device()), plsa(items, options));
  }
}

TEST(TopicsOnDevice, DenseRowsAndRowsWithoutCountsAreThoseOfTheProcessor) {
  Matrix items = random_counts(300, 30, 0.3, 3);
  items.row(0).setZero();
  items.row(17).setZero();
  items.col(4).setZero();
  SparseMatrix with_zeros = to_sparse(items);
  for (std::size_t j = 0; j < with_zeros.values.size(); j += 9)
    with_zeros.values[j] = 0;  // stored all the same
  const PlsaOptions options{.clusters = 6, .restarts = 2};
  for (const Rows& rows : {Rows(items), Rows(with_zeros), Rows(with_zeros).slice(20, 200)})
    expect_same(plsa(rows, options, with_device()), plsa(rows, options));
}

TEST(TopicsOnDevice, CountsThatNoTopicKnowsPullAtNothing) {
  const Matrix items{{1, 0, 0, 2}, {2, 1, 0, 0}, {0, 3, 1, 0}, {0, 0, 0, 1}, {4, 4, 4, 4}};
  const SparseMatrix counts = to_sparse(items);
  const std::vector<TopicPart> parts{{counts, std::vector{1.0 / 3, 1.0 / 3, 1.0 / 4, 1.0, 1.0 / 16}}};
  TopicModel start = random_topics(parts, 3, Random(1));
  for (int z = 0; z < 3; ++z)
    start.topics.row(3)[z] = z == 0 ? 1e-299 : 0;  // the last feature is hardly known
  const bellwether::Run run = with_device();
  const HeldCounts held(run.device, parts);
  for (const int rounds : {0, 1, 5})
    expect_same(search_topics(parts, start, {.limits = {rounds, 0}, .held = &held}, run),
                search_topics(parts, start, {.limits = {rounds, 0}}, {}));
}

TEST(TopicsOnDevice, TagsAreSearchedBesideTheItems) {
  const SparseMatrix items = to_sparse(random_counts(1500, 60, 0.2, 4)),
                     tags = to_sparse(random_counts(90, 60, 0.5, 5));
  for (const double lambda : {0.0, 0.2, 1.0})
    for (const TagWeights weights : {TagWeights::rows, TagWeights::even}) {
      SCOPED_TRACE(fmt::format("lambda {}", lambda));
      const AplsaOptions options{
          .clusters = 5, .lambda = lambda, .weights = weights, .restarts = 2, .iterations = 7};
      const bellwether::Run run = with_device();
      expect_same(aplsa(items, tags, options, run), aplsa(items, tags, options));
      EXPECT_EQ(run.device->searches(), 1);
    }
}

TEST(TopicsOnDevice, AStartIsThatOfTheProcessor) {
  const SparseMatrix items = to_sparse(random_counts(200, 40, 0.3, 6)),
                     tags = to_sparse(random_counts(20, 40, 0.3, 7));
  std::vector<int> start(200, unlabelled);
  for (std::size_t i = 0; i < start.size(); i += 3) start[i] = static_cast<int>(i % 4);
  expect_same(plsa_from(items, start, {.clusters = 4}, with_device()),
              plsa_from(items, start, {.clusters = 4}));
  expect_same(aplsa_from(items, start, tags, {.clusters = 4}, with_device()),
              aplsa_from(items, start, tags, {.clusters = 4}));
}

TEST(TopicsOnDevice, RaisedPosteriorsStayOnTheProcessor) {
  const SparseMatrix items = to_sparse(random_counts(100, 20, 0.3, 8));
  const PlsaOptions options{.clusters = 3, .temper = 0.5, .restarts = 2};
  const bellwether::Run run = with_device();
  expect_same(plsa(items, options, run), plsa(items, options));
  EXPECT_EQ(run.device->searches(), 0);
}

TEST(TopicsOnDevice, AStopAndProgressAreSeenBetweenRounds) {
  const SparseMatrix items = to_sparse(random_counts(300, 50, 0.3, 9));
  std::stop_source stop;
  bellwether::Run run = with_device();
  run.stop = stop.get_token();
  std::vector<double> reported;
  run.on_progress = [&](const Progress& p) {
    reported.push_back(p.objective);
    if (p.iteration == 3) stop.request_stop();
  };
  const TopicClustering found = plsa(items, {.clusters = 6, .tolerance = 0}, run);
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(found.iterations, 3);
  EXPECT_EQ(found.objective.trace, reported);
}

TEST(TopicsOnDevice, BadCountsAreNamedAsOnTheProcessor) {
  Matrix items = random_counts(50, 10, 0.5, 10);
  items(17, 3) = -1;
  EXPECT_THAT([&] { plsa(items, {}, with_device()); }, ThrowsMessage<InvalidInput>(HasSubstr("row 18")));
}

TEST(TopicsOnDevice, AFailureIsAnErrorOfADeviceThatWasAskedFor) {
  const SparseMatrix items = to_sparse(random_counts(300, 50, 0.3, 11));
  const PlsaOptions options{.clusters = 6, .tolerance = 0};
  for (const auto& [how, words] : std::vector<std::pair<const char*, const char*>>{
           {"memory", "the GPU has too little memory: 900 MiB are wanted"},
           {"memory-late", "the GPU has too little memory: out of memory"},
           {"lost", "the GPU failed while it was working: it fell off the bus"}}) {
    const bellwether::Run run = with_device();
    const TopicsGoWrong wrong(how);
    EXPECT_THAT([&] { plsa(items, options, run); }, ThrowsMessage<DeviceError>(HasSubstr(words)));
  }
}

TEST(TopicsOnDevice, AFailureSendsAnAutomaticRunBackToTheProcessor) {
  const Matrix items = random_counts(22'000, 250, 0.004, 12);
  const PlsaOptions options{.clusters = 260, .restarts = 1, .iterations = 4};
  const bellwether::Run run = with_device(DeviceWish::automatic);
  ASSERT_TRUE(run.device->wanted(shape_of(items, 260)));
  const TopicsGoWrong wrong("memory-late");
  expect_same(plsa(items, options, run), plsa(items, options));
  EXPECT_THAT(run.device->failure().value_or(""), HasSubstr("out of memory"));
}

}  // namespace
}  // namespace bellwether
