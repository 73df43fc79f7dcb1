#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/features/weights.h>
#include <bellwether/tuning/cues.h>
#include <bellwether/tuning/ranks.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

double divergence(const Vector& p, const Vector& q, double alpha) {
  double sum = 0;
  for (Index j = 0; j < p.size(); ++j) {
    if (p[j] == 0) continue;
    sum += alpha == 1 ? p[j] * std::log(p[j] / q[j]) : std::pow(p[j], alpha) * std::pow(q[j], 1 - alpha);
  }
  return alpha == 1 ? sum : std::log(sum) / (alpha - 1);
}

/// Everything dense, and every centroid made anew for each item.
std::vector<double> slow_cues(const Matrix& items, const std::vector<int>& labels) {
  Matrix weighted = items;
  apply(fit_weighter(items, {.kind = Weighting::okapi}), weighted);
  std::vector<double> cues(4);
  for (Index i = 0; i < items.rows(); ++i) {
    Vector centre = Vector::Zero(items.cols()), shares = centre;
    double size = 0;
    for (Index o = 0; o < items.rows(); ++o) {
      if (labels[static_cast<std::size_t>(o)] != labels[static_cast<std::size_t>(i)]) continue;
      centre += weighted.row(o).transpose();
      shares += items.row(o).transpose() / items.row(o).sum();
      ++size;
    }
    shares /= size;
    const Vector own = weighted.row(i), p = items.row(i).transpose() / items.row(i).sum();
    cues[0] += 1 - own.dot(centre) / own.norm() / centre.norm();
    cues[1] += divergence(p, shares, 1);
    cues[2] += divergence(p, shares, 0.5);
    cues[3] += divergence(p, shares, 0.1);
  }
  for (double& cue : cues) cue /= static_cast<double>(items.rows());
  return cues;
}

std::vector<int> random_labels(Index items, int clusters, std::uint64_t random_seed) {
  Random random(random_seed);
  std::vector<int> labels;
  for (Index i = 0; i < items; ++i) labels.push_back(static_cast<int>(random.below(clusters)));
  return labels;
}

TEST(Cues, AreTheAnswersWorkedByHand) {
  // Shares (1, 0), (1/2, 1/2) with the centroid (3/4, 1/4), and twice (0, 1), which is its own centroid.
  const Matrix items{{2, 0}, {1, 1}, {0, 2}, {0, 2}};
  const Matrix cues = plain_cues_of(items, {{1.0}, {{0, 0, 1, 1}}});
  const double third = std::log(4.0 / 3);
  // Okapi: every length is the mean one, so counts of 1 and 2 are 3/3 and 6/4; words are in 2 and 3 of 4.
  const double a = std::log(2.0), b = std::log(10.0 / 7);
  const double centre = std::sqrt(6.25 * a * a + b * b);
  const double cosines = 2.5 * a / centre + (2.5 * a * a + b * b) / centre / std::sqrt(a * a + b * b) + 2;
  EXPECT_NEAR(cues(0, 0), 1 - cosines / 4, 1e-14);
  // KL: log(4/3), and (log(2/3) + log 2) / 2.
  EXPECT_NEAR(cues(0, 1), (third + third / 2) / 4, 1e-14);
  EXPECT_NEAR(cues(0, 2), (third - 2 * std::log(std::sqrt(0.375) + std::sqrt(0.125))) / 4, 1e-14);
  const double tenth = std::pow(0.5, 0.1) * (std::pow(0.75, 0.9) + std::pow(0.25, 0.9));
  EXPECT_NEAR(cues(0, 3), (third - std::log(tenth) / 0.9) / 4, 1e-14);
}

TEST(Cues, AreZeroIfEveryItemHasItsOwnCluster) {
  const Matrix items = random_counts(6, 9, 0.5, 3);
  const Matrix cues = plain_cues_of(items, {{1.0}, {{5, 4, 3, 2, 1, 0}}});
  for (Index j = 0; j < plain_cues; ++j) EXPECT_NEAR(cues(0, j), 0, 1e-14);
}

RC_GTEST_PROP(Cues, AgreeWithDenseAndObviousOnes, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const int rows = *rc::gen::inRange(1, 25), columns = *rc::gen::inRange(1, 30);
  const Matrix items = random_counts(rows, columns, 0.3, seed);
  const Candidates candidates{{0.5, 1.0},
                              {random_labels(rows, 3, seed + 1), random_labels(rows, 7, seed + 2)}};
  const Matrix cues = plain_cues_of(to_sparse(items), candidates);
  RC_ASSERT(cues == plain_cues_of(items, candidates));
  for (Index c = 0; c < 2; ++c) {
    const std::vector<double> slow = slow_cues(items, candidates.labels[static_cast<std::size_t>(c)]);
    for (Index j = 0; j < plain_cues; ++j)
      RC_ASSERT(std::abs(cues(c, j) - slow[static_cast<std::size_t>(j)]) < 1e-12);
  }
}

TEST(Cues, KnowNothingOfTheNamesOfClustersNorOfItemsOfZeros) {
  const Matrix items = random_counts(40, 30, 0.2, 8);
  const std::vector<int> labels = random_labels(40, 4, 9);
  std::vector<int> renamed;
  for (const int label : labels) renamed.push_back(100 - 7 * label);
  const Matrix cues = plain_cues_of(items, {{0.5, 1.0}, {labels, renamed}});
  EXPECT_EQ(Vector(cues.row(0)), Vector(cues.row(1)));

  Matrix more = Matrix::Zero(41, 30);
  more.topRows(3) = items.topRows(3);
  more.bottomRows(37) = items.bottomRows(37);
  std::vector<int> longer = labels;
  longer.insert(longer.begin() + 3, 2);
  EXPECT_EQ(Vector(plain_cues_of(more, {{1.0}, {longer}}).row(0)), Vector(cues.row(0)));
}

