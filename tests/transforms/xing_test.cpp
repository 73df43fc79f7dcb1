#include <bellwether/transforms/xing.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/information.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::LabelledItems;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_sparse;

const std::vector<XingForm> both_forms{XingForm::diagonal, XingForm::full};

/// Two classes that differ in the first feature; the others, which are wider, say nothing.
LabelledItems stretched(Index count, Index features, std::uint64_t random_seed) {
  LabelledItems made{random_matrix(count, features, random_seed), {}};
  made.items.rightCols(features - 1) *= 10;
  for (Index i = 0; i < count; ++i) {
    made.truth.push_back(static_cast<int>(i % 2));
    made.items(i, 0) += 6.0 * static_cast<double>(i % 2);
  }
  return made;
}

/// A, whatever the form.
Matrix metric_of(const XingResult& result) {
  if (result.metric.rows() > 1 || result.map.map.size() > 0) return result.metric;
  return Matrix(result.metric.row(0).asDiagonal());
}

struct Sums {
  double similar = 0, dissimilar = 0;
};
Sums sums_of(const Matrix& x, const LabelledPairs& pairs, const Matrix& a) {
  const auto square = [&](const Link& link) {
    const Eigen::RowVectorXd d = x.row(link.first) - x.row(link.second);
    return std::max(0.0, (d * a).dot(d));
  };
  Sums sums;
  for (const Link& link : pairs.similar) sums.similar += square(link);
  for (const Link& link : pairs.dissimilar) sums.dissimilar += std::sqrt(square(link));
  return sums;
}

TEST(Xing, KeepsItsConstraintAndTellsItsObjective) {
  const auto [x, truth] = stretched(60, 4, 1);
  const LabelledPairs pairs = pairs_from_labels(truth, 100, 1);
  for (const XingForm form : both_forms) {
    const auto result = xing(x, pairs.similar, pairs.dissimilar, {.form = form});
    const Sums sums = sums_of(x, pairs, metric_of(result));
    EXPECT_TRUE(result.converged);
    EXPECT_LE(result.gap, 1e-7);
    EXPECT_LE(result.certificate, 1e-12);
    EXPECT_NEAR(sums.dissimilar, 1, 1e-10);
    EXPECT_NEAR(result.dissimilar_sum, 1, 1e-10);
    EXPECT_NEAR(result.similar_sum, sums.similar, 1e-10 * sums.similar);
    EXPECT_NEAR(result.objective.value, sums.similar, 1e-10 * sums.similar);  // no direction needs the ridge
    EXPECT_EQ(result.objective.trace.back(), result.objective.value);
    EXPECT_EQ(result.objective.trace.size(), static_cast<std::size_t>(result.iterations) + 1);
  }
}

TEST(Xing, TheMapIsARootOfTheMetric) {
  const auto [x, truth] = stretched(60, 4, 1);
  const LabelledPairs pairs = pairs_from_labels(truth, 100, 1);
  const auto full = xing(x, pairs.similar, pairs.dissimilar, {.form = XingForm::full});
  EXPECT_TRUE((full.map.map * full.map.map.transpose()).isApprox(full.metric, 1e-10));
  EXPECT_TRUE(full.map.map.isApprox(full.map.map.transpose(), 1e-12));
  const auto diagonal = xing(x, pairs.similar, pairs.dissimilar);
  EXPECT_TRUE(diagonal.map.weights.cwiseAbs2().isApprox(diagonal.metric.row(0).transpose(), 1e-14));
}

TEST(Xing, OneFeatureHasOneAnswer) {
  // Similar: differences 1 and 2; dissimilar: 3 and 5. sqrt(a) (3 + 5) = 1, so a = 1/64.
  const Matrix x{{0}, {1}, {3}, {6}, {8}};
  const std::vector<Link> similar{{0, 1}, {1, 2}}, dissimilar{{2, 3}, {2, 4}};
  for (const XingForm form : both_forms) {
    const auto result = xing(x, similar, dissimilar, {.form = form});
    EXPECT_NEAR(metric_of(result)(0, 0), 1.0 / 64, 1e-15);
    EXPECT_NEAR(result.objective.value, 5.0 / 64, 1e-14);
  }
}

/// No other metric is better: random ones, and those near the one found, scaled to the same constraint.
RC_GTEST_PROP(Xing, NoMetricThatIsTriedIsBetter, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto [x, truth] = stretched(30, 3, seed);
  const LabelledPairs pairs = pairs_from_labels(truth, 60, seed);
  for (const XingForm form : both_forms) {
    const auto result = xing(x, pairs.similar, pairs.dissimilar, {.form = form});
    for (std::uint64_t trial = 0; trial < 20; ++trial) {
      Matrix other = random_matrix(3, 3, seed + trial) * std::pow(10.0, -static_cast<double>(trial) / 4);
      if (form == XingForm::diagonal) other = Matrix(other.diagonal().asDiagonal());
      const Matrix root = form == XingForm::full ? result.map.map : Matrix(result.map.weights.asDiagonal());
      const Matrix a = root * (Matrix::Identity(3, 3) + other) *
                       (Matrix::Identity(3, 3) + other).transpose() * root.transpose();
      const Sums sums = sums_of(x, pairs, a);
      RC_ASSERT(sums.similar / (sums.dissimilar * sums.dissimilar) >= result.objective.value * (1 - 1e-6));
    }
  }
}

