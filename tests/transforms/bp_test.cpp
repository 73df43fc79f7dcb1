#include <bellwether/transforms/bp.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include <bellwether/collections/stretched.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/scores/information.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::LabelledItems;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_sparse;

using Dense = Eigen::MatrixXd;

/// log N(x | mean, covariance), from the eigenvalues of the covariance.
double log_normal(const Eigen::RowVectorXd& x, const Eigen::RowVectorXd& mean,
                  const SymmetricEigen& covariance) {
  const Eigen::RowVectorXd along = (x - mean) * covariance.eigenvectors();
  const auto& values = covariance.eigenvalues();
  return -0.5 * (static_cast<double>(x.size()) * std::log(2 * std::numbers::pi) + values.array().log().sum() +
                 (along.array().square() / values.transpose().array()).sum());
}

/// F as the header writes it.
double slow_posterior(const Matrix& x, const std::vector<int>& labels, const BpResult& result,
                      const BpOptions& options) {
  std::vector<Index> part;
  for (Index i = 0; i < x.rows(); ++i)
    if (labels[i] != unlabelled || options.clusters > 0) part.push_back(i);
  const Matrix items = x(part, Eigen::all);
  const auto count = static_cast<double>(items.rows());
  const Eigen::RowVectorXd mean = items.colwise().mean();
  const Matrix centred = items.rowwise() - mean;
  Dense s = centred.transpose() * centred / count;
  const Dense ridge = options.ridge * Dense(s.diagonal().asDiagonal());
  const SymmetricEigen hyper(s + ridge), sigma(result.covariance);
  const Index known = result.means.rows() - options.clusters;
  double value = 0;
  for (const Index i : part) {
    if (labels[i] != unlabelled) {
      value += log_normal(x.row(i), result.means.row(labels[i]), sigma);
      continue;
    }
    double sum = 0;
    for (Index c = 0; c < options.clusters; ++c)
      sum += result.weights[c] * std::exp(log_normal(x.row(i), result.means.row(known + c), sigma));
    value += std::log(sum);
  }
  for (Index k = 0; k < result.means.rows(); ++k) value += log_normal(result.means.row(k), mean, hyper);
  const Dense precision = sigma.eigenvectors() * sigma.eigenvalues().cwiseInverse().asDiagonal() *
                          sigma.eigenvectors().transpose();
  return value - count / 2 * (ridge * precision).trace();
}

/// Correlated items of some classes; those of class 2 and above have lost their labels.
LabelledItems half_known(Index count, Index features, int classes, std::uint64_t random_seed) {
  LabelledItems made{
      random_matrix(count, features, random_seed) * random_matrix(features, features, random_seed + 1), {}};
  const Matrix centres = 5 * random_matrix(classes, features, random_seed + 2);
  for (Index i = 0; i < count; ++i) {
    const auto label = static_cast<int>(i % classes);
    made.items.row(i) += centres.row(label);
    made.truth.push_back(label < 2 ? label : unlabelled);
  }
  return made;
}

RC_GTEST_PROP(Bp, NeverStepsDown, (std::uint64_t seed)) {
  const auto data = half_known(40, 3, 5, seed);
  for (const int clusters : {0, 1, 3}) {
    const auto trace =
        bp(data.items, data.truth, {.clusters = clusters, .restarts = 1, .tolerance = 1e-10}).objective.trace;
    for (std::size_t t = 1; t < trace.size(); ++t)
      RC_ASSERT(trace[t] >= trace[t - 1] - 1e-11 * std::abs(trace[t]));
  }
}

RC_GTEST_PROP(Bp, TellsTheLogPosteriorOfItsModel, (std::uint64_t seed)) {
  const auto data = half_known(40, 3, 5, seed);
  for (const BpOptions& options : {BpOptions{},
                                   {.clusters = 3, .restarts = 2},
                                   {.clusters = 2, .ridge = 0.1, .equal_weights = true, .restarts = 1}}) {
    const auto result = bp(data.items, data.truth, options);
    const double slow = slow_posterior(data.items, data.truth, result, options);
    RC_ASSERT(std::abs(result.objective.value - slow) <= 1e-8 * (1 + std::abs(slow)));
    RC_ASSERT(result.objective.trace.back() == result.objective.value);
    if (options.equal_weights) RC_ASSERT(std::abs(result.weights[0] - 0.5) < 1e-15);
  }
}

