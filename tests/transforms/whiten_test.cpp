#include <bellwether/transforms/whiten.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/transforms/classes.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Classes whose items vary by `spread` in each feature, and as many items to be clustered.
struct Drawn {
  Matrix items = {};
  std::vector<int> labels = {};
};

Drawn drawn(const std::vector<double>& spread, int classes, int each, std::uint64_t seed) {
  Random random(seed);
  const auto features = static_cast<Index>(spread.size());
  Drawn drawn{.items = Matrix(2 * classes * each, features)};
  Index row = 0;
  for (int c = 0; c < 2 * classes; ++c) {
    Vector centre(features);
    for (double& value : centre) value = random.normal();
    for (int i = 0; i < each; ++i, ++row) {
      drawn.labels.push_back(c < classes ? c : unlabelled);
      for (Index j = 0; j < features; ++j)
        drawn.items(row, j) = centre[j] + spread[static_cast<std::size_t>(j)] * random.normal();
    }
  }
  return drawn;
}

Eigen::MatrixXd within_after(const Drawn& drawn, const LinearMap& map) {
  const Matrix mapped = drawn.items * map.map;
  return within_covariance(classes_of(mapped, drawn.labels));
}

TEST(Classes, CloseUpNumbersAndPartTheItems) {
  const Matrix items{{1, 0}, {5, 5}, {3, 0}, {0, 9}};
  const std::vector<int> labels{2, unlabelled, 2, 7};
  const Classes classes = classes_of(items, labels);
  EXPECT_EQ(classes.count, 2);
  EXPECT_EQ(classes.labels, (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(classes.sizes(), (std::vector<Index>{2, 1}));
  EXPECT_EQ(classes.means, (Matrix{{2, 0}, {0, 9}}));
  EXPECT_EQ(classes.fresh, (Matrix{{5, 5}}));
  EXPECT_EQ(Matrix(within_covariance(classes)), (Matrix{{2, 0}, {0, 0}}));  // (1 + 1) / (3 - 2)
}

TEST(Classes, SayWhatIsWrong) {
  const Matrix items{{1.0}, {2.0}};
  const auto error = [](const char* words) { return ThrowsMessage<InvalidInput>(HasSubstr(words)); };
  EXPECT_THAT([&] { classes_of(items, std::vector<int>{0}); }, error("1 labels for 2 items"));
  EXPECT_THAT([&] { classes_of(items, std::vector<int>(2, unlabelled)); },
              error("no item has a known class"));
  EXPECT_THAT([&] { classes_of(Matrix(Matrix::Zero(1, 2001)), std::vector<int>{0}); }, error("svd = 30"));
}

TEST(Whiten, WithoutShrinkageItemsVaryWithinClassesAlikeInAllDirections) {
  const Drawn d = drawn({0.1, 1, 5}, 3, 20, 1);
  const auto within = within_after(d, whiten(d.items, d.labels, {.shrinkage = 1e-6}).map);
  EXPECT_TRUE(within.isApprox(Eigen::MatrixXd::Identity(3, 3), 1e-2)) << within;
}

TEST(Whiten, WithFullShrinkageOnlyTheUnitChanges) {
  const Drawn d = drawn({0.1, 1, 5}, 3, 20, 2);
  const Eigen::MatrixXd map = whiten(d.items, d.labels, {.shrinkage = 1}).map.map;
  EXPECT_TRUE(map.isApprox(map(0, 0) * Eigen::MatrixXd::Identity(3, 3), 1e-12)) << map;
}

/// By hand, with one feature: Sw = 2, so W = 1/sqrt 2; B_known = var of {0, 4}/2 = 8 / 2 = 4; B_new: the
/// items to be clustered vary by 9 (1/N), 9/2 - 1 = 3.5.
TEST(Whiten, WeighsByWhatLiesBetweenGroups) {
  const Matrix items{{-1.0}, {1.0}, {3.0}, {5.0}, {0.0}, {6.0}};
  const std::vector<int> labels{0, 0, 1, 1, unlabelled, unlabelled};
  const auto map = [&](WhitenWeights weights) {
    return whiten(items, labels, {.shrinkage = 0.5, .weights = weights}).map.map(0, 0);
  };
  const double none = 1 / std::sqrt(2.0);
  EXPECT_NEAR(map(WhitenWeights::none), none, 1e-14);
  EXPECT_NEAR(std::abs(map(WhitenWeights::known)), none * std::sqrt(4.0 / 5), 1e-14);
  EXPECT_NEAR(std::abs(map(WhitenWeights::mixed)), none * std::sqrt(3.75 / 4.75), 1e-14);
}

/// The map's A = L L' turns with the data: distances after it do not depend on the axes.
RC_GTEST_PROP(Whiten, TurnsWithTheItems, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const auto weights = *rc::gen::element(WhitenWeights::none, WhitenWeights::known, WhitenWeights::mixed);
  const Drawn d = drawn({0.3, 1, 2}, 3, 6, seed);
  const double angle = 0.1 * static_cast<double>(seed);
  Matrix turn = Matrix::Identity(3, 3);
  turn(0, 0) = turn(1, 1) = std::cos(angle);
  turn(0, 1) = std::sin(angle), turn(1, 0) = -turn(0, 1);
  const WhitenOptions options{.shrinkage = 0.4, .weights = weights};
  const Matrix turned_items = d.items * turn;
  const Eigen::MatrixXd before = whiten(d.items, d.labels, options).map.map;
  const Eigen::MatrixXd after = whiten(turned_items, d.labels, options).map.map;
  const Eigen::MatrixXd expected = turn.transpose() * before * before.transpose() * turn;
  RC_ASSERT((after * after.transpose()).isApprox(expected, 1e-8));
}

TEST(Whiten, SaysWhatItCannotLearnFrom) {
  const Matrix items{{1.0}, {1.0}, {3.0}, {4.0}};
  const auto error = [](const char* words) { return ThrowsMessage<InvalidInput>(HasSubstr(words)); };
  EXPECT_THAT([&] { whiten(items, std::vector<int>{0, 0, 1, 2}); }, error("all alike"));
  EXPECT_THAT(
      [&] {
        whiten(items, std::vector<int>{0, 0, 0, 0}, {.weights = WhitenWeights::known});
      },
      error("only one class is known"));
  EXPECT_THAT(
      [&] {
        whiten(items, std::vector<int>{0, 0, 1, 1}, {.weights = WhitenWeights::mixed});
      },
      error("(give them, with the known ones as known, or use weights = known)"));
  EXPECT_THROW(whiten(items, std::vector<int>{0, 0, 1, 1}, {.shrinkage = 2}), InvalidOption);
}

}  // namespace
}  // namespace bellwether
