#include <experiments/tcs_protocol.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/scores/information.h>
#include <experiments/tcs_methods.h>

namespace bellwether::experiments {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// Six blobs in three dimensions, of which the third is noise.
PreparedData small_collection() {
  PreparedData data{Matrix(90, 3), {}, 6};
  Random random(1);
  for (Index i = 0; i < 90; ++i) {
    const auto k = static_cast<int>(i % 6);
    data.labels.push_back(k);
    data.items.row(i) << 4 * (k % 3) + random.normal(), 4 * (k / 3) + random.normal(), 5 * random.normal();
  }
  return data;
}

RC_GTEST_PROP(ClassThirds, AreDisjointCoverAllClassesAndAreAsEqualAsCanBe, ()) {
  const int classes = *rc::gen::inRange(3, 40);
  const auto third = thirds(classes, *rc::gen::arbitrary<std::uint64_t>(), *rc::gen::inRange(0, 100));
  RC_ASSERT(std::ssize(third) == classes);
  std::vector<int> sizes(3);
  for (const int t : third) ++sizes.at(static_cast<std::size_t>(t));
  RC_ASSERT(std::ranges::max(sizes) - std::ranges::min(sizes) <= 1);
  RC_ASSERT(sizes[0] >= sizes[2] && sizes[2] >= sizes[1]);
}

TEST(ClassThirds, NeedThreeClasses) {
  EXPECT_THAT([] { thirds(2, 0, 0); }, ThrowsMessage<InvalidInput>(HasSubstr("2 classes")));
}

TEST(ClassSplits, PutEveryItemIntoOnePart) {
  const PreparedData data = small_collection();
  const ClassSplit split = split_classes(data, 3, 1);
  EXPECT_EQ(split.training.items.rows() + split.validation.items.rows() + split.test.items.rows(), 90);
  EXPECT_EQ(split.training.classes + split.validation.classes + split.test.classes, 6);
  const LabelledItems known = together(split.training, split.validation);
  EXPECT_EQ(known.classes, 4);
  EXPECT_EQ(std::ranges::max(known.labels), 3);
  EXPECT_EQ(known.items.row(known.items.rows() - 1), split.validation.items.row(29));
}

TEST(ClassSplits, DifferAndComeAgainFromTheSameSeed) {
  bool differ = false;
  for (int s = 0; s < 8; ++s) {
    EXPECT_EQ(thirds(9, 5, s), thirds(9, 5, s));
    differ = differ || thirds(9, 5, s) != thirds(9, 5, 0);
  }
  EXPECT_TRUE(differ);
}

TEST(TcsMethods, GmIsThePlainMixtureAveragedOverStarts) {
  const ClassSplit split = split_classes(small_collection(), 0, 0);
  const Trial trial{.restarts = 4, .random_seed = 7, .run = {.threads = 1}};
  double sum = 0;
  for (std::uint64_t r = 0; r < 4; ++r) {
    const auto found =
        gm(split.test.items,
           {.clusters = split.test.classes, .restarts = 1, .random_seed = Random(7).split(r).bits()});
    sum += nmi(cross_tabulate(found.labels, split.test.labels));
  }
  EXPECT_EQ(tcs_methods().front().name, "gm");
  EXPECT_DOUBLE_EQ(tcs_methods().front().score(split, trial), sum / 4);
}

TEST(TcsMethods, EachGivesAScoreAndTheSameOneAgain) {
  const ClassSplit split = split_classes(small_collection(), 0, 0);
  const Trial trial{.restarts = 2, .random_seed = 7, .run = {.threads = 1}};
  for (const auto* methods : {&tcs_methods(), &tcs_direction_methods()})
    for (const TcsMethod& method : *methods) {
      const double score = method.score(split, trial);
      EXPECT_TRUE(score >= 0 && score <= 1) << method.name;
      EXPECT_EQ(method.score(split, trial), score) << method.name;
    }
}

TEST(Choosing, TakesTheCandidateThatIsBestOnTheValidationClasses) {
  const ClassSplit split = split_classes(small_collection(), 0, 0);
  // Candidate 1 forgets the noise, the others keep nothing else.
  const auto learn = [](std::size_t c) -> ItemMap {
    return
        [c](const Matrix& items) { return c == 1 ? Matrix(items.leftCols(2)) : Matrix(items.rightCols(1)); };
  };
  const Trial trial{.restarts = 3, .random_seed = 7, .run = {.threads = 1}};
  const Chosen chosen = choose_on_validation(3, learn, split, mean_nmi_of_gm, trial);
  EXPECT_EQ(chosen.candidate, 1U);
  EXPECT_EQ(chosen.map(split.test.items).cols(), 2);
}

}  // namespace
}  // namespace bellwether::experiments
