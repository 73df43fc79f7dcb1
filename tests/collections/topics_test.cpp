#include <gmock/gmock.h>

#include <bellwether/collections/topics.h>
#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::Each;
using testing::ElementsAre;

const SparseMatrix& counts(const Dataset& made) {
  return std::get<SparseMatrix>(made.values);
}

TEST(Topics, AreWellFormedCountsWithoutEmptyRows) {
  const Dataset made = topics({.items = 200, .clusters = 3, .features = 300, .words = 20, .random_seed = 2});
  const SparseMatrix& c = counts(made);
  EXPECT_EQ(c.rows(), 200);
  EXPECT_EQ(c.columns, 300);
  EXPECT_EQ(made.features[17], "w17");
  EXPECT_THAT(c.values, Each(testing::Ge(1)));
  for (Index i = 0; i < c.rows(); ++i) {
    double length = 0;
    for (auto k = c.starts[i]; k < c.starts[i + 1]; ++k) {
      length += c.values[k];
      EXPECT_LT(c.column_of[k], 300);
      if (k > c.starts[i]) {
        EXPECT_LT(c.column_of[k - 1], c.column_of[k]);
      }
    }
    EXPECT_GE(length, 10);
    EXPECT_LE(length, 30);
  }
}

TEST(Topics, HaveAtLeastOneWordInEveryTextAndRoomForTheSmallestVocabulary) {
  const Dataset made = topics({.items = 5, .clusters = 5, .features = 1, .words = 1});
  EXPECT_THAT(counts(made).values, ElementsAre(1, 1, 1, 1, 1));
}

/// The share of words that two groups of texts have in common, when each is one bag of words.
double overlap(const Dataset& made, const std::string& one, const std::string& other) {
  const Matrix all = testing_support::to_dense(counts(made));
  Eigen::RowVectorXd a = Eigen::RowVectorXd::Zero(all.cols()), b = a;
  for (Index i = 0; i < all.rows(); ++i) {
    if (made.labels[i] == one) a += all.row(i);
    if (made.labels[i] == other) b += all.row(i);
  }
  return (a / a.sum()).cwiseMin(b / b.sum()).sum();
}

TEST(Topics, DifferByTheirTopicalWordsAlone) {
  const TopicsOptions options{.items = 400, .clusters = 2, .features = 1000, .words = 200};
  TopicsOptions alike = options, apart = options;
  alike.topical = 0;
  apart.topical = 1;
  EXPECT_GT(overlap(topics(alike), "topic1", "topic2"), 0.9);
  EXPECT_LT(overlap(topics(apart), "topic1", "topic2"), 0.4);
}

TEST(Topics, DependOnTheRandomSeedAndOnNothingElse) {
  EXPECT_EQ(counts(topics({.random_seed = 4})).column_of, counts(topics({.random_seed = 4})).column_of);
  EXPECT_NE(counts(topics({.random_seed = 4})).column_of, counts(topics({.random_seed = 5})).column_of);
}

TEST(Topics, CheckTheirOptionsWhenCalledDirectly) {
  EXPECT_THROW(topics({.topical = 2}), InvalidOption);
  EXPECT_THROW(topics({.words = 0}), InvalidOption);
}

}  // namespace
}  // namespace bellwether
