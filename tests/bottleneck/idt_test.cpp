#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

#include <bellwether/bottleneck/idt.h>
#include <bellwether/bottleneck/idt/naive_bayes.h>
#include <bellwether/bottleneck/idt/projection.h>
#include <bellwether/bottleneck/idt/two_means.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using denoising::Cut;
using denoising::cut_in_two;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

/// Four topics of six words, two and two of which share six more; item i is of topic i mod 4, so that topics
/// 0 and 1 belong together.
Matrix four_topics(Index rows, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m = Matrix::Zero(rows, 40);
  for (Index i = 0; i < rows; ++i)
    for (int word = 0; word < 60; ++word) {
      const double kind = random.uniform();
      const Index topic = i % 4;
      ++m(i, kind < 0.35   ? 6 * topic + random.below(6)
             : kind < 0.85 ? 24 + 6 * (topic / 2) + random.below(6)
                           : 36 + random.below(4));
    }
  return m;
}

/// Distributions of `columns` features without zeros.
Matrix random_distributions(Index rows, Index columns, std::uint64_t random_seed) {
  Random random(random_seed);
  Matrix m(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) m(i, j) = 1e-3 - std::log(1 - random.uniform());
    m.row(i) /= m.row(i).sum();
  }
  return m;
}

std::span<const double> row(const Matrix& m, Index i) {
  return {m.data() + i * m.cols(), static_cast<std::size_t>(m.cols())};
}

std::vector<int> random_halves(Index count, Random random) {
  std::vector<int> labels(static_cast<std::size_t>(count));
  for (int& label : labels) label = static_cast<int>(random.below(2));
  labels[0] = 0;
  labels[1] = 1;
  return labels;
}

double information_of(const Matrix& items, std::span<const int> labels, Information kind, double alpha) {
  return information_kept(items, labels, 2, kind, alpha);
}

TEST(Idt, FirstPartsWhatDiffersMostAndThenWhatDiffersLess) {
  const Matrix items = four_topics(120, 1);
  const IdtClustering found = idt(items, {.clusters = 4});
  for (Index i = 4; i < items.rows(); ++i) EXPECT_EQ(found.labels[i], found.labels[i % 4]) << i;
  EXPECT_TRUE(found.converged);
  ASSERT_EQ(found.tree.size(), 7U);
  // The halves of the root are the two pairs of topics.
  const TreeNode& root = found.tree[0];
  EXPECT_EQ(root.items, 120);
  for (const int half : root.children) {
    const TreeNode& node = found.tree[static_cast<std::size_t>(half)];
    EXPECT_EQ(node.items, 60);
    std::vector<int> topics;
    for (const int leaf : node.children)
      for (int topic = 0; topic < 4; ++topic)
        if (found.labels[static_cast<std::size_t>(topic)] ==
            found.tree[static_cast<std::size_t>(leaf)].cluster)
          topics.push_back(topic);
    ASSERT_EQ(topics.size(), 2U);
    EXPECT_EQ(topics[0] / 2, topics[1] / 2);
  }
}

TEST(Idt, KeepsMoreInformationWithEverySplit) {
  for (const double alpha : {1.0, 0.5}) {
    const IdtClustering found = idt(four_topics(60, 2), {.clusters = 6, .alpha = alpha});
    const auto& trace = found.objective.trace;
    ASSERT_EQ(trace.size(), 6U);
    EXPECT_EQ(found.iterations, 5);
    EXPECT_EQ(trace[0], 0);
    for (std::size_t t = 1; t < trace.size(); ++t) EXPECT_GE(trace[t], trace[t - 1]);
    EXPECT_EQ(found.objective.value, trace.back());
    EXPECT_NEAR(found.objective.value,
                information_kept(four_topics(60, 2), found.labels, 6, Information::jensen_renyi, alpha),
                1e-12);
  }
}

