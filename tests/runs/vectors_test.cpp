// Pretrained word vectors: what they do to texts, that they help where they know synonyms, and that they are
// left out where they know nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/runs/choose_other_data.h>
#include <bellwether/runs/represent_vectors.h>
#include <bellwether/scores/agreement.h>
#include <bellwether/scores/information.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using enum EvidenceKind;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Three topics of 150 synonyms each, whose vectors are alike, and 150 words of no topic. Texts of six
/// words hardly share any.
class Synonyms {
 public:
  explicit Synonyms(std::uint64_t random_seed = 1) : random_(random_seed) {
    Matrix counts = Matrix::Zero(180, words);
    for (int i = 0; i < 180; ++i) {
      truth.push_back(i % 3);
      for (int w = 0; w < 6; ++w)
        counts(i, random_.uniform() < 0.5 ? 150 * (i % 3) + random_.below(150) : 450 + random_.below(150)) +=
            1;
    }
    material = material_of({.values = testing_support::to_sparse(counts)});
    material.zeros_allowed = true;
    Matrix vectors = Matrix::Constant(words, 10, 2);  // far from the origin, so that centring matters
    for (Index j = 0; j < words; ++j) {
      for (Index d = 0; d < 10; ++d) vectors(j, d) += random_.uniform() - 0.5;
      if (j < 450) vectors(j, j / 150) += 1;
      if (j % 20 == 0) vectors.row(j).setZero();
    }
    evidence.vectors = {.source = "v.txt", .vectors = vectors, .found = words - words / 20};
  }

  static constexpr Index words = 600;
  std::vector<int> truth = {};
  Material material = {};
  Evidence evidence = {};

 private:
  Random random_;
};

Finding find(const Material& material, const Evidence& evidence, Wishes wishes = {}, int threads = 0) {
  wishes.clusters = 3;
  return carry_out(material, evidence, plan(material, evidence, wishes), {.threads = threads});
}

double nmi(const std::vector<int>& labels, const std::vector<int>& truth) {
  return bellwether::nmi(cross_tabulate(labels, truth));
}

TEST(Vectors, ATextIsTheCentredMeanOfItsWordsBesideItsOwnDimensions) {
  const Matrix x = testing_support::random_counts(6, 5, 0.6, 1);
  Matrix a = testing_support::random_matrix(5, 3, 2);
  a.row(4).setZero();  // a word without a vector
  Svd own;
  own.components = testing_support::random_matrix(2, 5, 3);
  Dataset made{.values = x};
  apply(joined_map(x, a, own), made);
  const Matrix& rows = std::get<Matrix>(made.values);

  Matrix means = Matrix::Zero(6, 3);
  Vector centre = Vector::Zero(3), weights = Vector::Zero(6);
  double texts = 0;
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 4; ++j) {
      means.row(i) += x(i, j) * a.row(j);
      weights[i] += x(i, j);
    }
    if (weights[i] == 0) continue;  // no word with a vector: it says nothing of the mean
    means.row(i) /= weights[i];
    centre += means.row(i).transpose();
    ++texts;
  }
  centre /= texts;
  ASSERT_LT(texts, 6) << "the example should have a text without a known word";
  for (Index i = 0; i < 6; ++i) {
    const Eigen::RowVectorXd centred = means.row(i) - centre.transpose();
    EXPECT_LT((rows.row(i).head(3) - weights[i] * centred).norm(), 1e-12);
    EXPECT_TRUE(rows.row(i).tail(2).isApprox(x.row(i) * own.components.transpose(), 1e-12));
  }
}

TEST(Vectors, OfSynonymsFindWhatShortTextsDoNotShow) {
  const Synonyms s;
  const Finding found = find(s.material, s.evidence);
  ASSERT_TRUE(found.used(vectors)) << found.verdicts[0].reason;
  EXPECT_THAT(found.verdicts[0].reason, HasSubstr("vectors of shuffled words"));
  EXPECT_EQ(found.plan.search.method, "kmeans");
  EXPECT_GT(nmi(found.labels(), s.truth), nmi(found.plain.labels, s.truth) + 0.4);
  const Matrix& rows = std::get<Matrix>(found.items().values);
  EXPECT_TRUE(rows.rowwise().norm().isApproxToConstant(1, 1e-12));
}

TEST(Vectors, OfShuffledWordsAreLeftOutBitByBit) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Synonyms s(seed);
    s.evidence.vectors = with_shuffled_words(s.evidence.vectors, 5 + seed);
    const Finding found = find(s.material, s.evidence), plain = find(s.material, {});
    EXPECT_FALSE(found.used(vectors)) << found.verdicts[0].reason;
    EXPECT_EQ(found.labels(), plain.labels());
    EXPECT_EQ(found.outcome.clustering.objective.value, plain.outcome.clustering.objective.value);
    EXPECT_EQ(found.plan.search.method, plain.plan.search.method);
    EXPECT_THAT(found.verdicts[0].reason, HasSubstr("not clearly better"));
  }
}

