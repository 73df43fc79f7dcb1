// What new items say about maps of known classes; through carry_out().

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/engine/random.h>
#include <bellwether/runs/finding.h>
#include <bellwether/scores/agreement.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using enum EvidenceKind;
using ::testing::HasSubstr;

/// Texts of nine subjects in three styles, of which most words are. Three subjects are to be found; those of
/// six are known, and show what is style.
class Styles {
 public:
  Styles() {
    std::vector<int> of_known;
    for (int i = 0; i < 120; ++i) truth.push_back(i % 3);
    for (int i = 0; i < 240; ++i) of_known.push_back(3 + i % 6);
    material = material_of({.values = texts(truth)});
    material.zeros_allowed = true;
    evidence.known.items = {.values = texts(of_known)};
    for (const int subject : of_known) evidence.known.classes.push_back(subject - 3);
    for (int c = 0; c < 6; ++c) evidence.known.names.push_back(fmt::format("subject {}", c));
  }

  Finding found() const {
    const Wishes wishes{.clusters = 3};
    return carry_out(material, evidence, plan(material, evidence, wishes));
  }
  double agrees(const std::vector<int>& labels) const {
    return adjusted_rand_index(cross_tabulate(labels, truth));
  }

  std::vector<int> truth = {};
  Material material = {};
  Evidence evidence = {};

 private:
  SparseMatrix texts(const std::vector<int>& subjects) {
    constexpr int words_of_subject = 20, words_of_style = 40, length = 60;
    Matrix counts = Matrix::Zero(std::ssize(subjects), 9 * words_of_subject + 3 * words_of_style);
    for (Index i = 0; i < counts.rows(); ++i) {
      const Index style = 9 * words_of_subject + words_of_style * random_.below(3);
      const Index subject = words_of_subject * subjects[static_cast<std::size_t>(i)];
      for (int w = 0; w < length; ++w)
        counts(i, random_.uniform() < 0.65 ? style + random_.below(words_of_style)
                                           : subject + random_.below(words_of_subject)) += 1;
    }
    return testing_support::to_sparse(counts);
  }
  Random random_{3};
};

TEST(MapAgreement, SpeaksForAMapThatBringsOutWhatNewItemsHave) {
  const Styles styles;
  const Finding found = styles.found();
  ASSERT_TRUE(found.used(known)) << found.verdicts[0].reason;
  EXPECT_THAT(found.verdicts[0].reason, HasSubstr("two halves of the new items' values"));
  EXPECT_GT(styles.agrees(found.labels()), styles.agrees(found.plain.labels) + 0.2);
}

TEST(MapAgreement, DoesNotSaveClassesThatAreNone) {
  Styles styles;
  Random(5).shuffle(styles.evidence.known.classes);
  const Finding found = styles.found();
  EXPECT_FALSE(found.used(known)) << found.verdicts[0].reason;
  EXPECT_EQ(found.labels(), found.plain.labels);
}

TEST(MapAgreement, IsTheSameOnAnyNumberOfThreads) {
  const Styles styles;
  const Wishes wishes{.clusters = 3};
  const Plan made = plan(styles.material, styles.evidence, wishes);
  const Finding one = carry_out(styles.material, styles.evidence, made, {.threads = 1});
  const Finding four = carry_out(styles.material, styles.evidence, made, {.threads = 4});
  EXPECT_EQ(one.verdicts[0].reason, four.verdicts[0].reason);
  EXPECT_EQ(one.labels(), four.labels());
}

}  // namespace
}  // namespace bellwether