TEST(Idt, ATreeIsWhole) {
  const IdtClustering found = idt(random_counts(40, 15, 0.3, 3), {.clusters = 7});
  const Tree& tree = found.tree;
  ASSERT_EQ(tree.size(), 13U);
  std::vector<int> clusters;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree[i].leaf()) {
      clusters.push_back(tree[i].cluster);
      EXPECT_EQ(tree[i].items, std::ranges::count(found.labels, tree[i].cluster));
      EXPECT_EQ(tree[i].dimensions, 0);
      continue;
    }
    Index sum = 0;
    for (const int child : tree[i].children) {
      ASSERT_GT(child, static_cast<int>(i));
      EXPECT_EQ(tree[static_cast<std::size_t>(child)].parent, static_cast<int>(i));
      sum += tree[static_cast<std::size_t>(child)].items;
    }
    EXPECT_EQ(tree[i].items, sum);
    EXPECT_GE(tree[i].dimensions, 1);
    EXPECT_GE(tree[i].information, 0);
  }
  std::ranges::sort(clusters);
  EXPECT_THAT(clusters, ElementsAre(0, 1, 2, 3, 4, 5, 6));
  for (int k = 0; k < 7; ++k)
    EXPECT_NEAR(found.sums.row(k).sum(), static_cast<double>(std::ranges::count(found.labels, k)), 1e-12);
}

TEST(Idt, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = four_topics(700, 4);
  for (const Information kind : {Information::jensen_renyi, Information::csiszar}) {
    const IdtOptions options{.clusters = 6, .information = kind, .alpha = 0.6, .restarts = 3};
    const auto one = idt(items, options, {.threads = 1});
    const auto four = idt(to_sparse(items), options, {.threads = 4});
    EXPECT_EQ(one.labels, four.labels);
    EXPECT_EQ(one.objective.trace, four.objective.trace);
    EXPECT_EQ(one.sums, four.sums);
  }
}

TEST(Idt, OrdersNearOneGiveWhatOrderOneGives) {
  const Matrix items = four_topics(80, 5);
  const auto one = idt(items, {.clusters = 4, .alpha = 1});
  const auto near = idt(items, {.clusters = 4, .alpha = 1 - 1e-9});
  EXPECT_EQ(one.labels, near.labels);
  EXPECT_NEAR(one.objective.value, near.objective.value, 1e-7);
}

TEST(Idt, EveryKindOfInformationAndWeightFindsPlainTopics) {
  const Matrix items = four_topics(80, 6);
  for (const Information kind : {Information::jensen_renyi, Information::csiszar})
    for (const Weighting weights : {Weighting::none, Weighting::tf_idf, Weighting::ltc, Weighting::okapi}) {
      const auto found =
          idt(items, {.clusters = 4, .information = kind, .alpha = 0.5, .weights = weights}).labels;
      for (Index i = 4; i < items.rows(); ++i) EXPECT_EQ(found[i], found[i % 4]) << i;
    }
}

TEST(Idt, ProportionalItemsAreEqual) {
  const Matrix items{{1, 2, 0}, {2, 4, 0}, {0, 1, 3}, {0, 2, 6}, {5, 0, 0}};
  const auto found = idt(items, {.clusters = 3});
  EXPECT_EQ(found.labels[0], found.labels[1]);
  EXPECT_EQ(found.labels[2], found.labels[3]);
  EXPECT_THAT([&] { idt(items, {.clusters = 4}); },
              ThrowsMessage<InvalidInput>(HasSubstr("ask for fewer clusters")));
}