TEST(Xing, FullIsAtLeastAsGoodAsDiagonal) {
  const auto [x, truth] = stretched(80, 5, 3);
  const LabelledPairs pairs = pairs_from_labels(truth, 150, 1);
  EXPECT_LE(xing(x, pairs.similar, pairs.dissimilar, {.form = XingForm::full}).objective.value,
            xing(x, pairs.similar, pairs.dissimilar).objective.value);
}

TEST(Xing, UnitsOfFeaturesDoNotMatter) {
  const auto [x, truth] = stretched(60, 3, 5);
  const LabelledPairs pairs = pairs_from_labels(truth, 100, 1);
  const Vector units{{1e-6, 1, 1e8}};
  for (const XingForm form : both_forms) {
    const auto one = xing(x, pairs.similar, pairs.dissimilar, {.form = form});
    const auto other = xing(Matrix(x * units.asDiagonal()), pairs.similar, pairs.dissimilar, {.form = form});
    EXPECT_NEAR(other.objective.value, one.objective.value, 1e-9 * one.objective.value);
    const Matrix back = units.asDiagonal() * metric_of(other) * units.asDiagonal();
    // Both are within 1e-7 of the best objective, which fixes the place to its root.
    EXPECT_TRUE(back.isApprox(metric_of(one), 1e-3));
  }
}

TEST(Xing, HugeAndTinyItemsAreFine) {
  const auto [x, truth] = stretched(60, 3, 5);
  const LabelledPairs pairs = pairs_from_labels(truth, 100, 1);
  const double expected = xing(x, pairs.similar, pairs.dissimilar).objective.value;
  for (const double unit : {1e-120, 1e120})
    EXPECT_NEAR(xing(Matrix(unit * x), pairs.similar, pairs.dissimilar).objective.value, expected,
                1e-9 * expected);
}

TEST(Xing, TheOrderOfPairsAndOfTheirItemsDoesNotMatter) {
  const auto [x, truth] = stretched(60, 3, 5);
  LabelledPairs pairs = pairs_from_labels(truth, 100, 1);
  for (const XingForm form : both_forms) {
    const auto one = xing(x, pairs.similar, pairs.dissimilar, {.form = form});
    LabelledPairs turned = pairs;
    std::reverse(turned.similar.begin(), turned.similar.end());
    std::reverse(turned.dissimilar.begin(), turned.dissimilar.end());
    for (auto& [i, j] : turned.dissimilar) std::swap(i, j);
    const auto other = xing(x, turned.similar, turned.dissimilar, {.form = form});
    EXPECT_NEAR(other.objective.value, one.objective.value, 1e-7 * one.objective.value);
  }
}

TEST(Xing, MakesKMeansFindTheClassesOfStretchedItems) {
  const auto [x, classes] = stretched(200, 4, 2);
  const LabelledPairs pairs = pairs_from_labels(std::span(classes).first(60), 100, 1);
  const auto nmi_of = [&truth = classes](const Matrix& items) {
    return nmi(cross_tabulate(kmeans(items, {.clusters = 2}).labels, truth));
  };
  EXPECT_LT(nmi_of(x), 0.1);
  for (const XingForm form : both_forms) {
    Dataset mapped{.values = x};
    apply(xing(x, pairs.similar, pairs.dissimilar, {.form = form}).map, mapped);
    EXPECT_GT(nmi_of(std::get<Matrix>(mapped.values)), 0.9);
  }
}

TEST(Xing, SparseItemsGiveTheSame) {
  const Matrix x = random_counts(50, 12, 0.3, 4);
  std::vector<int> labels;
  for (int i = 0; i < 50; ++i) labels.push_back(x(i, 0) > 0);
  const LabelledPairs pairs = pairs_from_labels(labels, 200, 1);
  const SparseMatrix sparse = to_sparse(x);
  for (const XingForm form : both_forms)
    EXPECT_EQ(xing(sparse, pairs.similar, pairs.dissimilar, {.form = form}).metric,
              xing(x, pairs.similar, pairs.dissimilar, {.form = form}).metric);
}

