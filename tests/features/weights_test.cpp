#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/features/weights.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_dense;
using testing_support::to_sparse;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

Matrix weighed(Matrix counts, const WeightOptions& options) {
  apply(fit_weighter(counts, options), counts);
  return counts;
}

/// Straight from the formulas, cell by cell.
Matrix slowly(const Matrix& fitted, const Matrix& counts, const WeightOptions& o) {
  const auto n = static_cast<double>(fitted.rows());
  const double avg = fitted.sum() / n;
  Matrix w = Matrix::Zero(counts.rows(), counts.cols());
  for (Index i = 0; i < counts.rows(); ++i)
    for (Index j = 0; j < counts.cols(); ++j) {
      const double tf = counts(i, j);
      const auto df = static_cast<double>((fitted.col(j).array() > 0).count());
      if (tf == 0) continue;
      if (o.kind == Weighting::tf_idf) w(i, j) = tf * (std::log((1 + n) / (1 + df)) + 1);
      if (o.kind == Weighting::ltc && df > 0) w(i, j) = (1 + std::log(tf)) * std::log(n / df);
      if (o.kind == Weighting::okapi)
        w(i, j) = tf * (o.k1 + 1) / (tf + o.k1 * (1 - o.b + o.b * counts.row(i).sum() / avg)) *
                  std::log(1 + (n - df + 0.5) / (df + 0.5));
    }
  if (o.kind == Weighting::ltc)
    for (Index i = 0; i < w.rows(); ++i)
      if (w.row(i).norm() > 0) w.row(i) /= w.row(i).norm();
  return w;
}

// Three documents; the words are in 3, 2 and 1 of them. Lengths 4, 3, 2: the mean is 3.
const Matrix three{{1, 2, 1}, {1, 2, 0}, {2, 0, 0}};

TEST(TfIdf, IsTheAnswerWorkedByHand) {
  // ln((1+3)/(1+3)) + 1 = 1, ln(4/3) + 1, ln(4/2) + 1
  const double second = std::log(4.0 / 3) + 1, third = std::log(2.0) + 1;
  const Matrix expected{{1, 2 * second, third}, {1, 2 * second, 0}, {2, 0, 0}};
  EXPECT_TRUE(weighed(three, {.kind = Weighting::tf_idf}).isApprox(expected, 4 * epsilon));
}

TEST(Ltc, IsTheAnswerWorkedByHand) {
  // Row 0: 0 (the word is everywhere), (1 + ln 2) ln(3/2), ln 3. Row 1: one word is left, so it gets 1.
  const double x = (1 + std::log(2.0)) * std::log(1.5), y = std::log(3.0), length = std::sqrt(x * x + y * y);
  const Matrix expected{{0, x / length, y / length}, {0, 1, 0}, {0, 0, 0}};
  EXPECT_TRUE(weighed(three, {.kind = Weighting::ltc}).isApprox(expected, 4 * epsilon));
}

TEST(Okapi, IsTheAnswerWorkedByHand) {
  // Denominators tf + 0.5 + 1.5 len/3: for row 0 tf + 2.5, row 1 tf + 2, row 2 tf + 1.5.
  // Logarithms: 1 + 0.5/3.5 = 8/7; 1 + 1.5/2.5 = 8/5; 1 + 2.5/1.5 = 8/3.
  const double a = std::log(8.0 / 7), b = std::log(8.0 / 5), c = std::log(8.0 / 3);
  const Matrix expected{
      {3 / 3.5 * a, 6 / 4.5 * b, 3 / 3.5 * c}, {3 / 3.0 * a, 6 / 4.0 * b, 0}, {6 / 3.5 * a, 0, 0}};
  EXPECT_TRUE(weighed(three, {.kind = Weighting::okapi}).isApprox(expected, 4 * epsilon));
}

TEST(Okapi, WithoutK1OnlyAsksWhetherAWordOccurs) {
  const Matrix found = weighed(three, {.kind = Weighting::okapi, .k1 = 0});
  EXPECT_DOUBLE_EQ(found(0, 0), std::log(8.0 / 7));
  EXPECT_EQ(found(0, 0), found(2, 0));
  EXPECT_EQ(found(2, 1), 0);
}

TEST(Weights, OfNoneChangeNothing) {
  const Matrix anything{{-1, 0.5}, {NAN, 3}};
  Matrix same = anything;
  apply(fit_weighter(anything, {}), same);
  EXPECT_EQ(same(0, 0), -1);
  EXPECT_TRUE(std::isnan(same(1, 0)));
}

TEST(Weights, OfNewDocumentsUseTheOldFrequencies) {
  const Matrix fresh{{0, 1, 7}, {3, 0, 0}};
  for (const Weighting kind : {Weighting::tf_idf, Weighting::ltc, Weighting::okapi}) {
    Matrix found = fresh;
    apply(fit_weighter(three, {.kind = kind}), found);
    EXPECT_TRUE(found.isApprox(slowly(three, fresh, {.kind = kind}), 8 * epsilon));
  }
}