RC_GTEST_PROP(Idt, ReachesAsManyLeavesAsThereAreDifferentItems, ()) {
  const auto different = *rc::gen::inRange<Index>(1, 9);
  const auto copies = *rc::gen::inRange<Index>(1, 4);
  Matrix items = Matrix::Zero(different * copies, 6);
  for (Index i = 0; i < items.rows(); ++i) {
    const Index kind = i % different;
    items(i, kind % 6) = static_cast<double>(2 + kind);
    items(i, (kind + 1) % 6) = 1;
  }
  const double alpha = *rc::gen::element(0.1, 0.5, 1.0);
  const auto found = idt(items, {.clusters = static_cast<int>(different), .alpha = alpha});
  RC_ASSERT(found.clusters == different);
  for (const auto size : cluster_sizes(found.labels, found.clusters)) RC_ASSERT(size == copies);
}

RC_GTEST_PROP(Idt, GivesEveryClusterAnItemWhateverTheCounts, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1U << 20);
  const auto clusters = *rc::gen::inRange(1, 8);
  const Matrix items = random_counts(24, 30, 0.15, seed);
  const double alpha = *rc::gen::element(0.1, 0.7, 1.0);
  const auto kind = *rc::gen::element(Information::jensen_renyi, Information::csiszar);
  const auto found = idt(items, {.clusters = clusters, .information = kind, .alpha = alpha});
  for (const auto size : cluster_sizes(found.labels, clusters)) RC_ASSERT(size > 0);
  for (std::size_t t = 1; t < found.objective.trace.size(); ++t)
    RC_ASSERT(found.objective.trace[t] >= found.objective.trace[t - 1] - 1e-9);
}

TEST(Idt, PlacesItsOwnItemsWhereTheyAre) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Matrix items = four_topics(80, seed);
    const auto found = idt(items, {.clusters = 4});
    const auto placed = place_by_leaves(items, found.sums, 0.1, Information::jensen_renyi, 1);
    EXPECT_EQ(placed.labels, found.labels);
    EXPECT_NEAR(placed.objective, found.objective.value, 1e-12);
  }
}

TEST(Idt, PlacesNewItemsWithWordsThatNoLeafHas) {
  const Matrix sums{{3, 1, 0, 0}, {0, 1, 3, 0}};
  const Matrix items{{0, 0, 2, 7}, {1, 5, 0, 0}, {0, 0, 0, 1}};
  EXPECT_THAT(place_by_leaves(items, sums, 0.1, Information::shannon, 1).labels, ElementsAre(1, 0, 0));
  EXPECT_THAT([&] { place_by_leaves(Matrix(1, 3), sums, 0.1, Information::shannon, 1); },
              ThrowsMessage<InvalidInput>(HasSubstr("3 features, but the model has 4")));
}

TEST(Idt, StopsWithTheLeavesThatThereAre) {
  std::stop_source stop;
  const auto found = idt(four_topics(60, 7), {.clusters = 5},
                         {.on_progress =
                              [&](const Progress& p) {
                                if (p.iteration == 2) stop.request_stop();
                              },
                          .stop = stop.get_token()});
  EXPECT_TRUE(found.stopped);
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.clusters, 3);
  for (const auto size : cluster_sizes(found.labels, 3)) EXPECT_GT(size, 0);
  EXPECT_EQ(found.sums.rows(), 3);
}

TEST(Idt, SaysWhatIsWrong) {
  const Matrix items = four_topics(10, 8);
  EXPECT_THAT([&] { idt(items, {.information = Information::shannon, .alpha = 0.5}); },
              ThrowsMessage<InvalidOption>(HasSubstr("alpha is 0.5, but Shannon's")));
  EXPECT_THAT([&] { idt(items, {.clusters = 11}); },
              ThrowsMessage<InvalidInput>(HasSubstr("only 10 items: ask for fewer")));
  Matrix bad = items;
  bad(3, 1) = -2;
  EXPECT_THAT([&] { idt(bad); },
              ThrowsMessage<InvalidInput>(HasSubstr("row 4, column 2 (counted from 1) of the items is -2")));
  bad.row(3).setZero();
  EXPECT_THAT([&] { idt(bad); }, ThrowsMessage<InvalidInput>(HasSubstr("item 3 is all zeros")));
}

