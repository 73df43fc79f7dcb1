#include <bellwether/transforms/lmnn.h>

#include <bellwether/transforms/lmnn/push.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <tests/support/data.h>
#include <tests/transforms/lmnn/brute_force.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::LabelledItems;
using testing_support::random_matrix;
using testing_support::slow_loss;
using testing_support::slow_targets;
using testing_support::to_sparse;

/// Classes that differ in some features; the others are wider and say nothing.
LabelledItems noisy(Index count, Index informative, Index noise, int classes, std::uint64_t random_seed) {
  LabelledItems made{random_matrix(count, informative + noise, random_seed), {}};
  made.items.rightCols(noise) *= 3;
  const Matrix centres = 3 * random_matrix(classes, informative, random_seed + 1);
  for (Index i = 0; i < count; ++i) {
    made.truth.push_back(static_cast<int>(i % classes));
    made.items.row(i).head(informative) += centres.row(i % classes);
  }
  return made;
}

double slow_value(const LabelledItems& data, const Matrix& map, const LmnnOptions& options) {
  const auto targets = slow_targets(data.items, data.truth, static_cast<std::size_t>(options.neighbours));
  return slow_loss(data.items, data.items * map, data.truth, targets, *options.push).value;
}

/// The share of items whose class is that of most of their 5 nearest others.
double accuracy(const Matrix& x, const std::vector<int>& labels) {
  int right = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    std::vector<std::pair<double, int>> others;
    for (Index j = 0; j < x.rows(); ++j)
      if (j != i) others.emplace_back((x.row(i) - x.row(j)).squaredNorm(), labels[j]);
    std::partial_sort(others.begin(), others.begin() + 5, others.end());
    std::vector<int> votes(100);
    for (int q = 0; q < 5; ++q) ++votes[others[q].second];
    right += std::max_element(votes.begin(), votes.end()) - votes.begin() == labels[i];
  }
  return right / static_cast<double>(x.rows());
}

/// The same problem in its convex form, by projected subgradient steps of falling length over A: slow, and
/// sure to come as near as one likes.
double convex_value(const LabelledItems& data, const LmnnOptions& options, int steps) {
  const auto targets = slow_targets(data.items, data.truth, static_cast<std::size_t>(options.neighbours));
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(data.items.cols(), data.items.cols()) / 10;
  double best = std::numeric_limits<double>::infinity();
  for (int step = 1; step <= steps; ++step) {
    const SymmetricEigen eigen(a);
    const Matrix root = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
    const auto loss = slow_loss(data.items, data.items * root, data.truth, targets, *options.push);
    best = std::min(best, loss.value);
    a = root * root.transpose() - loss.scatter / loss.scatter.norm() / (1 + 0.1 * step);
  }
  return best;
}

TEST(Lmnn, OneFeatureHasOneAnswer) {
  // Items 0, 1 | 3, 4 with one target each, mu = 1/2. With a = L^2: pull 4a; the only triplets that can be
  // active are those of 1 and 3 (distance 4a): 2 [1 + a - 4a]_+, and those of 1, 4 and 3, 0 (9a): 4 of
  // [1 + a - 9a]_+, and of 0, 4 (16a): 2 [1 + a - 16a]_+. The loss falls while the slopes of the active ones
  // outweigh the pull: 4 - 6 < 0 until a = 1/3, where it is (1/2) 4/3.
  const Matrix x{{0}, {1}, {3}, {4}};
  const auto result = lmnn(x, std::vector<int>{0, 0, 1, 1}, {.neighbours = 1, .tolerance = 1e-12});
  EXPECT_NEAR(result.objective.value, 2.0 / 3, 1e-6);
  EXPECT_NEAR(result.map.map(0, 0) * result.map.map(0, 0), 1.0 / 3, 1e-6);
  EXPECT_EQ(result.pairs, 4);
}

TEST(Lmnn, TellsTheLossOfItsMap) {
  const auto data = noisy(60, 2, 3, 3, 1);
  for (const LmnnOptions& options : {LmnnOptions{}, {.neighbours = 5, .push = 0.8}, {.rank = 2}}) {
    const auto result = lmnn(data.items, data.truth, options);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.objective.value, slow_value(data, result.map.map, options),
                1e-9 * result.objective.value);
    EXPECT_EQ(result.objective.trace.size(), static_cast<std::size_t>(result.iterations) + 1);
    EXPECT_EQ(result.objective.trace.back(), result.objective.value);
    EXPECT_EQ(result.objective.name, "large margin loss");
    EXPECT_EQ(result.map.name, "lmnn");
  }
}

