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

TEST(Divisions, PutEveryItemIntoOnePart) {
  const PreparedData data = small_collection();
  const Division division = divide_classes(data, 3, 1);
  EXPECT_EQ(division.training.items.rows() + division.validation.items.rows() + division.test.items.rows(),
            90);
  EXPECT_EQ(division.training.classes + division.validation.classes + division.test.classes, 6);
  const LabelledItems known = together(division.training, division.validation);
  EXPECT_EQ(known.classes, 4);
  EXPECT_EQ(std::ranges::max(known.labels), 3);
  EXPECT_EQ(known.items.row(known.items.rows() - 1), division.validation.items.row(29));
}

TEST(Divisions, DifferAndComeAgainFromTheSameSeed) {
  bool differ = false;
  for (int s = 0; s < 8; ++s) {
    EXPECT_EQ(thirds(9, 5, s), thirds(9, 5, s));
    differ = differ || thirds(9, 5, s) != thirds(9, 5, 0);
  }
  EXPECT_TRUE(differ);
}

TEST(TcsMethods, GmIsThePlainMixtureAveragedOverStarts) {
  const Division division = divide_classes(small_collection(), 0, 0);
  const Searches searches{.restarts = 4, .random_seed = 7, .run = {.threads = 1}};
  double sum = 0;
  for (std::uint64_t r = 0; r < 4; ++r) {
    const auto found =
        gm(division.test.items,
           {.clusters = division.test.classes, .restarts = 1, .random_seed = Random(7).split(r).bits() >> 1});
    sum += nmi(cross_tabulate(found.labels, division.test.labels));
  }
  EXPECT_EQ(tcs_methods().front().name, "gm");
  EXPECT_DOUBLE_EQ(tcs_methods().front().score(division, searches), sum / 4);
}

TEST(TcsMethods, EachGivesAScoreAndTheSameOneAgain) {
  const Division division = divide_classes(small_collection(), 0, 0);
  const Searches searches{.restarts = 2, .random_seed = 7, .run = {.threads = 1}};
  for (const auto* methods : {&tcs_methods(), &tcs_direction_methods()})
    for (const TcsMethod& method : *methods) {
      const double score = method.score(division, searches);
      EXPECT_TRUE(score >= 0 && score <= 1) << method.name;
      EXPECT_EQ(method.score(division, searches), score) << method.name;
    }
}

TEST(Choosing, TakesTheCandidateThatIsBestOnTheValidationClasses) {
  const Division division = divide_classes(small_collection(), 0, 0);
  // Candidate 1 forgets the noise, the others keep nothing else.
  const auto learn = [](std::size_t c) -> ItemMap {
    return
        [c](const Matrix& items) { return c == 1 ? Matrix(items.leftCols(2)) : Matrix(items.rightCols(1)); };
  };
  const Searches searches{.restarts = 3, .random_seed = 7, .run = {.threads = 1}};
  const Tuned tuned = choose_on_validation(3, learn, division, mean_nmi_of_gm, searches);
  EXPECT_EQ(tuned.candidate, 1U);
  EXPECT_EQ(tuned.map(division.test.items).cols(), 2);
}

}  // namespace
}  // namespace bellwether::experiments