/// The log-likelihood of Zhu and Ghodsi, as it is written: two normals of one pooled variance.
double profile_log_likelihood(const std::vector<double>& values, std::size_t large) {
  const auto count = static_cast<double>(values.size());
  double variance = 0, sum = 0;
  for (const bool first : {true, false}) {
    const std::size_t begin = first ? 0 : large, end = first ? large : values.size();
    double mean = 0;
    for (std::size_t i = begin; i < end; ++i) mean += values[i] / static_cast<double>(end - begin);
    for (std::size_t i = begin; i < end; ++i)
      variance += (values[i] - mean) * (values[i] - mean) / (count - 2);
    for (std::size_t i = begin; i < end; ++i) sum += (values[i] - mean) * (values[i] - mean);
  }
  return -0.5 * count * std::log(2 * std::numbers::pi * variance) - sum / (2 * variance);
}

TEST(Elbow, IsWhereTheValuesBreak) {
  EXPECT_EQ(denoising::elbow(std::vector<double>{9, 8.5, 8, 1.2, 1, 0.8, 0.5}), 3);
  EXPECT_EQ(denoising::elbow(std::vector<double>{9, 1, 1, 1}), 1);
  EXPECT_EQ(denoising::elbow(std::vector<double>{5}), 1);
}

RC_GTEST_PROP(Elbow, IsTheLargestProfileLikelihood, ()) {
  Random random(*rc::gen::inRange<std::uint64_t>(0, 1U << 20));
  std::vector<double> values(static_cast<std::size_t>(*rc::gen::inRange(4, 20)));
  for (double& value : values) value = random.uniform() * random.uniform();
  std::ranges::sort(values, std::greater<>());
  const auto found = static_cast<std::size_t>(denoising::elbow(values));
  const double best = profile_log_likelihood(values, found);
  for (std::size_t large = 1; large < values.size(); ++large)
    RC_ASSERT(profile_log_likelihood(values, large) <= best + 1e-9 * std::abs(best) + 1e-9);
}

RC_GTEST_PROP(Tangents, AreTheGradientOfTheConvexFunctionAndLieBelowIt, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1U << 20);
  const double alpha = *rc::gen::element(0.1, 0.5, 0.9, 1 - 1e-7, 1.0);
  const Matrix p = random_distributions(3, 5, seed);
  const bool csiszar = *rc::gen::arbitrary<bool>();
  const std::span<const double> reference = csiszar ? row(p, 2) : std::span<const double>{};
  const auto phi = [&](const Vector& at) {
    return denoising::convex_function({at.data(), 5}, reference, alpha);
  };
  const Vector at = p.row(0).transpose(), other = p.row(1).transpose();
  const auto tangent = denoising::tangent_at(row(p, 0), reference, alpha);
  RC_ASSERT(std::abs(tangent.at(row(p, 0)) - phi(at)) < 1e-12 * (1 + std::abs(phi(at))));
  RC_ASSERT(tangent.at(row(p, 1)) <= phi(other) + 1e-12 * (1 + std::abs(phi(other))));
  // Along the line to the other one, by central differences.
  const double h = 1e-5 * at.minCoeff();
  const Vector direction = other - at;
  const double slope = (phi(at + h * direction) - phi(at - h * direction)) / (2 * h);
  const double mine = tangent.at(row(p, 1)) - tangent.height;
  RC_ASSERT(std::abs(slope - mine) < 1e-3 * (1 + std::abs(mine)));
}

TEST(Tangents, OfJensenRenyiAreOfMinusTheEntropy) {
  const std::vector<double> p{0.2, 0.3, 0.5};
  for (const double alpha : {0.1, 0.5, 1.0})
    EXPECT_NEAR(denoising::convex_function(p, {}, alpha), -renyi_entropy(p, alpha), 1e-13);
  const std::vector<double> q{0.5, 0.25, 0.25};
  for (const double alpha : {0.1, 0.5, 1.0})
    EXPECT_NEAR(denoising::convex_function(p, q, alpha), renyi_divergence(p, q, alpha), 1e-13);
}