TEST(Lmnn, OfEqualDistancesTheFirstCounts) {
  LabelledItems data{testing_support::random_counts(50, 3, 0.8, 7), {}};  // a few whole numbers: many ties
  for (int i = 0; i < 50; ++i) data.truth.push_back(i / 17);
  const auto result = lmnn(data.items, data.truth);
  EXPECT_NEAR(result.objective.value, slow_value(data, result.map.map, {}), 1e-9 * result.objective.value);
}

RC_GTEST_PROP(Lmnn, NeverStepsUp, (std::uint64_t seed)) {
  const auto data = noisy(40, 2, 2, 3, seed);
  const auto trace = lmnn(data.items, data.truth).objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] < trace[t - 1]);
}

/// eps is convex in A, so the best of the convex form is the best there is: the search over L is to be at
/// most one part in a thousand above what 1500 slow steps find there. (They may still be above it.)
TEST(Lmnn, IsAsGoodAsTheConvexForm) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const auto data = noisy(18, 1, 2, 2 + static_cast<int>(seed % 2), seed);
    const LmnnOptions options{.neighbours = 2, .tolerance = 1e-9};
    EXPECT_LE(lmnn(data.items, data.truth, options).objective.value,
              1.001 * convex_value(data, options, 1500));
  }
}

TEST(Lmnn, SqueezesADirectionThatOnlyDisturbs) {
  // Classes at x = 0 and x = 1; y is noise ten times as wide.
  LabelledItems data{random_matrix(100, 2, 3), {}};
  for (Index i = 0; i < 100; ++i) {
    data.truth.push_back(static_cast<int>(i % 2));
    data.items(i, 0) = 0.1 * data.items(i, 0) + static_cast<double>(i % 2);
    data.items(i, 1) *= 10;
  }
  const Matrix map = lmnn(data.items, data.truth).map.map;
  EXPECT_GT(map.col(0).norm(), 50 * map.col(1).norm());
  EXPECT_LT(accuracy(data.items, data.truth), 0.8);
  EXPECT_EQ(accuracy(data.items * map, data.truth), 1);
}

TEST(Lmnn, MakesNeighboursBetter) {
  const auto data = noisy(300, 4, 8, 5, 2);
  EXPECT_LT(accuracy(data.items, data.truth), 0.8);
  EXPECT_GT(accuracy(data.items * lmnn(data.items, data.truth).map.map, data.truth), 0.9);
  EXPECT_GT(accuracy(data.items * lmnn(data.items, data.truth, {.rank = 4}).map.map, data.truth), 0.9);
}

TEST(Lmnn, AFullMapIsASymmetricRootAndARankGivesItsDirectionsByLength) {
  const auto data = noisy(80, 3, 3, 3, 4);
  const Matrix full = lmnn(data.items, data.truth).map.map;
  EXPECT_TRUE(full.isApprox(full.transpose(), 1e-12));
  const Matrix two = lmnn(data.items, data.truth, {.rank = 2}).map.map;
  EXPECT_EQ(two.cols(), 2);
  EXPECT_GE(two.col(0).norm(), two.col(1).norm());
  EXPECT_NEAR(two.col(0).dot(two.col(1)), 0, 1e-10 * two.squaredNorm());
}

TEST(Lmnn, LowerRankIsNotBetter) {
  const auto data = noisy(80, 3, 3, 3, 4);
  const double full = lmnn(data.items, data.truth, {.tolerance = 1e-8}).objective.value;
  for (const int rank : {1, 2, 4})
    EXPECT_GE(lmnn(data.items, data.truth, {.rank = rank}).objective.value, full * (1 - 1e-5));
}

TEST(Lmnn, TurningTheItemsTurnsTheMetric) {
  const auto data = noisy(60, 2, 2, 3, 5);
  const Eigen::MatrixXd turn =
      SymmetricEigen(random_matrix(4, 4, 6) + random_matrix(4, 4, 6).transpose()).eigenvectors();
  const LmnnOptions options{.tolerance = 1e-9};
  const auto one = lmnn(data.items, data.truth, options);
  const auto other = lmnn(Matrix(data.items * turn), data.truth, options);
  EXPECT_NEAR(one.objective.value, other.objective.value, 1e-6 * one.objective.value);
  EXPECT_TRUE(Matrix(turn * other.map.map * turn.transpose()).isApprox(one.map.map, 1e-2));
}