TEST(Weights, OfAWordThatNoFittedDocumentHadAreFinite) {
  const Matrix seen{{1, 0}, {1, 0}, {0, 0}};
  Matrix fresh{{1, 1}};
  apply(fit_weighter(seen, {.kind = Weighting::ltc}), fresh);
  EXPECT_EQ(fresh, (Matrix{{1, 0}}));
  fresh << 1, 1;
  apply(fit_weighter(seen, {.kind = Weighting::tf_idf}), fresh);
  EXPECT_DOUBLE_EQ(fresh(0, 1), std::log(4.0) + 1);
  fresh << 1, 1;
  apply(fit_weighter(seen, {.kind = Weighting::okapi}), fresh);
  EXPECT_GT(fresh(0, 1), fresh(0, 0));
  EXPECT_TRUE(fresh.allFinite());
}

TEST(Weights, OfEmptyDocumentsAndOfNoWordsAtAllAreZero) {
  for (const Weighting kind : {Weighting::tf_idf, Weighting::ltc, Weighting::okapi}) {
    EXPECT_EQ(weighed(Matrix::Zero(3, 2), {.kind = kind}), Matrix::Zero(3, 2));
    EXPECT_EQ(weighed(Matrix(3, 0), {.kind = kind}).size(), 0);
    Matrix fresh{{2, 1}};  // the mean length is 0: every document is as long as the mean
    apply(fit_weighter(Matrix(Matrix::Zero(3, 2)), {.kind = kind}), fresh);
    EXPECT_TRUE(fresh.allFinite());
  }
}

TEST(Weights, SurviveTheLargestCounts) {
  for (const Weighting kind : {Weighting::tf_idf, Weighting::ltc, Weighting::okapi})
    EXPECT_TRUE(weighed(Matrix{{1e100, 1}, {1e100, 0}, {0, 2}}, {.kind = kind}).allFinite());
}

TEST(Weights, LeaveNoStoredZerosInSparseItems) {
  SparseMatrix sparse = to_sparse(three);
  sparse.values[1] = 0;  // a zero that the file had stored
  apply(fit_weighter(sparse, {.kind = Weighting::ltc}), sparse);
  // Word 0 is everywhere, word 1 is left in document 1, word 2 in document 0.
  EXPECT_EQ(sparse.column_of, (std::vector<std::int32_t>{2, 1}));
  EXPECT_EQ(sparse.starts, (std::vector<std::int64_t>{0, 1, 2, 2}));
  EXPECT_EQ(sparse.values, (std::vector<double>{1, 1}));
}

WeightOptions any_options() {
  return {*rc::gen::element(Weighting::tf_idf, Weighting::ltc, Weighting::okapi),
          *rc::gen::inRange(0, 40) / 10.0, *rc::gen::inRange(0, 11) / 10.0};
}

RC_GTEST_PROP(Weights, AreThoseOfTheFormulas, ()) {
  const auto options = any_options();
  const Matrix old = random_counts(*rc::gen::inRange(1, 20), 6, 0.4, *rc::gen::arbitrary<std::uint64_t>());
  const Matrix fresh = random_counts(10, 6, 0.4, *rc::gen::arbitrary<std::uint64_t>());
  Matrix found = fresh;
  apply(fit_weighter(old, options), found);
  RC_ASSERT((found - slowly(old, fresh, options)).cwiseAbs().maxCoeff() <= 100 * epsilon);
}

RC_GTEST_PROP(Weights, AreTheSameForSparseItemsAndDenseOnes, ()) {
  const auto options = any_options();
  const Matrix dense = random_counts(20, 7, 0.3, *rc::gen::arbitrary<std::uint64_t>());
  Dataset sparse{to_sparse(dense)};
  const Weighter fitted = fit_weighter(sparse.rows(), options);
  apply(fitted, sparse);
  RC_ASSERT(fitted.document_frequency == fit_weighter(dense, options).document_frequency);
  RC_ASSERT(to_dense(std::get<SparseMatrix>(sparse.values)) == weighed(dense, options));
}

RC_GTEST_PROP(Weights, RiseWithTheCountAndFallWithTheFrequency, ()) {
  const auto kind = *rc::gen::element(Weighting::tf_idf, Weighting::okapi);
  // Words 0 and 1 in different numbers of the 20 documents, word 2 to keep the lengths equal.
  const int rare = *rc::gen::inRange(1, 19), common = *rc::gen::inRange(rare + 1, 21);
  const int low = *rc::gen::inRange(1, 50), high = *rc::gen::inRange(low + 1, 99);
  Matrix old = Matrix::Zero(20, 3);
  old.col(0).head(rare).setOnes();
  old.col(1).head(common).setOnes();
  old.col(2).setOnes();
  Matrix fresh = Matrix::Zero(3, 3);
  fresh(0, 0) = fresh(1, 1) = low;
  fresh(2, 0) = high;
  fresh.col(2) << 100 - low, 100 - low, 100 - high;
  apply(fit_weighter(old, {.kind = kind}), fresh);
  RC_ASSERT(fresh(2, 0) > fresh(0, 0));  // more often in the document
  RC_ASSERT(fresh(0, 0) > fresh(1, 1));  // the rarer word
  RC_ASSERT(fresh(1, 1) > 0);
}