TEST(Bp, OneFeatureFulfilsItsTwoEquationsByHand) {
  // Classes {0, 2} and {7, 11}: m = 5, S = (25 + 9 + 4 + 36) / 4 = 18.5, C = 18.5 (1 + ridge).
  const Matrix x{{0}, {2}, {7}, {11}};
  const double ridge = 0.01, c = 18.5 * (1 + ridge);
  const auto result = bp(x, std::vector<int>{0, 0, 1, 1}, {.ridge = ridge, .tolerance = 0});
  const double sigma = result.covariance(0, 0);
  const auto mean = [&](double own) { return 5 + 2 / sigma / (2 / sigma + 1 / c) * (own - 5); };
  // The search ends when F stands still to its last digit: half of the digits of the place.
  EXPECT_NEAR(result.means(0, 0), mean(1), 1e-7);
  EXPECT_NEAR(result.means(1, 0), mean(9), 1e-7);
  const double off = 1 - result.means(0, 0), other = 9 - result.means(1, 0);
  EXPECT_NEAR(sigma, (2 + 2 * off * off + 8 + 2 * other * other) / 4 + ridge * 18.5, 1e-9);
  EXPECT_NEAR(result.map.map(0, 0), 1 / std::sqrt(sigma), 1e-12);
  EXPECT_TRUE(result.labels.empty());
  EXPECT_EQ(result.map.name, "bp");
}

TEST(Bp, ManyKnownItemsGiveTheCovarianceAroundTheirMeans) {
  const auto [x, truth] = three_blobs({.per_blob = 3000, .spread = 1});
  const auto result = bp(x, truth, {.ridge = 1e-9});
  EXPECT_TRUE(result.covariance.isApprox(Dense::Identity(2, 2), 0.05));
  EXPECT_NEAR(result.means(1, 0), 10, 0.1);
  EXPECT_TRUE(result.map.map.isApprox(result.map.map.transpose(), 1e-12));
  EXPECT_TRUE(
      Dense(result.map.map * result.covariance * result.map.map).isApprox(Dense::Identity(2, 2), 1e-9));
}

TEST(Bp, RoundClustersAreThoseOfGm) {
  auto [x, truth] = three_blobs({.per_blob = 200, .spread = 1.5});
  Matrix both(1200, 2);
  both << x, x.array() + 30;  // the same three blobs again, far away: known here, new there
  std::vector<int> labels = truth;
  labels.resize(1200, unlabelled);
  const auto mine = bp(both, labels, {.clusters = 3});
  const auto theirs = gm(Matrix(both.bottomRows(600)), {.clusters = 3});
  EXPECT_GT(nmi(cross_tabulate(mine.labels, theirs.labels)), 0.99);
  EXPECT_EQ(mine.labels.size(), 600U);
  EXPECT_EQ(mine.means.rows(), 6);
  EXPECT_NEAR(mine.weights.sum(), 1, 1e-12);
}

/// Items of data:stretched, and labels of the clusters that are known.
struct Stretched {
  Matrix items = {};
  std::vector<int> labels = {}, truth = {};  ///< `truth` is of the new ones
};
Stretched stretched_items() {
  const Dataset all = stretched({.part = StretchedPart::all_clusters});
  Stretched made{std::get<Matrix>(all.values)};
  for (const auto& label : all.labels) {
    const int cluster = label[1] - '1';
    made.labels.push_back(cluster >= 3 ? cluster : unlabelled);
    if (cluster < 3) made.truth.push_back(cluster);
  }
  return made;
}

TEST(Bp, KnownClustersTeachTheShapeOfNewOnes) {
  const auto [items, labels, truth] = stretched_items();
  std::vector<Index> fresh;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] == unlabelled) fresh.push_back(static_cast<Index>(i));
  const Matrix x = items(fresh, Eigen::all);
  EXPECT_LT(nmi(cross_tabulate(gm(x, {.clusters = 3}).labels, truth)), 0.5);
  const auto result = bp(items, labels, {.clusters = 3});
  EXPECT_GT(nmi(cross_tabulate(result.labels, truth)), 0.99);
  // The map alone does it, too, learned with the new items or without.
  for (const int clusters : {0, 3}) {
    const Matrix mapped = x * bp(items, labels, {.clusters = clusters}).map.map;
    EXPECT_GT(nmi(cross_tabulate(gm(mapped, {.clusters = 3}).labels, truth)), 0.99);
  }
}

TEST(Bp, WithoutClustersTheUnlabelledTakeNoPart) {
  const auto data = half_known(40, 3, 5, 1);
  std::vector<Index> known;
  std::vector<int> labels;
  for (Index i = 0; i < 40; ++i) {
    if (data.truth[i] == unlabelled) continue;
    known.push_back(i);
    labels.push_back(data.truth[i]);
  }
  EXPECT_EQ(bp(data.items, data.truth).covariance,
            bp(Matrix(data.items(known, Eigen::all)), labels).covariance);
}

