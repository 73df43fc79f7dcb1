#include <bellwether/links/cop_spherical.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/links/bounded_spherical.h>
#include <tests/links/assignments.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::to_sparse;

/// Links that `truth` keeps, between items by chance.
Knowledge true_links(const std::vector<int>& truth, int count, std::uint64_t random_seed) {
  Random random(random_seed);
  Knowledge knowledge;
  for (int link = 0; link < count; ++link) {
    const Index a = random.below(std::ssize(truth)), b = random.below(std::ssize(truth));
    if (a != b) (truth[a] == truth[b] ? knowledge.must_link : knowledge.cannot_link).emplace_back(a, b);
  }
  return knowledge;
}

std::vector<int> in_turn(Index items, int clusters) {
  std::vector<int> truth;
  for (Index i = 0; i < items; ++i) truth.push_back(static_cast<int>(i % clusters));
  return truth;
}

double sum_of_cosines(const Matrix& items, const std::vector<int>& labels, const Matrix& directions) {
  double sum = 0;
  for (Index i = 0; i < items.rows(); ++i) sum += items.row(i).normalized().dot(directions.row(labels[i]));
  return sum;
}

/// The largest sum of cosines with these directions that keeps all links.
double best_by_hand(const Matrix& items, const Matrix& directions, const Knowledge& knowledge) {
  double best = -1e300;
  brute_force::for_each_assignment(static_cast<int>(items.rows()), static_cast<int>(directions.rows()),
                                   [&](const std::vector<int>& z) {
                                     if (brute_force::keeps(knowledge, z))
                                       best = std::max(best, sum_of_cosines(items, z, directions));
                                   });
  return best;
}

TEST(CopSpherical, FindsAnAnswerKnownByHand) {
  // However long, the second is nearest to the first direction; but they are apart.
  const Matrix items{{1, 0}, {100, 10}, {0, 1}, {0, 5}};
  const Knowledge knowledge{.cannot_link = {{0, 1}}};
  const auto found =
      cop_spherical_kmeans_from(items, knowledge, Matrix{{2, 0}, {0, 3}}, {.clusters = 2, .tolerance = 0});
  EXPECT_THAT(found.labels, ElementsAre(0, 1, 1, 1));
  EXPECT_NEAR(found.objective.trace[0], 1 + 10 / std::sqrt(10100.0) + 2, 1e-14);
  const Matrix sum = Matrix{{100 / std::sqrt(10100.0), 10 / std::sqrt(10100.0) + 2}};
  EXPECT_NEAR(found.objective.value, 1 + sum.norm(), 1e-14);
  EXPECT_NEAR(found.directions(1, 0), sum(0, 0) / sum.norm(), 1e-15);
  EXPECT_EQ(found.objective.goal, Goal::maximise);
}

TEST(CopSpherical, JoinedItemsGoWhereTheSumOfTheirDirectionsPoints) {
  // 30 and 80 degrees from the first axis: their sum is at 55, although the first alone would stay.
  const double degree = std::acos(-1.0) / 180;
  const Matrix items{{1, 0},
                     {9 * std::cos(30 * degree), 9 * std::sin(30 * degree)},
                     {std::cos(80 * degree), std::sin(80 * degree)},
                     {0, 1}};
  const auto found =
      cop_spherical_kmeans_from(items, {.must_link = {{1, 2}}}, Matrix{{1, 0}, {0, 1}}, {.clusters = 2});
  EXPECT_THAT(found.labels, ElementsAre(0, 1, 1, 1));
}

RC_GTEST_PROP(CopSpherical, TheFirstRoundIsTheBestThatKeepsAllLinks, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const auto clusters = static_cast<int>(2 + random.below(2));
  const Matrix items = random_matrix(7, 3, random.bits());
  const Knowledge knowledge = true_links(in_turn(7, clusters), 6, random.bits());
  const Matrix directions = random_matrix(clusters, 3, random.bits()).rowwise().normalized();
  RC_PRE(close_links(knowledge, 7, clusters).count >= clusters);
  const auto found = cop_spherical_kmeans_from(items, knowledge, directions, {.clusters = clusters});
  RC_ASSERT(brute_force::keeps(knowledge, found.labels));
  RC_ASSERT(std::abs(found.objective.trace[0] - best_by_hand(items, directions, knowledge)) <= 1e-13);
}

RC_GTEST_PROP(CopSpherical, BreaksNoLinkAndItsObjectiveNeverFallsAndIsThatOfTheLabels, ()) {
  const int clusters = *rc::gen::inRange(2, 6);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const std::vector<int> truth = in_turn(200, clusters);
  Matrix items = random_matrix(200, 4, seed);
  for (Index i = 0; i < 200; ++i) items(i, truth[i] % 4) += truth[i] < 4 ? 2 : -2;
  const Knowledge knowledge = true_links(truth, 150, seed);
  const auto found =
      cop_spherical_kmeans(items, knowledge, {.clusters = clusters, .restarts = 1, .tolerance = 0});
  RC_ASSERT(brute_force::keeps(knowledge, found.labels));
  const auto& trace = found.objective.trace;
  const double slack = 200 * 0x1p-48;  // some ten roundings for each item
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - slack);
  RC_ASSERT(std::abs(sum_of_cosines(items, found.labels, found.directions) - trace.back()) <= slack);
}