RC_GTEST_PROP(Ltc, GivesEveryDocumentLengthOneOrZero, ()) {
  const Matrix found =
      weighed(random_counts(12, 5, 0.5, *rc::gen::arbitrary<std::uint64_t>()), {.kind = Weighting::ltc});
  for (Index i = 0; i < found.rows(); ++i)
    RC_ASSERT(found.row(i).isZero(0) || std::abs(found.row(i).norm() - 1) <= 8 * epsilon);
}

TEST(Weights, AreTheSameAfterTheyWereStored) {
  for (const Weighting kind : {Weighting::none, Weighting::tf_idf, Weighting::ltc, Weighting::okapi}) {
    const Weighter fitted = fit_weighter(three, {.kind = kind, .k1 = 1.2, .b = 0.3});
    const Weighter restored = restore_weighter(store(fitted));
    EXPECT_EQ(settings_of(restored.options), settings_of(fitted.options));
    EXPECT_EQ(restored.documents, fitted.documents);
    EXPECT_EQ(restored.average_length, fitted.average_length);
    EXPECT_EQ(restored.document_frequency, fitted.document_frequency);
  }
}

TEST(Weights, ThatWereDamagedInAFileAreRefused) {
  const StoredStep good = store(fit_weighter(three, {.kind = Weighting::okapi}));
  const auto with = [&](std::size_t table, const Matrix& value) {
    StoredStep step = good;
    step.tables[table].second = value;
    return step;
  };
  const auto refused = ThrowsMessage<InvalidInput>(HasSubstr("stored weights are damaged"));
  EXPECT_THAT([&] { restore_weighter(with(0, Matrix{{0}})); }, refused);
  EXPECT_THAT([&] { restore_weighter(with(0, Matrix{{3, 3}})); }, refused);
  EXPECT_THAT([&] { restore_weighter(with(1, Matrix{{NAN}})); }, refused);
  EXPECT_THAT([&] { restore_weighter(with(1, Matrix{{-1}})); }, refused);
  EXPECT_THAT([&] { restore_weighter(with(2, Matrix{{1}, {2}})); }, refused);
  EXPECT_THAT(
      [&] {
        restore_weighter(with(2, Matrix{{1, 4, 1}}));
      },
      ThrowsMessage<InvalidInput>(HasSubstr("word 1 (from 0) is in 4 of 3 documents")));
  EXPECT_THAT([&] { restore_weighter(with(2, Matrix{{NAN, 1, 1}})); }, refused);
  StoredStep other = good;
  other.tables.pop_back();
  EXPECT_THROW(restore_weighter(other), InvalidInput);
  other.kind = "svd";
  EXPECT_THAT([&] { restore_weighter(other); }, ThrowsMessage<InvalidInput>(HasSubstr("step 'svd'")));
}

TEST(Weights, SayWhichCountIsNone) {
  Matrix bad = three;
  bad(1, 2) = -3;
  EXPECT_THAT([&] { fit_weighter(bad, {.kind = Weighting::tf_idf}); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("item 1, column 2"), HasSubstr("is -3"))));
  const Weighter fitted = fit_weighter(three, {.kind = Weighting::ltc});
  for (const double value : {static_cast<double>(NAN), static_cast<double>(INFINITY), 1e200}) {
    bad(1, 2) = value;
    const Matrix before = bad;
    EXPECT_THAT([&] { apply(fitted, bad); }, ThrowsMessage<InvalidInput>(HasSubstr("item 1, column 2")));
    EXPECT_EQ(bad.row(0), before.row(0));  // nothing was changed
  }
  bad(1, 2) = 0.25;
  SparseMatrix sparse = to_sparse(bad);
  EXPECT_THAT(
      [&] { apply(fitted, sparse); },
      ThrowsMessage<InvalidInput>(AllOf(HasSubstr("is 0.25"), HasSubstr("ask for weights 'tf-idf'"))));
}

TEST(Weights, SayWhatElseIsWrong) {
  const Weighter fitted = fit_weighter(three, {.kind = Weighting::okapi});
  Matrix wider(1, 4);
  wider.setOnes();
  EXPECT_THAT([&] { apply(fitted, wider); },
              ThrowsMessage<InvalidInput>(HasSubstr("fitted on 3 features, but these items have 4")));
  EXPECT_THAT([&] { fit_weighter(Matrix(0, 3), {.kind = Weighting::ltc}); },
              ThrowsMessage<InvalidInput>(HasSubstr("no documents")));
  EXPECT_THROW(fit_weighter(three, {.kind = Weighting::okapi, .k1 = -1}), InvalidOption);
  EXPECT_THROW(fit_weighter(three, {.kind = Weighting::okapi, .b = 1.5}), InvalidOption);
  EXPECT_THROW(fit_weighter(three, {.kind = Weighting::okapi, .k1 = NAN}), InvalidOption);
}

}  // namespace
}  // namespace bellwether