TEST(Xing, ManyFeaturesHaveWeights) {
  // 20,000 features of which each item has a few; the class has a word of its own.
  Random random(3);
  SparseMatrix x;
  x.columns = 20'000;
  std::vector<int> labels;
  for (int i = 0; i < 100; ++i) {
    labels.push_back(i % 2);
    x.column_of.push_back(i % 2);
    for (int j = 1; j <= 10; ++j)
      x.column_of.push_back(static_cast<std::int32_t>(j * 1900 + random.below(1000)));
    x.values.resize(x.column_of.size(), 1.0);
    x.starts.push_back(static_cast<std::int64_t>(x.values.size()));
  }
  const LabelledPairs pairs = pairs_from_labels(labels, 200, 1);
  const auto result = xing(x, pairs.similar, pairs.dissimilar);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.map.weights.size(), 20'000);
  EXPECT_GT(result.map.weights.head(2).minCoeff(), result.map.weights.tail(19'998).maxCoeff());
}

TEST(Xing, ADirectionThatNoSimilarPairMeasuresHasAFiniteWeight) {
  Matrix x{{0, 0}, {0, 1}, {1, 0}, {1, 1}};  // similar items never differ in the first feature
  const std::vector<Link> similar{{0, 1}, {2, 3}}, dissimilar{{0, 2}, {1, 3}, {0, 3}};
  for (const XingForm form : both_forms) {
    const auto result = xing(x, similar, dissimilar, {.form = form});
    EXPECT_TRUE(result.converged);
    EXPECT_TRUE(metric_of(result).allFinite());
    EXPECT_GT(metric_of(result)(0, 0), 100 * metric_of(result)(1, 1));
    EXPECT_NEAR(result.dissimilar_sum, 1, 1e-10);
  }
}

TEST(Xing, AFeatureInWhichNoPairDiffersHasNoWeight) {
  Matrix x = random_matrix(10, 3, 1);
  x.col(1).setConstant(5);
  const std::vector<Link> similar{{0, 1}, {2, 3}}, dissimilar{{4, 5}, {6, 7}};
  for (const XingForm form : both_forms)
    EXPECT_TRUE(metric_of(xing(x, similar, dissimilar, {.form = form})).row(1).isZero(0));
}

TEST(Xing, TheNumberOfThreadsDoesNotShow) {
  const auto [x, truth] = stretched(400, 6, 5);
  const LabelledPairs pairs = pairs_from_labels(truth, 9000, 1);
  for (const XingForm form : both_forms) {
    const XingOptions options{.form = form};
    EXPECT_EQ(xing(x, pairs.similar, pairs.dissimilar, options, {.threads = 1}).metric,
              xing(x, pairs.similar, pairs.dissimilar, options, {.threads = 4}).metric);
  }
}

TEST(Xing, CanBeStoppedAndKeepsWhatItHas) {
  const auto [x, truth] = stretched(60, 6, 5);
  const LabelledPairs pairs = pairs_from_labels(truth, 100, 1);
  for (const XingForm form : both_forms) {
    std::stop_source source;
    bellwether::Run run{.stop = source.get_token()};
    run.on_progress = [&](const Progress& progress) {
      if (progress.iteration == 2) source.request_stop();
    };
    const auto result = xing(x, pairs.similar, pairs.dissimilar, {.form = form}, run);
    EXPECT_TRUE(result.stopped);
    EXPECT_FALSE(result.converged);
    EXPECT_NEAR(result.dissimilar_sum, 1, 1e-10);
  }
}

void expect_words(const Matrix& x, const std::vector<Link>& similar, const std::vector<Link>& dissimilar,
                  const std::string& words, const XingOptions& options = {}) {
  EXPECT_THAT([&] { xing(x, similar, dissimilar, options); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
}

TEST(Xing, SaysWhatIsWrong) {
  const Matrix x = random_matrix(5, 2, 1);
  expect_words(x, {}, {{0, 1}}, "there are no similar pairs");
  expect_words(x, {{0, 1}}, {}, "there are no dissimilar pairs");
  expect_words(x, {{0, 5}}, {{1, 2}},
               "a similar pair names items 0 and 5, but there are 5 items, counted from 0");
  expect_words(x, {{0, 1}}, {{-1, 2}}, "a dissimilar pair names items -1 and 2");
  const Matrix equal = Matrix::Ones(4, 2), two{{1, 2}, {1, 2}, {3, 4}};
  expect_words(equal, {{0, 1}}, {{2, 3}}, "all dissimilar pairs are of equal items");
  expect_words(two, {{0, 1}}, {{0, 2}}, "all similar pairs are of equal items");
  expect_words(two, {{0, 2}}, {{0, 1}}, "all dissimilar pairs are of equal items");
  expect_words(Matrix::Constant(3, 2, std::nan("")), {{0, 1}}, {{1, 2}}, "row 1, column 1");
  expect_words(random_matrix(3, 2001, 1), {{0, 1}}, {{1, 2}}, "use form = diagonal",
               {.form = XingForm::full});
  EXPECT_THROW(xing(x, std::vector<Link>{{0, 1}}, std::vector<Link>{{1, 2}}, {.ridge = -1}), InvalidOption);
}

TEST(Xing, PairsOfEqualItemsAmongOthersDoNotDisturb) {
  Matrix x = random_matrix(12, 2, 1);
  x.row(11) = x.row(10);
  const std::vector<Link> similar{{0, 1}, {2, 3}, {4, 5}, {10, 11}};
  const std::vector<Link> dissimilar{{1, 2}, {3, 4}, {5, 6}, {10, 11}}, without{{1, 2}, {3, 4}, {5, 6}};
  for (const XingForm form : both_forms)
    EXPECT_NEAR(xing(x, similar, dissimilar, {.form = form}).objective.value,
                xing(x, similar, without, {.form = form}).objective.value, 1e-6);
}

}  // namespace
}  // namespace bellwether
