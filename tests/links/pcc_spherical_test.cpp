#include <bellwether/links/pcc_spherical.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/spherical.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_sparse;

Matrix at_degrees(std::initializer_list<double> degrees) {
  Matrix items(static_cast<Index>(degrees.size()), 2);
  Index i = 0;
  for (const double degree : degrees) {
    const double angle = degree * std::acos(-1.0) / 180, length = 1.0 + static_cast<double>(i);
    items.row(i++) << length * std::cos(angle), length * std::sin(angle);
  }
  return items;
}

/// J from its definition, with every weight 1.
double objective(const Matrix& all_items, const Knowledge& known, const std::vector<int>& z,
                 const Matrix& c) {
  const Matrix items = all_items.rowwise().normalized();
  const auto distance = [&](Index a, Index b) { return (items.row(a) - items.row(b)).squaredNorm(); };
  double farthest = 0, total = 0;
  for (Index a = 0; a < items.rows(); ++a)
    for (Index b = 0; b < a; ++b) farthest = std::max(farthest, distance(a, b));
  for (Index i = 0; i < items.rows(); ++i) total += (items.row(i) - c.row(z[i])).squaredNorm();
  for (const auto& [a, b] : known.must_link) total += z[a] != z[b] ? distance(a, b) : 0;
  for (const auto& [a, b] : known.cannot_link) total += z[a] == z[b] ? farthest - distance(a, b) : 0;
  return total;
}

/// Each pair at most once.
Knowledge some_links(Index items, std::uint64_t random_seed) {
  Random random(random_seed);
  std::set<Link> pairs;
  for (Index link = 0; link < items; ++link) {
    const Index a = random.below(items), b = random.below(items);
    if (a < b) pairs.emplace(a, b);
  }
  Knowledge known;
  for (const Link& pair : pairs)
    ((pair.first + pair.second) % 2 == 0 ? known.must_link : known.cannot_link).push_back(pair);
  return known;
}

TEST(PccSpherical, BreaksAMustLinkOrNotByItsPrice) {
  // 44 degrees is nearer to 0 than to 90. To follow its link to 80 costs 2 cos 44 - 2 cos 46 = 0.049; to
  // break it 2 - 2 cos 36 = 0.38 times the weight.
  const Matrix items = at_degrees({0, 44, 80, 90});
  const Matrix start{{1, 0}, {0, 1}};
  for (const auto& [weight, label] : {std::pair{1.0, 1}, {0.1, 0}}) {
    const auto found = pcc_spherical_from(items, {.must_link = {{1, 2}}}, start,
                                          {.clusters = 2, .must_weight = weight, .iterations = 1});
    EXPECT_EQ(found.labels[1], label) << weight;
  }
}

TEST(PccSpherical, OfLinksThatContradictEachOtherTheCheaperIsBroken) {
  // To part items 10 degrees apart costs 2 - 2 cos 10 = 0.03; to join them nearly as much as the farthest
  // two.
  const Knowledge known{.must_link = {{0, 1}}, .cannot_link = {{0, 1}}};
  const auto found = pcc_spherical(at_degrees({0, 10, 80, 90}), known, {.clusters = 2});
  EXPECT_NE(found.labels[0], found.labels[1]);
  EXPECT_EQ(found.links.must_broken.size(), 1u);
}

TEST(PccSpherical, JIsThatOfTheDefinitionAndNeverRises) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix items = random_matrix(60, 4, seed);
    const Knowledge known = some_links(60, seed);
    const auto found =
        pcc_spherical(items, known, {.clusters = 4, .restarts = 2, .tolerance = 0, .random_seed = seed});
    const auto& trace = found.objective.trace;
    for (std::size_t t = 1; t < trace.size(); ++t) EXPECT_LE(trace[t], trace[t - 1] + 1e-12) << t;
    EXPECT_NEAR(found.objective.value, objective(items, known, found.labels, found.directions), 1e-11);
    for (Index k = 0; k < 4; ++k) EXPECT_NEAR(found.directions.row(k).norm(), 1, 1e-14);
  }
}

TEST(PccSpherical, WithoutLinksItIsSphericalKMeans) {
  const Matrix items = random_matrix(200, 3, 1);
  const auto plain = spherical_kmeans(items, {.clusters = 5, .restarts = 3, .tolerance = 0});
  const auto found = pcc_spherical(items, {}, {.clusters = 5, .restarts = 3, .tolerance = 0});
  EXPECT_EQ(found.labels, plain.labels);
  EXPECT_NEAR(found.objective.value, 2 * (200 - plain.objective.value), 1e-11);
}

TEST(PccSpherical, HowLongItemsAreAndHowTheyAreStoredDoNotMatter) {
  const Matrix items = random_counts(90, 12, 0.4, 1).cwiseProduct(random_matrix(90, 12, 2).cwiseAbs());
  Matrix longer = items;
  for (Index i = 0; i < 90; ++i) longer.row(i) *= std::ldexp(1.0, static_cast<int>(i % 7));
  const Knowledge known = some_links(90, 3);
  const auto found = pcc_spherical(items, known, {.clusters = 3}).labels;
  EXPECT_EQ(pcc_spherical(longer, known, {.clusters = 3}).labels, found);
  EXPECT_EQ(pcc_spherical(to_sparse(items), known, {.clusters = 3}).labels, found);
}

TEST(PccSpherical, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_matrix(3000, 4, 1);
  const Knowledge known = some_links(3000, 2);
  const auto one = pcc_spherical(items, known, {.clusters = 4, .iterations = 8}, {.threads = 1});
  const auto four = pcc_spherical(items, known, {.clusters = 4, .iterations = 8}, {.threads = 4});
  EXPECT_EQ(one.labels, four.labels);
  EXPECT_EQ(one.directions, four.directions);
}

TEST(PccSpherical, SeedsAreHeldAndAnItemWithoutADirectionIsAnError) {
  Matrix items = at_degrees({0, 5, 85, 90, 4});
  EXPECT_EQ(pcc_spherical(items, {.seeds = {0, -1, 1, -1, 1}}, {.clusters = 2}).labels[4], 1);
  items.row(3).setZero();
  EXPECT_THAT([&] { pcc_spherical(items, {}, {.clusters = 2}); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 3 is all zeros")));
}

}  // namespace
}  // namespace bellwether