TEST(Lmnn, UnitsShiftsAndTheOrderOfItemsDoNotMatter) {
  const auto data = noisy(60, 2, 2, 3, 5);
  const auto one = lmnn(data.items, data.truth);
  for (const double unit : {1e-120, 1e120})
    EXPECT_NEAR(lmnn(Matrix(unit * data.items), data.truth).objective.value, one.objective.value,
                1e-5 * one.objective.value);
  const Matrix far = data.items.array() + 1e6;
  EXPECT_NEAR(lmnn(far, data.truth).objective.value, one.objective.value, 1e-5 * one.objective.value);
  const Matrix turned = data.items.colwise().reverse();
  const std::vector<int> labels(data.truth.rbegin(), data.truth.rend());
  EXPECT_NEAR(lmnn(turned, labels).objective.value, one.objective.value, 1e-4 * one.objective.value);
}

TEST(Lmnn, ItemsOfUnknownClassAreLeftOut) {
  const auto data = noisy(60, 2, 2, 3, 5);
  Matrix more(90, 4);
  more << data.items, 100 * random_matrix(30, 4, 9);
  std::vector<int> labels = data.truth;
  for (int& label : labels) label = 7 - 3 * label;  // any numbers will do
  labels.resize(90, unlabelled);
  const auto with = lmnn(more, labels), without = lmnn(data.items, data.truth);
  EXPECT_NEAR(with.objective.value, without.objective.value, 1e-4 * without.objective.value);
  EXPECT_EQ(with.pairs, without.pairs);
}

TEST(Lmnn, SparseItemsGiveTheSame) {
  const auto data = noisy(60, 2, 2, 3, 5);
  EXPECT_EQ(lmnn(to_sparse(data.items), data.truth).map.map, lmnn(data.items, data.truth).map.map);
}

TEST(Lmnn, AClassOfOneItemHasNoTargetsButKeepsOthersAway) {
  const Matrix x{{0, 0}, {1, 0}, {0.5, 0.1}, {5, 5}, {6, 5}};
  const auto result = lmnn(x, std::vector<int>{0, 0, 1, 2, 2}, {.neighbours = 4});
  EXPECT_EQ(result.pairs, 4);
  EXPECT_TRUE(result.converged);
  const Matrix z = x * result.map.map;
  EXPECT_GT((z.row(0) - z.row(2)).norm(), (z.row(0) - z.row(1)).norm());  // y is worth more than x now
}

TEST(Lmnn, EqualItemsAndConstantFeaturesAreFine) {
  Matrix x = random_matrix(20, 3, 1);
  x.col(1).setConstant(5);
  x.bottomRows(10) = x.topRows(10);
  std::vector<int> labels;
  for (int i = 0; i < 20; ++i) labels.push_back(i / 4 % 2);
  const auto result = lmnn(x, labels);
  EXPECT_TRUE(result.map.map.allFinite());
  EXPECT_LT(result.map.map.row(1).norm(), 1e-9 * result.map.map.norm());
  // Each class is one point, four times: no pull at all, and the margin is kept.
  const Matrix points{{0, 1}, {0, 1}, {2, 2}, {2, 2}};
  const auto apart = lmnn(points, std::vector<int>{0, 0, 1, 1});
  EXPECT_NEAR(apart.objective.value, 0, 1e-9);
  EXPECT_TRUE(apart.map.map.allFinite());
  // Equal items of different classes: nothing parts them, and nothing breaks.
  const auto equal = lmnn(points, std::vector<int>{0, 1, 0, 1});
  EXPECT_TRUE(equal.map.map.allFinite());
}

TEST(Lmnn, MoreFeaturesThanItemsAreFine) {
  const auto data = noisy(20, 2, 40, 2, 5);
  const auto result = lmnn(data.items, data.truth);
  EXPECT_TRUE(result.map.map.allFinite());
  EXPECT_EQ(result.map.map.rows(), 42);
  EXPECT_EQ(result.map.map.cols(), 42);
  EXPECT_LT(result.objective.value, 1e-3);  // some directions part the classes and vary in none
  EXPECT_EQ(lmnn(data.items, data.truth, {.rank = 30}).map.map.cols(), 19);  // no more than items span
}