RC_GTEST_PROP(CopSpherical, WithoutLinksItIsSphericalKMeans, ()) {
  const Matrix items = random_matrix(300, 3, *rc::gen::arbitrary<std::uint32_t>());
  const int clusters = *rc::gen::inRange(1, 9);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto plain = spherical_kmeans(
      items, {.clusters = clusters, .restarts = 2, .iterations = 20, .tolerance = 0, .random_seed = seed});
  const auto guided = cop_spherical_kmeans(
      items, {},
      {.clusters = clusters, .restarts = 2, .iterations = 20, .tolerance = 0, .random_seed = seed});
  RC_ASSERT(guided.labels == plain.labels);
  RC_ASSERT(std::abs(guided.objective.value - plain.objective.value) <= 1e-12 * plain.objective.value);
  RC_ASSERT((guided.directions - plain.directions).norm() <= 1e-12);
}

TEST(CopSpherical, HowLongItemsAreDoesNotMatter) {
  const Matrix items = random_matrix(60, 4, 1);
  Matrix longer = items;
  for (Index i = 0; i < 60; ++i) longer.row(i) *= std::ldexp(1.0, static_cast<int>(i % 40) * 10 - 200);
  const Knowledge knowledge = true_links(in_turn(60, 3), 40, 2);
  EXPECT_EQ(cop_spherical_kmeans(items, knowledge, {.clusters = 3}).labels,
            cop_spherical_kmeans(longer, knowledge, {.clusters = 3}).labels);
}

TEST(CopSpherical, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_matrix(5000, 4, 1);
  Knowledge knowledge = true_links(in_turn(5000, 4), 3000, 2);
  knowledge.seeds.assign(5000, unlabelled);
  for (std::size_t i = 0; i < 4; ++i) knowledge.seeds[i] = static_cast<int>(i);
  const CopKMeansOptions options{.clusters = 4, .iterations = 10};
  const auto one = cop_spherical_kmeans(items, knowledge, options, {.threads = 1});
  const auto four = cop_spherical_kmeans(items, knowledge, options, {.threads = 4});
  EXPECT_EQ(one.labels, four.labels);
  EXPECT_EQ(one.directions, four.directions);
  EXPECT_EQ(one.objective.trace, four.objective.trace);
}

TEST(CopSpherical, JoinedItemsThatCancelGoAnywhereAndDoNoHarm) {
  const Matrix items{{1, 0}, {-1, 0}, {0, 1}, {0, 2}, {0.1, -1}};
  const SparseMatrix sparse = to_sparse(items);
  for (const Rows& rows : {Rows(items), Rows(sparse)}) {
    const auto found = cop_spherical_kmeans(rows, {.must_link = {{0, 1}}}, {.clusters = 2});
    EXPECT_EQ(found.labels[0], found.labels[1]);
    EXPECT_TRUE(found.directions.allFinite());
    EXPECT_NEAR(found.directions.row(0).norm(), 1, 1e-15);
  }
}

TEST(CopSpherical, SaysWhatHasNoDirectionAndWhatContradicts) {
  Matrix items = random_matrix(4, 2, 1);
  EXPECT_THAT(
      [&] {
        cop_spherical_kmeans(items, {.must_link = {{0, 1}}, .cannot_link = {{0, 1}}}, {.clusters = 2});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("must-link")));
  items.row(2).setZero();
  EXPECT_THAT([&] { cop_spherical_kmeans(items, {}, {.clusters = 2}); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 2 is all zeros")));
}

TEST(BoundedSpherical, KeepsItsBoundsWithAndWithoutSeeds) {
  Matrix items = random_matrix(90, 3, 1);
  items.col(0).array() += 3;  // most point one way
  std::vector<int> seeds(90, unlabelled);
  seeds[5] = 1;
  seeds[7] = 0;
  for (const Seeds& known : {Seeds{}, Seeds{seeds, true}}) {
    const BoundedSphericalOptions options{{.clusters = 4}, 20, 25};
    const auto found = bounded_spherical_kmeans(items, options, {}, known);
    for (const auto size : cluster_sizes(found.labels, 4)) EXPECT_TRUE(size >= 20 && size <= 25) << size;
    for (std::size_t i = 0; known.any() && i < 90; ++i)
      EXPECT_TRUE(seeds[i] == unlabelled || found.labels[i] == seeds[i]);
    EXPECT_NEAR(found.objective.value, sum_of_cosines(items, found.labels, found.directions), 1e-12);
  }
}

TEST(BoundedSpherical, WithoutBoundsIsSphericalKMeans) {
  const Matrix items = random_matrix(90, 3, 1);
  EXPECT_EQ(bounded_spherical_kmeans(items, {{.clusters = 4}}).directions,
            spherical_kmeans(items, {.clusters = 4}).directions);
}

}  // namespace
}  // namespace bellwether