RC_GTEST_PROP(Cuts, NeverLoseInformation, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1U << 20);
  const double alpha = *rc::gen::element(0.1, 0.4, 0.8, 1.0);
  const Matrix items = random_distributions(30, 8, seed);
  const Cut cut = cut_in_two(items, random_halves(30, Random(seed)), {.alpha = alpha, .tolerance = 0});
  if (cut.labels.empty()) return;
  for (std::size_t t = 1; t < cut.trace.size(); ++t) RC_ASSERT(cut.trace[t] >= cut.trace[t - 1] - 1e-13);
  RC_ASSERT(std::abs(cut.information - information_of(items, cut.labels, Information::jensen_renyi, alpha)) <
            1e-11);
}

TEST(Cuts, OfCsiszarHaveCsiszarsInformation) {
  const Matrix items = random_distributions(30, 8, 4);
  for (const double alpha : {0.2, 0.7}) {
    const Cut cut = cut_in_two(items, random_halves(30, Random(4)),
                               {.information = Information::csiszar, .alpha = alpha});
    ASSERT_FALSE(cut.labels.empty());
    // Q is followed for a few turns only: what comes out is an upper bound.
    const double exact = information_of(items, cut.labels, Information::csiszar, alpha);
    EXPECT_GE(cut.information, exact - 1e-12);
    EXPECT_LE(cut.information, exact * 1.01);
  }
}

TEST(Cuts, OfEqualItemsAreNone) {
  EXPECT_TRUE(cut_in_two(Matrix(Matrix::Constant(4, 5, 0.2)), {0, 1, 0, 1}, {}).labels.empty());
}

RC_GTEST_PROP(NaiveBayes, NeverLosesInformationOfTheSmoothedItems, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1U << 20);
  const double smoothing = *rc::gen::element(0.05, 0.3, 0.7);
  const SparseMatrix items = denoising::distributions_of(random_counts(30, 12, 0.4, seed));
  Matrix dense = Matrix::Zero(30, 12);
  for (Index i = 0; i < 30; ++i)
    for (auto at = items.starts[i]; at < items.starts[i + 1]; ++at)
      dense(i, items.column_of[at]) = items.values[at];
  const Eigen::RowVectorXd mean = dense.colwise().mean();
  const Matrix smooth = ((1 - smoothing) * dense).rowwise() + smoothing * mean;
  std::vector<int> labels = random_halves(30, Random(seed));
  double before = information_of(smooth, labels, Information::shannon, 1);
  for (int round = 0; round < 100; ++round) {
    const auto refined = denoising::refine(items, labels, 2, smoothing, 1, {});
    const double after = information_of(smooth, refined.labels, Information::shannon, 1);
    RC_ASSERT(after >= before - 1e-13);
    if (refined.converged) return;
    labels = refined.labels;
    before = after;
  }
  RC_FAIL("the rounds do not end");
}

TEST(Idt, FeaturesThatNoItemHasChangeNothing) {
  const Matrix items = four_topics(80, 5);
  Matrix wide = Matrix::Zero(80, 3 * items.cols());
  for (Index j = 0; j < items.cols(); ++j) wide.col(3 * j + 1) = items.col(j);
  const auto narrow = idt(items, {.clusters = 4}), same = idt(wide, {.clusters = 4});
  EXPECT_EQ(same.labels, narrow.labels);
  EXPECT_EQ(same.objective.trace, narrow.objective.trace);
  ASSERT_EQ(same.sums.cols(), wide.cols());
  for (Index j = 0; j < items.cols(); ++j) EXPECT_EQ(same.sums.col(3 * j + 1), narrow.sums.col(j));
  EXPECT_EQ(same.sums.sum(), narrow.sums.sum());
}

}  // namespace
}  // namespace bellwether