TEST(Vectors, ShufflingMovesOnlyWordsThatHaveOne) {
  const PretrainedVectors given{.vectors = Matrix{{1}, {0}, {2}, {3}, {4}, {5}}};
  const Matrix moved = with_shuffled_words(given, 1).vectors;
  EXPECT_NE(moved, given.vectors);
  EXPECT_EQ(moved(1, 0), 0);
  EXPECT_EQ(moved.sum(), given.vectors.sum());
}

TEST(Vectors, TheNumberOfThreadsDoesNotShow) {
  const Synonyms s;
  const Finding one = find(s.material, s.evidence, {}, 1), three = find(s.material, s.evidence, {}, 3);
  EXPECT_EQ(one.labels(), three.labels());
  EXPECT_EQ(one.verdicts[0].with, three.verdicts[0].with);
  EXPECT_EQ(one.outcome.clustering.objective.value, three.outcome.clustering.objective.value);
}

TEST(Vectors, NewTextsComeIntoTheSameSpace) {
  const Synonyms s;
  const Finding found = find(s.material, s.evidence, {.trust = Trust::always});
  Dataset again = s.material.items;
  for (const Step& step : found.vectorizer.steps) bellwether::apply(restore_step(store(step)), again);
  EXPECT_EQ(std::get<Matrix>(again.values), std::get<Matrix>(found.items().values));
  EXPECT_EQ(found.vectorizer.steps.size(), 3u) << "weights, the map, lengths";
}

TEST(Vectors, MeetSeedsLinksSizesAndKnownClusters) {
  Synonyms s;
  s.evidence.seeds.assign(180, unlabelled);
  for (std::size_t i = 0; i < 30; ++i) s.evidence.seeds[i] = s.truth[i];
  s.evidence.labels = {"a", "b", "c"};
  for (Index i = 60; i < 90; i += 3) {
    s.evidence.must_link.emplace_back(i, i + 3);
    s.evidence.cannot_link.emplace_back(i, i + 4);
  }
  s.evidence.min_size = 50;
  s.evidence.known.items = Synonyms(7).material.items;
  s.evidence.known.classes = s.truth;
  s.evidence.known.names = {"x", "y", "z"};
  for (const EvidenceKinds kinds : {EvidenceKinds{seeds, vectors},
                                    {links, vectors},
                                    {sizes, vectors},
                                    {known, vectors},
                                    {seeds, links, known, vectors}}) {
    const Finding found = find(s.material, only(s.evidence, kinds), {.trust = Trust::always});
    EXPECT_TRUE(found.used(vectors));
    ASSERT_NE(found.made_from(vectors), nullptr);
    EXPECT_GT(nmi(found.labels(), s.truth), 0.5) << found.plan.search.method;
    if (kinds.contains(seeds))
      for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(found.labels()[i], s.truth[i]);
  }
}

TEST(Vectors, StepsThatAreAskedForFindTheirPlace) {
  const Synonyms s;
  const Plan made = plan(s.material, s.evidence, {.clusters = 3, .steps = {.steps = "tf-idf + svd:7 + l2"}});
  EXPECT_EQ(in_words(made), "tf-idf -> vectors -> kmeans");
  const Finding found =
      find(s.material, s.evidence, {.steps = {.steps = "tf-idf + svd:7 + l2"}, .trust = Trust::always});
  EXPECT_EQ(found.items().rows().columns(), 17);
}

TEST(Vectors, SayWhatTheyDoNotGoWith) {
  Synonyms s;
  const auto refused = [&](const Evidence& evidence, const Wishes& wishes, const char* words) {
    EXPECT_THAT([&] { find(s.material, evidence, wishes); }, ThrowsMessage<InvalidOption>(HasSubstr(words)));
  };
  refused(s.evidence, {.method = "multinomial"}, "multinomial needs counts of words");
  refused(s.evidence, {.represent = {"plsa"}}, "plsa needs counts of words");
  Evidence more = s.evidence;
  more.auxiliary = {{.source = "others", .rows = s.material.items, .items = 180}};
  refused(more, {}, "vectors and auxiliary do not combine");
  more = s.evidence;
  more.vectors.vectors.conservativeResize(5, 10);
  EXPECT_THAT([&] { find(s.material, more); },
              ThrowsMessage<InvalidInput>(HasSubstr("vectors of 5 words, but the items have 600")));
  Material measured = s.material;
  measured.vectorizer.steps.push_back(Normaliser{Normalise::l2});
  EXPECT_THAT([&] { find(measured, s.evidence); },
              ThrowsMessage<InvalidInput>(HasSubstr("measured with other steps (l2)")));
}

}  // namespace
}  // namespace bellwether
