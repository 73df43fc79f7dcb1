#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/features/normalise.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_dense;
using testing_support::to_sparse;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

Matrix normalised(Matrix items, Normalise kind) {
  const Normaliser fitted = fit_normaliser(items, kind);
  apply(fitted, items);
  return items;
}

TEST(Standard, IsTheAnswerWorkedByHand) {
  // Means 3 and 10; variances (4 + 0 + 4)/3 = 8/3 and 0.
  const Matrix items{{1, 10}, {3, 10}, {5, 10}};
  const Normaliser fitted = fit_normaliser(items, Normalise::standard);
  EXPECT_EQ(fitted.centre, Vector({{3, 10}}));
  EXPECT_DOUBLE_EQ(fitted.scale[0], std::sqrt(8.0 / 3));
  EXPECT_EQ(fitted.scale[1], 1);  // constant: centred only
  const double z = 2 / std::sqrt(8.0 / 3);
  EXPECT_TRUE(normalised(items, Normalise::standard).isApprox(Matrix{{-z, 0}, {0, 0}, {z, 0}}, 4 * epsilon));
}

TEST(Standard, GivesEveryFeatureMeanZeroAndVarianceOne) {
  const Matrix z = normalised(random_matrix(1000, 5, 3) * 7, Normalise::standard);
  for (Index j = 0; j < 5; ++j) {
    EXPECT_NEAR(z.col(j).mean(), 0, 100 * epsilon);
    EXPECT_NEAR(z.col(j).squaredNorm() / 1000, 1, 100 * epsilon);
  }
}

TEST(Standard, KeepsItsDigitsUnderALargeOffset) {
  // Whole numbers and a whole offset: the shifted items are exact, and so must their deviations be.
  const Matrix items = random_counts(500, 3, 0.7, 5);
  const Matrix shifted = items.array() + 1e12;
  const Normaliser near = fit_normaliser(items, Normalise::standard);
  const Normaliser far = fit_normaliser(shifted, Normalise::standard);
  for (Index j = 0; j < 3; ++j) {
    EXPECT_NEAR(far.scale[j] / near.scale[j], 1, 100 * epsilon);
    // The mean itself has no more digits than a number of its size can hold.
    EXPECT_NEAR(far.centre[j] - 1e12, near.centre[j], 1e12 * epsilon);
  }
}

TEST(Standard, IsNotMisledByAFirstItemFarAwayFromTheOthers) {
  Matrix items = random_matrix(1000, 1, 4);
  items(0, 0) = 1e8;
  const double mean = items.mean();
  const double variance = (items.array() - mean).square().mean();
  const Normaliser fitted = fit_normaliser(items, Normalise::standard);
  EXPECT_NEAR(fitted.centre[0] / mean, 1, 100 * epsilon);
  EXPECT_NEAR(fitted.scale[0] / std::sqrt(variance), 1, 1000 * epsilon);
}

TEST(Standard, OnlyCentresAFeatureThatVariesByNoMoreThanRounding) {
  Matrix items{{0.1 + 0.2}, {0.3}, {0.3}};
  EXPECT_EQ(fit_normaliser(items, Normalise::standard).scale[0], 1);
  EXPECT_LT(normalised(items, Normalise::standard).cwiseAbs().maxCoeff(), 1e-15);
  const Matrix one{{0.1, -7}};
  EXPECT_EQ(normalised(one, Normalise::standard), Matrix::Zero(1, 2));
}

TEST(Standard, MeasuresNewItemsWithTheOldRuler) {
  const Matrix old{{0}, {2}};
  Matrix fresh{{1}, {5}};
  apply(fit_normaliser(old, Normalise::standard), fresh);
  EXPECT_EQ(fresh, (Matrix{{0}, {4}}));
}

TEST(Standard, SaysWhySparseItemsCannotHaveItAndWhatCan) {
  Dataset sparse{to_sparse(random_counts(4, 3, 0.5, 1))};
  const auto expected = ThrowsMessage<InvalidOption>(
      testing::AllOf(HasSubstr("every zero would be filled"), HasSubstr("use 'l2'"), HasSubstr("dense")));
  EXPECT_THAT([&] { fit_normaliser(sparse.rows(), Normalise::standard); }, expected);
  const Matrix dense{{1, 2, 3}};
  const Normaliser fitted = fit_normaliser(dense, Normalise::standard);
  EXPECT_THAT([&] { apply(fitted, sparse); }, expected);
}