TEST(Bp, UnitsOfFeaturesDoNotMatter) {
  const auto data = half_known(60, 3, 5, 1);
  const Vector units{{1e-100, 1, 1e100}};
  const auto one = bp(data.items, data.truth, {.clusters = 3});
  const auto other = bp(Matrix(data.items * units.asDiagonal()), data.truth, {.clusters = 3});
  EXPECT_NEAR(nmi(cross_tabulate(one.labels, other.labels)), 1, 1e-12);
  const Dense back = units.cwiseInverse().asDiagonal() * other.covariance * units.cwiseInverse().asDiagonal();
  EXPECT_TRUE(back.isApprox(one.covariance, 1e-6));
}

TEST(Bp, SparseItemsGiveTheSame) {
  const auto data = half_known(40, 3, 5, 1);
  EXPECT_EQ(bp(to_sparse(data.items), data.truth, {.clusters = 2}).map.map,
            bp(data.items, data.truth, {.clusters = 2}).map.map);
}

TEST(Bp, WorstInputsAreFine) {
  // More features than items, a constant feature, classes of one item, equal items.
  Matrix x = random_matrix(12, 30, 1);
  x.col(3).setConstant(7);
  x.row(1) = x.row(0);
  std::vector<int> labels{0, 0, 1, 2, 3, 3};
  labels.resize(12, unlabelled);
  const auto result = bp(x, labels, {.clusters = 2});
  EXPECT_TRUE(result.map.map.allFinite());
  EXPECT_TRUE(result.map.map.col(3).isZero(0));
  EXPECT_TRUE(result.covariance.allFinite());
  EXPECT_TRUE(std::isfinite(result.objective.value));
  const Matrix line{{0}, {1}, {2}};
  EXPECT_TRUE(bp(line, std::vector<int>{0, 1, 2}).map.map.allFinite());
  EXPECT_EQ(bp(line, std::vector<int>{5, unlabelled, unlabelled}, {.clusters = 1}).labels,
            (std::vector<int>{0, 0}));
}

TEST(Bp, TheNumberOfThreadsDoesNotShow) {
  const auto data = half_known(6000, 4, 6, 3);
  for (const int restarts : {1, 4}) {
    const BpOptions options{.clusters = 4, .restarts = restarts, .iterations = 20};
    const auto one = bp(data.items, data.truth, options, {.threads = 1});
    for (const int threads : {2, 4}) {
      const auto other = bp(data.items, data.truth, options, {.threads = threads});
      EXPECT_EQ(one.covariance, other.covariance);
      EXPECT_EQ(one.labels, other.labels);
      EXPECT_EQ(one.objective.trace, other.objective.trace);
    }
  }
}

TEST(Bp, CanBeStoppedAndKeepsWhatItHas) {
  const auto data = half_known(200, 4, 6, 3);
  std::stop_source source;
  bellwether::Run run{.threads = 1, .stop = source.get_token()};
  run.on_progress = [&](const Progress& progress) {
    if (progress.objective != 0 && progress.iteration == 2) source.request_stop();
  };
  const auto result = bp(data.items, data.truth, {.clusters = 4, .tolerance = 0}, run);
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, 2);
  EXPECT_TRUE(result.map.map.allFinite());
}

void expect_words(const Matrix& x, const std::vector<int>& labels, const BpOptions& options,
                  const std::string& words) {
  EXPECT_THAT([&] { bp(x, labels, options); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
}

TEST(Bp, SaysWhatIsWrong) {
  const Matrix x = random_matrix(4, 2, 1);
  expect_words(x, {0, 0, 1, 1}, {.clusters = 2}, "none is left to form 2 new clusters");
  expect_words(x, {0, 0, 0, unlabelled}, {.clusters = 2}, "2 clusters");
  expect_words(x, std::vector<int>(4, unlabelled), {.clusters = 2}, "no item has a known class");
  expect_words(Matrix::Constant(4, 2, 3), {0, 0, 1, 1}, {}, "all 4 items are equal");
  EXPECT_THROW(bp(x, std::vector<int>{0, 0, 1, 1}, {.ridge = 0}), InvalidOption);
  EXPECT_THROW(bp(x, std::vector<int>{0, 0, 1, 1}, {.clusters = -1}), InvalidOption);
}

}  // namespace
}  // namespace bellwether