TEST(Lmnn, TheNumberOfThreadsDoesNotShow) {
  const auto data = noisy(700, 4, 6, 5, 2);
  const LmnnOptions options{.iterations = 20};
  const auto one = lmnn(data.items, data.truth, options, {.threads = 1});
  for (const int threads : {2, 4}) {
    const auto other = lmnn(data.items, data.truth, options, {.threads = threads});
    EXPECT_EQ(one.map.map, other.map.map);
    EXPECT_EQ(one.objective.trace, other.objective.trace);
  }
}

TEST(Lmnn, CanBeStoppedAndKeepsWhatItHas) {
  const auto data = noisy(60, 2, 3, 3, 1);
  std::stop_source source;
  bellwether::Run run{.stop = source.get_token()};
  run.on_progress = [&](const Progress& progress) {
    if (progress.iteration == 2) source.request_stop();
  };
  const auto result = lmnn(data.items, data.truth, {}, run);
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, 2);
  EXPECT_NEAR(result.objective.value, slow_value(data, result.map.map, {}), 1e-9 * result.objective.value);
}

void expect_words(const Matrix& x, const std::vector<int>& labels, const std::string& words) {
  EXPECT_THAT([&] { lmnn(x, labels); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
}

TEST(Lmnn, SaysWhatIsWrong) {
  const Matrix x = random_matrix(4, 2, 1);
  expect_words(x, {0, 0, 0, unlabelled}, "all 3 items of known class are of one class");
  expect_words(x, {0, 1, 2, unlabelled}, "each of the 3 classes has one item only");
  expect_words(x, {unlabelled, unlabelled, unlabelled, unlabelled}, "no item has a known class");
  expect_words(x, {0, 1}, "there are 2 labels for 4 items");
  expect_words(Matrix::Constant(4, 2, 3), {0, 0, 1, 1}, "all 4 items of known class are equal");
  EXPECT_THAT(
      [&] {
        lmnn(x, std::vector<int>{0, 0, 1, 1}, {.rank = 3});
      },
      ThrowsMessage<InvalidOption>(HasSubstr("rank is 3, but the items have 2 features")));
  EXPECT_THROW(lmnn(x, std::vector<int>{0, 0, 1, 1}, {.neighbours = 0}), InvalidOption);
  EXPECT_THROW(lmnn(x, std::vector<int>{0, 0, 1, 1}, {.push = 1}), InvalidOption);
}

/// Where classes overlap, a small push makes better neighbours of other items than 1/2 does.
TEST(Lmnn, PushMayBeChosenByTheNeighboursOfItemsHeldBack) {
  Random random(8);
  Matrix x(600, 12);
  std::vector<int> truth;
  for (Index i = 0; i < x.rows(); ++i) {
    truth.push_back(static_cast<int>(i % 4));
    for (Index j = 0; j < x.cols(); ++j)
      x(i, j) = (j < 3 && (i % 4 == j || i % 4 == 3) ? 1.5 : 0.0) + (j < 3 ? 1.0 : 2.5) * random.normal();
  }
  const auto right = [&](std::optional<double> push) {
    const LmnnResult result =
        lmnn(Matrix(x.topRows(300)), std::span(truth).first(300), {.push = push}, {.threads = 1});
    const Matrix mapped = x * result.map.map;
    return lmnn_detail::share_right(Matrix(mapped.bottomRows(300)), std::span(truth).last(300),
                                    Matrix(mapped.topRows(300)), std::span(truth).first(300));
  };
  EXPECT_GE(right({}), right(0.5));
  EXPECT_EQ(lmnn(x, truth, {.push = 0.1}).push, 0.1);
  const double chosen = lmnn(x, truth, {.push = {}}).push;
  EXPECT_THAT(lmnn_detail::pushes_to_try(), ::testing::Contains(chosen));
}

TEST(Lmnn, FiveNeighboursVoteAndTheNearerDecideATie) {
  const Matrix known{{0.0}, {1.0}, {2.0}, {10.0}, {11.0}};
  const std::vector<int> labels{0, 0, 1, 1, 2};
  const Matrix items{{0.4}, {10.6}};
  EXPECT_EQ(lmnn_detail::share_right(items, std::vector<int>{0, 1}, known, labels), 1);
  EXPECT_EQ(lmnn_detail::share_right(items, std::vector<int>{1, 2}, known, labels), 0);
}

}  // namespace
}  // namespace bellwether