TEST(Cues, DoNotShowTheNumberOfThreads) {
  const Matrix items = random_counts(300, 50, 0.2, 4);
  Candidates candidates;
  for (int c = 0; c < 9; ++c) {
    candidates.values.push_back(c);
    candidates.labels.push_back(random_labels(300, 2 + c, static_cast<std::uint64_t>(c)));
  }
  const Matrix one = plain_cues_of(items, candidates, {.threads = 1});
  EXPECT_EQ(one, plain_cues_of(items, candidates, {.threads = 4}));
}

TEST(Cues, SayWhatIsWrongWithClusterings) {
  const Matrix items{{1, 0}, {0, 1}};
  EXPECT_THAT(
      [&] {
        plain_cues_of(items, {{1.0}, {{0, 1, 1}}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("clustering 0 (counted from 0) has 3 labels")));
  EXPECT_THAT(
      [&] {
        plain_cues_of(items, {{1.0}, {{0, -1}}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("puts item 1 in cluster -1")));
  EXPECT_THAT(
      [&] {
        plain_cues_of(items, {{1.0, 2.0}, {{0, 1}}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("one for each")));
  EXPECT_THAT(
      [&] {
        plain_cues_of(Matrix(Matrix::Zero(2, 2)), {{1.0}, {{0, 1}}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("no items with a value")));
  EXPECT_THAT(
      [&] {
        plain_cues_of(Matrix{{1, -2}, {0, 1}}, {{1.0}, {{0, 1}}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("-2")));
  EXPECT_THAT(
      [] {
        scaled_cues(Matrix{{1, 2, 3}}, CueScale::every);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("1 rows of 3")));
  EXPECT_THAT(
      [] {
        scaled_cues(Matrix{{1, 2, NAN, 4}}, CueScale::every);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("cue 2 of clustering 0")));
}

TEST(ScaledCues, KeepTheRanksIfOnlyPlainOnesAreScaled) {
  // Ranks by cue: 1 2.5 2.5; 3 2 1; 1 2 3; all 2. Means: 7/4, 8.5/4, 8.5/4.
  const Matrix plain{{1, 3, 10, 7}, {5, 2, 20, 7}, {5, 1, 40, 7}};
  const Matrix cues = scaled_cues(plain, CueScale::plain);
  const Matrix expected{{0, 1, 0, 0, std::exp(-0.175), 0, 0},
                        {1, 0.5, 1.0 / 3, 0, 0, std::exp(-0.2125), 0},
                        {1, 0, 1, 0, 0, 0, std::exp(-0.2125)}};
  EXPECT_TRUE(cues.isApprox(expected, 1e-15));
}

RC_GTEST_PROP(ScaledCues, LeaveNothingOfTheRanksIfEveryOneIsScaled, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const int candidates = *rc::gen::inRange(2, 12);
  const Matrix cues = scaled_cues(testing_support::random_matrix(candidates, 4, seed), CueScale::every);
  RC_ASSERT(Matrix(cues.rightCols(candidates)) == Matrix::Identity(candidates, candidates));
  for (Index j = 0; j < plain_cues; ++j) {
    RC_ASSERT(cues.col(j).minCoeff() == 0);
    RC_ASSERT(cues.col(j).maxCoeff() == 1);
  }
}

TEST(ScaledCues, AreZeroWhereOnlyRoundingVaries) {
  const Matrix plain{{0.3, 1, 1, 1}, {0.1 + 0.2, 1, 1, 1}};
  EXPECT_EQ(Matrix(scaled_cues(plain, CueScale::every).leftCols(4)), Matrix::Zero(2, 4));
  EXPECT_EQ(scaled_cues(Matrix{{1, 2, 3, 4}}, CueScale::every), Matrix::Zero(1, 5));
}

TEST(Ranks, ShareTheMeanOfTheirPlacesIfEqual) {
  EXPECT_THAT(ranks_of(std::vector<double>{30, 10, 20, 10, 30, 30}), ElementsAre(5, 1.5, 3, 1.5, 5, 5));
  EXPECT_TRUE(ranks_of({}).empty());
}

TEST(RankCorrelation, IsSpearmans) {
  const std::vector<double> rising{1, 2, 3, 4}, cubes{1, 8, 27, 64}, falling{9, 7, 5, 1}, equal{2, 2, 2, 2};
  EXPECT_DOUBLE_EQ(rank_correlation(rising, cubes), 1);
  EXPECT_DOUBLE_EQ(rank_correlation(rising, falling), -1);
  EXPECT_EQ(rank_correlation(rising, equal), 0);
  // Squares of differences of ranks: 1 + 1 + 0 + 0; 1 - 6 x 2 / (4 x 15).
  EXPECT_DOUBLE_EQ(rank_correlation(rising, std::vector<double>{2, 1, 3, 4}), 0.8);
}

TEST(ErrorsOf, AreSharesOfItemsOutOfTheClassOfTheirCluster) {
  const Candidates candidates{{0.5, 1.0}, {{7, 7, 3, 3}, {0, 1, 1, 1}}};
  EXPECT_THAT(errors_of(candidates, std::vector<int>{0, 0, 1, 1}), ElementsAre(0, 0.25));
}

}  // namespace
}  // namespace bellwether
