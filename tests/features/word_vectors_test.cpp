#include <bellwether/features/word_vectors.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/SVD>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::to_sparse;

TEST(WordVectors, AreTheFormulaWorkedByHand) {
  // V is the identity up to order: one word in each dimension, whatever the power.
  const LinearMap apart = word_vectors(Matrix{{1, 0}, {0, 2}}, {.power = 0.5, .centred = false});
  EXPECT_EQ(apart.name, "word-vectors");
  EXPECT_LT((apart.map.cwiseAbs() - Matrix{{0, 1}, {1, 0}}).cwiseAbs().maxCoeff(), 1e-12);
  // Two words that always stand together have the same vector, and the third, at a right angle, its own.
  const LinearMap together = word_vectors(Matrix{{1, 1, 0}, {2, 2, 0}, {0, 0, 1}}, {.centred = false});
  ASSERT_EQ(together.map.cols(), 2) << "the rank, though nothing was said";
  EXPECT_NEAR(together.map.row(0).dot(together.map.row(1)), 1, 1e-12);
  EXPECT_NEAR(together.map.row(0).dot(together.map.row(2)), 0, 1e-12);
}

TEST(WordVectors, AgreeWithADecompositionOfTheWholeTable) {
  const Matrix items = testing_support::random_counts(40, 25, 0.3, 3).rowwise().normalized();
  for (const double power : {0.0, 0.5, 1.0}) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> all(items, Eigen::ComputeThinV);
    Matrix expected =
        all.matrixV().leftCols(7) * all.singularValues().head(7).array().pow(power).matrix().asDiagonal();
    for (Index j = 0; j < expected.rows(); ++j) expected.row(j).normalize();
    const Matrix found = word_vectors(items, {.dimensions = 7, .power = power, .centred = false}).map;
    // The sign of a dimension is free, so the angles between words are compared.
    EXPECT_LT((found * found.transpose() - expected * expected.transpose()).cwiseAbs().maxCoeff(), 1e-9);
    const SparseMatrix sparse = to_sparse(items);
    EXPECT_LT((word_vectors(sparse, {.dimensions = 7, .power = power}).map -
               word_vectors(items, {.dimensions = 7, .power = power}).map)
                  .cwiseAbs()
                  .maxCoeff(),
              1e-9);
  }
}

TEST(WordVectors, AWordThatNoRowHasIsNowhereAndTheOthersHaveLengthOne) {
  Matrix items = testing_support::random_counts(30, 12, 0.4, 5);
  items.col(4).setZero();
  const Matrix map = word_vectors(items, {.dimensions = 5, .centred = false}).map;
  for (Index j = 0; j < 12; ++j) EXPECT_NEAR(map.row(j).norm(), j == 4 ? 0 : 1, 1e-12) << j;
}

TEST(WordVectors, TheCentreIsTheMeanOfTheTextsMeansWorkedByHand) {
  // Text means: (1, 0), (0, 1), (1/2, 1/2), and one text without any word that has a vector.
  const Matrix vectors{{1, 0}, {0, 1}, {0, 0}}, texts{{2, 0, 0}, {0, 3, 1}, {1, 1, 0}, {0, 0, 5}};
  const Vector centre = centre_of_texts(texts, vectors);
  EXPECT_LT((centre - Vector{{0.5, 0.5}}).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(less_centre(vectors, centre), (Matrix{{0.5, -0.5}, {-0.5, 0.5}, {0, 0}}));
}

TEST(WordVectors, TextsOfAllLengthsAreCentredByTheirOwnMeans) {
  Matrix items = testing_support::random_counts(30, 12, 0.4, 5);
  items.col(4).setZero();
  items.col(0).array() += 1;
  items.array().colwise() /= items.rowwise().norm().array();
  const Matrix map = word_vectors(items, {.dimensions = 5}).map;
  // Whatever the words: the sum over the texts of their mean vectors is 0.
  Matrix of_texts = items * map;
  of_texts.array().colwise() /= items.rowwise().sum().array();
  EXPECT_LT(of_texts.colwise().sum().cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_TRUE(map.row(4).isZero(0)) << "a word that no text has stays nowhere";
}

TEST(WordVectors, TakeWhatDimensionsThereAre) {
  const Matrix items = testing_support::random_counts(10, 40, 0.4, 5);
  EXPECT_LE(word_vectors(items).map.cols(), 10);
  EXPECT_LE(word_vectors(items, {.dimensions = 500}).map.cols(), 10);
  EXPECT_EQ(word_vectors(items, {.dimensions = 3}).map.cols(), 3);
  const SparseMatrix many = testing_support::random_sparse(300, 200, 0.05, 1);
  EXPECT_EQ(word_vectors(many).map.cols(), 20);
  EXPECT_EQ(word_vectors(many, {.clusters = 4}).map.cols(), 20);
  EXPECT_EQ(word_vectors(many, {.clusters = 30}).map.cols(), 60) << "twice the clusters";
  EXPECT_EQ(word_vectors(many, {.clusters = 30, .dimensions = 7}).map.cols(), 7);
}

TEST(WordVectors, WeightsAreLtcUnlessACountHasNoLogarithm) {
  EXPECT_EQ(weighting_for(Matrix{{0, 1}, {3, 2}}, WordWeights::automatic), Weighting::ltc);
  EXPECT_EQ(weighting_for(Matrix{{0, 1}, {0.3, 2}}, WordWeights::automatic), Weighting::tf_idf);
  EXPECT_EQ(weighting_for(Matrix{{0, 1}, {0.3, 2}}, WordWeights::okapi), Weighting::okapi);
}

TEST(WordVectors, NeedSomething) {
  EXPECT_THAT([] { word_vectors(Matrix(Matrix::Zero(3, 4))); },
              ThrowsMessage<InvalidInput>(HasSubstr("all are 0")));
  EXPECT_THROW(word_vectors(Matrix{{1, 2}}, {.power = 2}), InvalidOption);
}

TEST(WordVectors, TheNumberOfThreadsDoesNotShow) {
  const SparseMatrix items = testing_support::random_sparse(400, 600, 0.03, 2);
  EXPECT_EQ(word_vectors(items, {.dimensions = 20}, {.threads = 1}).map,
            word_vectors(items, {.dimensions = 20}, {.threads = 3}).map);
}

}  // namespace
}  // namespace bellwether
