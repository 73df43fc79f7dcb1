// The contract of guided methods: what every method that takes knowledge owes its users, beside what all owe.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/links/groups.h>
#include <bellwether/methods/method.h>
#include <bellwether/scores/agreement.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using testing_support::to_sparse;

/// Counts from three groups that hardly differ, so that knowledge matters. Item i is from group i mod 3.
Matrix faint_groups(Index rows, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(rows, 9);
  for (Index i = 0; i < rows; ++i)
    for (int word = 0; word < 30; ++word) {
      const bool topical = random.uniform() < 0.35;
      m(i, topical ? 3 * (i % 3) + random.below(3) : random.below(9)) += 1;
    }
  return m;
}

int group_of(Index item) {
  return static_cast<int>(item % 3);
}

class GuidedContract : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method = find_method(GetParam());

  /// What the method takes, from the truth: every tenth item's label, and links between every fifth item and
  /// one drawn by chance.
  Knowledge knowledge(Index items, std::uint64_t random_seed) const {
    Knowledge known;
    Random random(random_seed);
    if (method.takes.contains(EvidenceKind::seeds)) {
      known.seeds.assign(static_cast<std::size_t>(items), unlabelled);
      for (Index i = 0; i < items; i += 10) known.seeds[i] = group_of(i);
    }
    for (Index i = 3; method.takes.contains(EvidenceKind::links) && i < items; i += 5) {
      const Index other = random.below(items);
      if (other == i) continue;
      (group_of(i) == group_of(other) ? known.must_link : known.cannot_link).emplace_back(i, other);
    }
    return known;
  }

  Outcome cluster(const Rows& items, const Knowledge& known, const Settings& more = {},
                  const struct Run& run = {}, std::span<const int> start = {}) const {
    Settings settings{{"clusters", std::int64_t{3}}};
    settings.insert(settings.end(), more.begin(), more.end());
    return method.cluster({items, start, known}, settings, run);
  }

  bool obeys() const { return method.name.starts_with("cop-") || method.name.starts_with("constrained"); }
};

INSTANTIATE_TEST_SUITE_P(EveryGuidedMethod, GuidedContract, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const auto& m : searches())
                             if (m.guided()) names.push_back(m.name);
                           return names;
                         }()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(GuidedContract, GivesTheSameAnswerOnAnyNumberOfThreads) {
  const Matrix items = faint_groups(2100, 1);
  const Knowledge known = knowledge(2100, 1);
  const Settings few_rounds{{"iterations", std::int64_t{8}}, {"restarts", std::int64_t{3}}};
  const auto one = cluster(items, known, few_rounds, {.threads = 1});
  for (const int threads : {2, 4}) {
    const auto more = cluster(items, known, few_rounds, {.threads = threads});
    EXPECT_EQ(one.clustering.labels, more.clustering.labels);
    EXPECT_EQ(one.clustering.objective.trace, more.clustering.objective.trace);
  }
}

TEST_P(GuidedContract, FindsTheGroupsBetterThanWithoutKnowledge) {
  double with = 0, without = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Matrix items = faint_groups(300, seed);
    std::vector<int> truth;
    for (Index i = 0; i < 300; ++i) truth.push_back(group_of(i));
    const auto score = [&](const Knowledge& known) {
      return adjusted_rand_index(cross_tabulate(cluster(items, known).clustering.labels, truth));
    };
    with += score(knowledge(300, seed));
    without += score({});
  }
  EXPECT_GE(with, without - 0.05);  // five repeats of a hard problem: chance is some hundredths
}

TEST_P(GuidedContract, HardMethodsObeyAndSeedsGiveClustersTheirNumbers) {
  const Matrix items = faint_groups(300, 2);
  const Knowledge known = knowledge(300, 2);
  const auto labels = cluster(items, known).clustering.labels;
  if (method.name.starts_with("seeded")) {
    Index right = 0;
    for (Index i = 0; i < 300; ++i) right += labels[i] == group_of(i) ? 1 : 0;
    EXPECT_GT(right, 150);  // a third by chance
    return;
  }
  for (std::size_t i = 0; i < known.seeds.size(); ++i)
    EXPECT_TRUE(known.seeds[i] == unlabelled || labels[i] == known.seeds[i]) << i;
  if (!obeys()) return;
  const LinkReport links = report_links(known, labels);
  EXPECT_TRUE(links.must_broken.empty());
  EXPECT_TRUE(links.cannot_broken.empty());
}

