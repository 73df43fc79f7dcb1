// The evidence suite: every kind of evidence, and every pair of kinds, keeps the same laws.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/runs/finding.h>
#include <bellwether/scores/agreement.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr std::array all_kinds{seeds, links, sizes, known, auxiliary, annotated, solved, vectors};
constexpr int features = 30, classes = 9;

/// Counts of nine classes. The first three are to be found; features beyond 24 are noise in which items
/// differ most.
class World {
 public:
  explicit World(std::uint64_t random_seed = 1) : random_(random_seed) {
    for (int c = 0; c < classes; ++c)
      for (int j = 0; j < 24; ++j)
        profile_(c, j) = random_.uniform() < 0.25 ? 1 + 4 * random_.uniform() : 0.15;
    for (int i = 0; i < 90; ++i) truth.push_back(i % 3);
    material = material_of({.values = rows(truth)});
    evidence = whole();
  }

  Matrix rows(const std::vector<int>& of) {
    Matrix counts(std::ssize(of), features);
    for (Index i = 0; i < counts.rows(); ++i) {
      const double loud = random_.uniform() < 0.5 ? 6 : 0;
      for (int j = 0; j < 24; ++j)
        counts(i, j) = static_cast<double>(
            random_.below(1 + static_cast<Index>(4 * profile_(of[static_cast<std::size_t>(i)], j))));
      for (int j = 24; j < features; ++j) counts(i, j) = loud + static_cast<double>(random_.below(4));
    }
    return counts;
  }

  std::vector<int> classes_from(int first, int count, int items) {
    std::vector<int> of;
    for (int i = 0; i < items; ++i) of.push_back(first + i % count);
    return of;
  }

  Dataset labelled(int first, int count, int items) {
    const auto of = classes_from(first, count, items);
    Dataset made{.values = rows(of)};
    for (const int c : of) made.labels.push_back(fmt::format("c{}", c));
    return made;
  }

  std::vector<int> truth = {};
  Material material = {};
  Evidence evidence = {};

 private:
  Evidence whole() {
    Evidence made;
    made.seeds.assign(90, unlabelled);
    for (std::size_t i = 0; i < 90; i += 4) made.seeds[i] = truth[i];
    made.labels = {"a", "b", "c"};
    for (Index i = 1; i + 5 < 90; i += 3) {
      made.must_link.emplace_back(i, i + 3);
      made.cannot_link.emplace_back(i, i + 4);
    }
    made.min_size = 25;
    const Dataset sorted = labelled(3, 6, 150);
    made.known.items = {.values = sorted.values};
    CodedLabels coded = encode(sorted.labels);
    made.known.classes = coded.codes;
    made.known.names = coded.names;
    made.auxiliary = {{.source = "other", .rows = {.values = labelled(1, 6, 120).values}, .items = 120}};
    made.annotated = {.source = "tagged", .rows = {.values = rows(classes_from(2, 6, 6))}, .items = 6};
    for (int s = 0; s < 3; ++s)
      made.solved.collections.push_back(solved_collection(fmt::format("s{}", s), labelled(3 * s, 3, 60)));
    made.vectors = {.source = "vectors", .vectors = profile_.transpose(), .found = 24};
    made.vectors.vectors.conservativeResizeLike(Matrix::Zero(features, classes));  // noise means nothing
    return made;
  }

  Random random_;
  Matrix profile_ = Matrix::Constant(classes, 24, 0);
};

const World& world() {
  static const World made;
  return made;
}

Finding find(const Material& material, const Evidence& evidence, Trust trust, int threads = 0) {
  const Wishes wishes{.clusters = 3, .settings = {{"restarts", std::int64_t{2}}}, .trust = trust};
  return carry_out(material, evidence, plan(material, evidence, wishes), {.threads = threads});
}

/// The evidence is where it was planted: seeds in their clusters, links kept, bounds kept; other kinds are in
/// the space or in the choice of an option.
void expect_used(EvidenceKind kind, const Finding& found, const Evidence& evidence) {
  ASSERT_TRUE(found.used(kind)) << name_of(kind);
  const auto& labels = found.labels();
  switch (kind) {
    case seeds:
      for (std::size_t i = 0; i < labels.size(); ++i)
        if (evidence.seeds[i] != unlabelled) EXPECT_EQ(labels[i], evidence.seeds[i]);
      break;
    case links:
      EXPECT_TRUE(found.links.must_broken.empty());
      EXPECT_TRUE(found.links.cannot_broken.empty());
      break;
    case sizes:
      for (const auto size : cluster_sizes(labels, 3)) EXPECT_GE(size, evidence.min_size);
      break;
    case known:
      ASSERT_NE(found.made_from(known), nullptr);
      EXPECT_TRUE(found.made_from(known)->map.used());
      break;
    case vectors:
      EXPECT_NE(found.made_from(vectors), nullptr);
      break;
    case auxiliary:
    case annotated:
      if (!find_method(found.plan.search.method).takes.contains(kind))
        EXPECT_NE(found.made_from(kind), nullptr) << name_of(kind);
      break;
    case solved:
      ASSERT_TRUE(found.tuning);
      EXPECT_TRUE(found.tuning->tuned.used || found.tuning->indifferent);
      break;
  }
}