TEST(Standard, SaysWhenTheItemsAreNotWhatItNeeds) {
  const Matrix none(0, 3), infinite{{1, 2}, {3, INFINITY}}, huge{{1e300}, {-1e300}};
  EXPECT_THAT([&] { fit_normaliser(none, Normalise::standard); },
              ThrowsMessage<InvalidInput>(HasSubstr("no items")));
  EXPECT_THAT([&] { fit_normaliser(infinite, Normalise::standard); },
              ThrowsMessage<InvalidInput>(HasSubstr("feature 1 (from 0)")));
  EXPECT_THAT([&] { fit_normaliser(huge, Normalise::standard); },
              ThrowsMessage<InvalidInput>(HasSubstr("far too large")));
  const Matrix narrow = random_matrix(5, 2, 1);
  const Normaliser fitted = fit_normaliser(narrow, Normalise::standard);
  Matrix wider = random_matrix(5, 3, 1);
  EXPECT_THAT([&] { apply(fitted, wider); },
              ThrowsMessage<InvalidInput>(HasSubstr("fitted on 2 features, but these items have 3")));
}

TEST(Range, TakesEveryFeatureFromZeroToOne) {
  Matrix items{{2, -1, 7}, {4, 1, 7}, {3, 0, 7}};
  const Normaliser range = fit_normaliser(items, Normalise::range);
  apply(range, items);
  EXPECT_EQ(items, (Matrix{{0, 0, 0}, {1, 1, 0}, {0.5, 0.5, 0}}));
  Matrix fresh{{6, -2, 8}};  // measured with the old ruler, and outside of what it has seen
  apply(range, fresh);
  EXPECT_EQ(fresh, (Matrix{{2, -0.5, 1}}));
}

TEST(L1AndL2, AreTheAnswersWorkedByHand) {
  const Matrix items{{3, -4}, {0, 5}};
  EXPECT_EQ(normalised(items, Normalise::l2), (Matrix{{0.6, -0.8}, {0, 1}}));
  EXPECT_EQ(normalised(items, Normalise::l1), (Matrix{{3.0 / 7, -4.0 / 7}, {0, 1}}));
}

TEST(L1AndL2, LeaveAnItemOfZerosAlone) {
  const Matrix items{{0, 0}, {2, 2}};
  EXPECT_EQ(normalised(items, Normalise::l1), (Matrix{{0, 0}, {0.5, 0.5}}));
  EXPECT_EQ(normalised(items, Normalise::l2).row(0), items.row(0));
}

TEST(L1AndL2, SurviveTheLargestAndSmallestNumbers) {
  const Matrix items{{3e300, 4e300}, {3e-310, 4e-310}};
  const Matrix unit = normalised(items, Normalise::l2);
  EXPECT_NEAR(unit(0, 0), 0.6, 4 * epsilon);
  EXPECT_NEAR(unit(1, 0), 0.6, 1e-13);  // 3e-310 is subnormal: it has 14 digits
  EXPECT_NEAR(normalised(items, Normalise::l1)(0, 1), 4.0 / 7, 4 * epsilon);
}

RC_GTEST_PROP(L1AndL2, AreTheSameForSparseItemsAndDenseOnes, ()) {
  const auto random_seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto kind = *rc::gen::element(Normalise::none, Normalise::l1, Normalise::l2);
  const Matrix dense = random_counts(20, 7, 0.3, random_seed);
  Dataset sparse{to_sparse(dense)};
  apply(fit_normaliser(sparse.rows(), kind), sparse);
  const Matrix expected = normalised(dense, kind);
  const Matrix found = to_dense(std::get<SparseMatrix>(sparse.values));
  RC_ASSERT((found - expected).cwiseAbs().maxCoeff() <= 4 * epsilon);
}

TEST(Normalise, IsKnownByName) {
  for (const Normalise kind : {Normalise::none, Normalise::standard, Normalise::l1, Normalise::l2})
    EXPECT_EQ(normalise_by_name(name_of(kind)), kind);
  EXPECT_EQ(name_of(Normalise::l2), "l2");
  EXPECT_THAT([] { normalise_by_name("L2"); },
              ThrowsMessage<InvalidOption>(HasSubstr("'L2': choose none, standard, range, l1 or l2")));
}

TEST(Normalise, ByNoneChangesNothing) {
  const Matrix items = random_matrix(5, 3, 2);
  EXPECT_EQ(normalised(items, Normalise::none), items);
}

}  // namespace
}  // namespace bellwether