TEST_P(GuidedContract, ShuffledItemsGetShuffledLabels) {
  if (!method.takes_start) GTEST_SKIP() << "takes no start";
  const Matrix items = faint_groups(200, 3);
  const Knowledge known = knowledge(200, 3);
  std::vector<Index> order(200), place(200);
  std::iota(order.begin(), order.end(), Index{0});
  Random(3).shuffle(order);
  Matrix shuffled(200, items.cols());
  Knowledge moved;
  std::vector<int> start(200), moved_start(200);
  if (known.has_seeds()) moved.seeds.resize(200);
  for (Index i = 0; i < 200; ++i) {
    place[order[i]] = i;
    shuffled.row(i) = items.row(order[i]);
    if (known.has_seeds()) moved.seeds[i] = known.seeds[order[i]];
    start[i] = group_of(i);
    moved_start[i] = group_of(order[i]);
  }
  for (const auto& [a, b] : known.must_link) moved.must_link.emplace_back(place[a], place[b]);
  for (const auto& [a, b] : known.cannot_link) moved.cannot_link.emplace_back(place[a], place[b]);
  // The order of items decides between equals and in sweeps; from a good start there is one best answer.
  const auto a = cluster(items, known, {}, {}, start).clustering;
  const auto b = cluster(shuffled, moved, {}, {}, moved_start).clustering;
  Index same = 0;
  for (Index i = 0; i < 200; ++i) same += b.labels[i] == a.labels[order[i]] ? 1 : 0;
  EXPECT_GE(same, method.takes.contains(EvidenceKind::links) ? 196 : 200);
}

TEST_P(GuidedContract, SparseItemsGetTheLabelsOfDenseOnes) {
  const Matrix items = faint_groups(200, 4);
  const Knowledge known = knowledge(200, 4);
  const auto dense = cluster(items, known, {{"restarts", std::int64_t{1}}}).clustering;
  const auto thin = cluster(to_sparse(items), known, {{"restarts", std::int64_t{1}}}).clustering;
  EXPECT_EQ(dense.labels, thin.labels);
  EXPECT_NEAR(dense.objective.value, thin.objective.value, 1e-9 * std::abs(dense.objective.value));
}

TEST_P(GuidedContract, StoppingEarlyKeepsAResultThatObeys) {
  const Matrix items = faint_groups(600, 5);
  const Knowledge known = knowledge(600, 5);
  std::stop_source at_once;
  at_once.request_stop();
  const auto c = cluster(items, known, {{"tolerance", 0.0}}, {.stop = at_once.get_token()}).clustering;
  EXPECT_TRUE(c.stopped);
  ASSERT_EQ(c.labels.size(), 600u);
  if (!obeys()) return;
  for (std::size_t i = 0; i < known.seeds.size(); ++i)
    EXPECT_TRUE(known.seeds[i] == unlabelled || c.labels[i] == known.seeds[i]) << i;
  EXPECT_TRUE(report_links(known, c.labels).must_broken.empty());
  EXPECT_TRUE(report_links(known, c.labels).cannot_broken.empty());
}

TEST_P(GuidedContract, RefusesKnowledgeOfItemsAndClustersThatAreNotThere) {
  const Matrix items = faint_groups(20, 6);
  std::vector<Knowledge> bad;
  if (method.takes.contains(EvidenceKind::seeds)) bad.push_back({.seeds = std::vector<int>(20, 7)});
  if (method.takes.contains(EvidenceKind::seeds)) bad.push_back({.seeds = std::vector<int>(19, 0)});
  if (method.takes.contains(EvidenceKind::links)) bad.push_back({.must_link = {{0, 20}}});
  if (method.takes.contains(EvidenceKind::links)) bad.push_back({.cannot_link = {{3, 3}}});
  for (const Knowledge& known : bad) EXPECT_THROW(cluster(items, known), InvalidInput);
}

}  // namespace
}  // namespace bellwether
