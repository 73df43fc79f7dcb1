// An ontology as guidance: it helps where its categories are the groups, and a shuffled one is left out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/text/term_categories.h>
#include <bellwether/runs/finding.h>
#include <bellwether/runs/plan_vectors.h>
#include <bellwether/scores/information.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using enum EvidenceKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A word of its own for each number.
std::string word(Index number) {
  std::string made = "w";
  for (int letter = 0; letter < 4; ++letter, number /= 16)
    made += "bcdfghklmnprstvz"[static_cast<std::size_t>(number % 16)];
  return made;
}

/// 180 texts of six words that hardly meet: half of them of the text's group, which has 150 words, the others
/// of no group. The tree puts each word of a group below one of its five kinds, and these below the group.
class Planted {
 public:
  explicit Planted(std::uint64_t random_seed, bool shuffled = false) {
    Random random(random_seed);
    Matrix counts = Matrix::Zero(180, words);
    for (int i = 0; i < 180; ++i) {
      truth.push_back(i % 3);
      for (int w = 0; w < 6; ++w)
        counts(i, random.uniform() < 0.5 ? 150 * (i % 3) + random.below(150) : 450 + random.below(150)) += 1;
    }
    material = material_of({.values = testing_support::to_sparse(counts)});
    material.zeros_allowed = true;
    std::vector<Index> place(450);
    for (Index j = 0; j < 450; ++j) place[static_cast<std::size_t>(j)] = j;
    if (shuffled) random.shuffle(place);
    Pairs pairs;
    std::vector<std::string> terms;
    for (Index j = 0; j < words; ++j) terms.push_back(word(j));
    for (Index j = 0; j < 450; ++j)
      pairs.push_back({terms[static_cast<std::size_t>(j)],
                       fmt::format("kind {}", place[static_cast<std::size_t>(j)] / 30)});
    for (int kind = 0; kind < 15; ++kind)
      pairs.push_back({fmt::format("kind {}", kind), fmt::format("group {}", kind / 5)});
    const TermCategories found = categories_of_terms(ontology_of(pairs, "tree.csv"), terms, {});
    evidence.vectors = {.source = "tree.csv",
                        .vectors = category_vectors(found),
                        .found = found.found,
                        .categories = std::ssize(found.names)};
    evidence.categories.source = "tree.csv";
  }

  static constexpr Index words = 600;
  std::vector<int> truth = {};
  Material material = {};
  Evidence evidence = {};
};

Finding find(const Planted& planted, const Evidence& evidence) {
  const Wishes wishes{.clusters = 3};
  return carry_out(planted.material, evidence, plan(planted.material, evidence, wishes));
}

TEST(Ontology, OfTheTrueGroupsHelpsWhereWordsNeverMeet) {
  const Planted planted(1);
  EXPECT_EQ(in_words(planted.evidence, vectors), "18 categories, above 450 of 600 words");
  const Finding found = find(planted, planted.evidence);
  ASSERT_TRUE(found.used(vectors)) << found.verdicts[0].reason;
  EXPECT_GT(nmi(cross_tabulate(found.labels(), planted.truth)),
            nmi(cross_tabulate(found.plain.labels, planted.truth)) + 0.4);
}

TEST(Ontology, ThatIsShuffledIsLeftOutBitByBit) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Planted planted(seed, true);
    const Finding found = find(planted, planted.evidence), plain = find(planted, {});
    EXPECT_FALSE(found.used(vectors)) << found.verdicts[0].reason;
    EXPECT_EQ(found.labels(), plain.labels());
    EXPECT_EQ(found.outcome.clustering.objective.value, plain.outcome.clustering.objective.value);
  }
}

TEST(Ontology, OnlyExplainsWhereCountsAreNeeded) {
  Planted planted(1);
  keep_to_explaining({.clusters = 3}, planted.material, planted.evidence);
  EXPECT_EQ(planted.evidence.vectors.categories, 18);
  keep_to_explaining({.clusters = 3, .method = "multinomial"}, planted.material, planted.evidence);
  EXPECT_TRUE(planted.evidence.kinds().empty());
  EXPECT_EQ(planted.evidence.categories.source, "tree.csv");
  EXPECT_THAT(planted.material.items.notes, ElementsAre(HasSubstr("only explains the clusters")));
}

}  // namespace
}  // namespace bellwether