/// Vectors and these both begin with counts of words.
bool combine(EvidenceKind a, EvidenceKind b) {
  return b != vectors || !EvidenceKinds{auxiliary, annotated, solved}.contains(a);
}

class EveryPair : public ::testing::TestWithParam<std::pair<EvidenceKind, EvidenceKind>> {};

std::vector<std::pair<EvidenceKind, EvidenceKind>> pairs() {
  std::vector<std::pair<EvidenceKind, EvidenceKind>> all;
  for (const EvidenceKind a : all_kinds)
    for (const EvidenceKind b : all_kinds)
      if (a < b && combine(a, b)) all.emplace_back(a, b);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Evidence, EveryPair, ::testing::ValuesIn(pairs()), [](const auto& pair) {
  return fmt::format("{}_and_{}", name_of(pair.param.first), name_of(pair.param.second));
});

TEST_P(EveryPair, WorksAndEachKindIsWhereItWasPlanted) {
  const auto [first, second] = GetParam();
  Evidence evidence = only(world().evidence, {first, second});
  const Finding found = find(world().material, evidence, Trust::always);
  for (const EvidenceKind kind : {first, second}) {
    if (kind == solved && found.tuning && found.tuning->indifferent) continue;
    expect_used(kind, found, evidence);
  }
}

TEST_P(EveryPair, ChecksNeverFailTheRunAndLeaveTheOthersUsed) {
  const auto [first, second] = GetParam();
  const Evidence evidence = only(world().evidence, {first, second});
  const Finding found = find(world().material, evidence, Trust::checked);
  ASSERT_EQ(found.verdicts.size(), 2u);
  EvidenceKinds used;
  for (const Verdict& verdict : found.verdicts) {
    EXPECT_FALSE(verdict.reason.empty());
    if (verdict.used) used.insert(verdict.kind);
  }
  // What is left out is left out: the finding is that of what was accepted alone.
  if (used == EvidenceKinds{first, second}) return;
  const Finding alone = find(world().material, only(evidence, used), Trust::checked);
  EXPECT_EQ(found.labels(), alone.labels());
  EXPECT_EQ(found.outcome.clustering.objective.value, alone.outcome.clustering.objective.value);
}

class EveryKind : public ::testing::TestWithParam<EvidenceKind> {};
INSTANTIATE_TEST_SUITE_P(Evidence, EveryKind, ::testing::ValuesIn(all_kinds),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

TEST_P(EveryKind, TheNumberOfThreadsDoesNotShow) {
  const Evidence evidence = only(world().evidence, {GetParam()});
  const Finding one = find(world().material, evidence, Trust::checked, 1),
                three = find(world().material, evidence, Trust::checked, 3);
  EXPECT_EQ(one.labels(), three.labels());
  EXPECT_EQ(one.verdicts[0].with, three.verdicts[0].with);
  EXPECT_EQ(one.outcome.clustering.objective.value, three.outcome.clustering.objective.value);
}

TEST_P(EveryKind, LeftOutMeansTheDefaultBitByBit) {
  const Evidence evidence = only(world().evidence, {GetParam()});
  const Finding with = find(world().material, evidence, Trust::checked),
                plain = find(world().material, {}, Trust::checked);
  EXPECT_EQ(with.plain.labels, plain.labels());
  EXPECT_EQ(with.plain.objective.value, plain.outcome.clustering.objective.value);
  if (with.used(GetParam())) return;
  EXPECT_EQ(with.labels(), plain.labels());
  EXPECT_EQ(with.plan.search.method, plain.plan.search.method);
}

TEST(Evidence, VectorsSayWithWhatTheyDoNotCombine) {
  for (const EvidenceKind kind : {auxiliary, annotated, solved})
    EXPECT_THAT(
        [&] {
          find(world().material, only(world().evidence, {kind, vectors}), Trust::checked);
        },
        ::testing::ThrowsMessage<InvalidOption>(
            ::testing::HasSubstr(fmt::format("vectors and {} do not combine", name_of(kind)))));
}

TEST(Evidence, TheOrderInWhichItIsGivenDoesNotMatter) {
  const Evidence evidence = only(world().evidence, {links, known});
  Evidence turned = evidence;
  std::ranges::reverse(turned.must_link);
  std::ranges::reverse(turned.cannot_link);
  for (Link& link : turned.must_link) std::swap(link.first, link.second);
  EXPECT_EQ(find(world().material, evidence, Trust::always).labels(),
            find(world().material, turned, Trust::always).labels());
}

TEST(Evidence, KnownClustersTeachWhatIsNoise) {
  const Finding found = find(world().material, only(world().evidence, {known}), Trust::checked);
  const auto agrees = [&](const std::vector<int>& labels) {
    return adjusted_rand_index(cross_tabulate(labels, world().truth));
  };
  ASSERT_TRUE(found.used(known)) << found.verdicts[0].reason;
  EXPECT_GT(agrees(found.labels()), agrees(found.plain.labels) + 0.2);
}

TEST(Evidence, AChainBringsEveryOtherCollectionAlong) {
  const Finding found =
      find(world().material, only(world().evidence, {known, auxiliary, solved}), Trust::always);
  EXPECT_EQ(found.space->made.size(), 2u);
  EXPECT_EQ(found.space->known.items.rows().columns(), found.items().rows().columns());
}

}  // namespace
}  // namespace bellwether
