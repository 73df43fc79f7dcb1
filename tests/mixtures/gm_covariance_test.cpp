// gm with widths and shapes of each cluster's own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Dense>

#include <algorithm>
#include <numeric>

#include <bellwether/collections/iris.h>
#include <bellwether/data/error.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/scores/against_truth.h>
#include <tests/mixtures/brute_force.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::three_blobs;
using testing_support::to_sparse;

constexpr Covariance shaped[] = {Covariance::round, Covariance::diagonal, Covariance::full,
                                 Covariance::shared};

Covariance any_kind() {
  return *rc::gen::elementOf(std::vector<Covariance>(std::begin(shaped), std::end(shaped)));
}

/// Every cluster's covariance as a matrix.
std::vector<Matrix> covariances_of(const GmModel& model) {
  const Index clusters = model.means.rows(), features = model.means.cols();
  std::vector<Matrix> all;
  for (Index k = 0; k < clusters; ++k) switch (model.covariance) {
      case Covariance::common:
        all.push_back(model.variance * Matrix::Identity(features, features));
        break;
      case Covariance::round:
        all.push_back(model.covariances(k, 0) * Matrix::Identity(features, features));
        break;
      case Covariance::diagonal:
        all.push_back(model.covariances.row(k).asDiagonal().toDenseMatrix());
        break;
      case Covariance::full:
        all.push_back(model.covariances.middleRows(k * features, features));
        break;
      case Covariance::shared:
        all.push_back(model.covariances);
        break;
    }
  return all;
}

/// The variance of each feature over all items, or their mean, on a diagonal.
Matrix spread_of(const Matrix& items, Covariance kind) {
  const Matrix centred = items.rowwise() - items.colwise().mean();
  Vector variances = centred.colwise().squaredNorm().transpose() / static_cast<double>(items.rows());
  if (kind == Covariance::round) variances.setConstant(variances.mean());
  return variances.asDiagonal();
}

/// log sum_k w_k N(x_i | mu_k, Sigma_k), each density from its definition; `logs` gets log w_k N(...).
double slow_log_likelihood(const Matrix& items, const GmModel& model, Matrix* logs = nullptr) {
  const auto covariances = covariances_of(model);
  const double constant = static_cast<double>(items.cols()) * std::log(2 * std::numbers::pi);
  Matrix s(items.rows(), model.means.rows());
  for (Index k = 0; k < s.cols(); ++k) {
    const Eigen::MatrixXd inverse = covariances[k].inverse();
    const double log_determinant = std::log(covariances[k].determinant());
    for (Index i = 0; i < items.rows(); ++i) {
      const Vector d = (items.row(i) - model.means.row(k)).transpose();
      s(i, k) = std::log(model.weights[k]) - 0.5 * (constant + log_determinant + d.dot(inverse * d));
    }
  }
  if (logs) *logs = s;
  double total = 0;
  for (Index i = 0; i < s.rows(); ++i)
    total += s.row(i).maxCoeff() + std::log((s.row(i).array() - s.row(i).maxCoeff()).exp().sum());
  return total;
}

double slow_penalty(const Matrix& items, const GmModel& model, double c) {
  auto covariances = covariances_of(model);
  if (model.covariance == Covariance::shared) covariances.resize(1);
  const Matrix spread = spread_of(items, model.covariance);
  double total = 0;
  for (const Matrix& sigma : covariances)
    total -= c / 2 *
             (std::log(sigma.determinant() / spread.determinant()) + (sigma.inverse() * spread).trace() -
              static_cast<double>(items.cols()));
  return total;
}

/// The M step from its definition.
GmModel slow_maximum(const Matrix& items, const Matrix& r, Covariance kind, double c) {
  const Index clusters = r.cols(), features = items.cols();
  GmModel model;
  model.covariance = kind;
  const Vector counts = r.colwise().sum().transpose();
  model.weights = counts / static_cast<double>(items.rows());
  model.means = counts.cwiseInverse().asDiagonal() * (r.transpose() * items);
  const Matrix spread = spread_of(items, kind);
  Matrix together = Matrix::Zero(features, features);
  model.covariances.resize(kind == Covariance::full ? clusters * features : clusters,
                           kind == Covariance::round ? 1 : features);
  for (Index k = 0; k < clusters; ++k) {
    const Matrix centred = items.rowwise() - model.means.row(k);
    const Matrix within = centred.transpose() * r.col(k).asDiagonal() * centred;
    together += within;
    const Matrix sigma = (within + c * spread) / (counts[k] + c);
    if (kind == Covariance::round) model.covariances(k, 0) = sigma.diagonal().mean();
    if (kind == Covariance::diagonal) model.covariances.row(k) = sigma.diagonal().transpose();
    if (kind == Covariance::full) model.covariances.middleRows(k * features, features) = sigma;
  }
  if (kind == Covariance::shared)
    model.covariances = (together + c * spread) / (static_cast<double>(items.rows()) + c);
  return model;
}

/// EM from the M step of items in the cluster of their nearest mean, with equal weights.
GmModel slow_em(const Matrix& items, const Matrix& start, Covariance kind, double c, int rounds) {
  const auto nearest = brute_force::nearest(items, start);
  Matrix r = Matrix::Zero(items.rows(), start.rows());
  for (Index i = 0; i < items.rows(); ++i) r(i, nearest[i]) = 1;
  GmModel model = slow_maximum(items, r, kind, c);
  model.weights.setConstant(1.0 / static_cast<double>(start.rows()));
  for (int round = 0; round < rounds; ++round) {
    slow_log_likelihood(items, model, &r);
    for (Index i = 0; i < r.rows(); ++i) {
      r.row(i) = (r.row(i).array() - r.row(i).maxCoeff()).exp();
      r.row(i) /= r.row(i).sum();
    }
    model = slow_maximum(items, r, kind, c);
  }
  return model;
}

void expect_rising(const std::vector<double>& trace) {
  for (std::size_t t = 1; t < trace.size(); ++t)
    EXPECT_GE(trace[t], trace[t - 1] - 1e-12 * (1 + std::abs(trace[t]))) << "round " << t;
}

/// Three groups that differ in width, and in how their features go together.
testing_support::LabelledItems stretched(Index per_group, std::uint64_t random_seed) {
  testing_support::LabelledItems made{random_matrix(3 * per_group, 2, random_seed), {}};
  const Matrix shapes[] = {Matrix{{3, 2.9}, {0, 0.3}}, Matrix{{0.2, 0}, {0, 2}}, Matrix{{1, -0.9}, {0, 0.2}}};
  const Matrix centres{{0, 0}, {6, -3}, {-4, 4}};
  for (Index i = 0; i < made.items.rows(); ++i) {
    made.items.row(i) = (made.items.row(i) * shapes[i % 3] + centres.row(i % 3)).eval();
    made.truth.push_back(static_cast<int>(i % 3));
  }
  return made;
}

RC_GTEST_PROP(GmCovariance, AgreesWithEmFromItsDefinition, ()) {
  const Covariance kind = any_kind();
  const Index features = *rc::gen::inRange(1, 6);
  Matrix items = random_matrix(200, features, *rc::gen::arbitrary<std::uint32_t>());
  items.col(0) *= 100;  // units of features are not alike
  const int clusters = *rc::gen::inRange(1, 5), rounds = *rc::gen::inRange(0, 6);
  const double c = *rc::gen::element(0.1, 2.0);
  const Matrix start = items.topRows(clusters);
  const auto fast = gm_from(items, start,
                            {.clusters = clusters,
                             .covariance = kind,
                             .regularise = c,
                             .iterations = std::max(rounds, 1),
                             .tolerance = 0});
  const GmModel slow = slow_em(items, start, kind, c, fast.iterations);
  RC_ASSERT((slow.means - fast.model.means).cwiseAbs().maxCoeff() <= 1e-9 * items.cwiseAbs().maxCoeff());
  RC_ASSERT((slow.weights - fast.model.weights).cwiseAbs().maxCoeff() <= 1e-9);
  RC_ASSERT((slow.covariances - fast.model.covariances).cwiseAbs().maxCoeff() <=
            1e-9 * slow.covariances.cwiseAbs().maxCoeff());
}

RC_GTEST_PROP(GmCovariance, TheObjectiveNeverFallsAndIsThatOfTheModel, ()) {
  const Covariance kind = any_kind();
  const Matrix items = random_matrix(300, *rc::gen::inRange(1, 5), *rc::gen::arbitrary<std::uint32_t>());
  const double c = *rc::gen::element(0.0, 0.1, 1.0);
  const bool equal = *rc::gen::arbitrary<bool>();
  const int clusters = *rc::gen::inRange(1, 8);
  const auto result = gm(items, {.clusters = clusters,
                                 .covariance = kind,
                                 .regularise = c,
                                 .equal_weights = equal,
                                 .restarts = 1,
                                 .iterations = 50,
                                 .tolerance = 0,
                                 .random_seed = *rc::gen::arbitrary<std::uint32_t>()});
  const auto& trace = result.objective.trace;
  const double slack = 1e-12 * std::abs(trace.back());
  for (std::size_t t = 1; t < trace.size(); ++t) RC_ASSERT(trace[t] >= trace[t - 1] - slack);
  RC_ASSERT(std::abs(result.model.weights.sum() - 1) <= 1e-14);
  const double likelihood = slow_log_likelihood(items, result.model);
  const double penalty = c > 0 ? slow_penalty(items, result.model, c) : 0;
  // Means and matrices were brought to the items' units and back, and near the floor that shows.
  RC_ASSERT(std::abs(likelihood + penalty - trace.back()) <= 1e-7 * (300 + std::abs(trace.back())));

  const double p = static_cast<double>(items.cols()), k = clusters;
  const double covariances = kind == Covariance::round      ? k
                             : kind == Covariance::diagonal ? k * p
                             : kind == Covariance::full     ? k * p * (p + 1) / 2
                                                            : p * (p + 1) / 2;
  const double free = k * p + covariances + (equal ? 0 : k - 1);
  RC_ASSERT(result.figures.size() == 1 && result.figures[0].first == "bic");
  RC_ASSERT(std::abs(result.figures[0].second + 2 * (trace.back() - penalty) - free * std::log(300.0)) <=
            1e-7 * (300 + std::abs(trace.back())));
}

TEST(GmCovariance, BicOfTheCommonVarianceCountsMeansOneVarianceAndWeights) {
  const auto [items, truth] = three_blobs({.per_blob = 20});
  const auto result = gm(items, {.clusters = 3});
  ASSERT_EQ(result.figures.size(), 1u);
  EXPECT_NEAR(result.figures[0].second, -2 * result.objective.value + (6 + 1 + 2) * std::log(60.0), 1e-9);
  const auto equal = gm(items, {.clusters = 3, .equal_weights = true});
  EXPECT_NEAR(equal.figures[0].second, -2 * equal.objective.value + (6 + 1) * std::log(60.0), 1e-9);
}

TEST(GmCovariance, BicPicksTheFamilyAndTheNumberThatMadeTheItems) {
  const Matrix items = stretched(200, 1).items;
  const auto bic_of = [&](int clusters, Covariance kind) {
    return gm(items, {.clusters = clusters, .covariance = kind}).figures[0].second;
  };
  const double best = bic_of(3, Covariance::full);
  for (const int clusters : {1, 2, 4, 5}) EXPECT_GT(bic_of(clusters, Covariance::full), best) << clusters;
  for (const Covariance kind :
       {Covariance::common, Covariance::round, Covariance::diagonal, Covariance::shared})
    EXPECT_GT(bic_of(3, kind), best);
}

TEST(GmCovariance, FullFindsGroupsThatOneWidthCannot) {
  const auto made = stretched(200, 2);
  const auto agree = [&](Covariance kind) {
    const auto& truth = made.truth;
    const auto labels = gm(made.items, {.clusters = 3, .covariance = kind}).labels;
    double together = 0, pairs = 0;  // of pairs of a group, those that stay together; and the other way round
    for (std::size_t i = 0; i < labels.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        together += (labels[i] == labels[j]) == (truth[i] == truth[j]);
        pairs += 1;
      }
    return together / pairs;
  };
  EXPECT_GT(agree(Covariance::full), 0.97);
  EXPECT_LT(agree(Covariance::common), 0.95);
}

TEST(GmCovariance, WidensTheResultOnIris) {
  const Dataset items = iris();
  const auto nmi_of = [&](Covariance kind) {
    const auto scores = score(gm(items.rows(), {.clusters = 3, .covariance = kind}).labels, items);
    return std::ranges::find(scores, "nmi", &Scores::value_type::first)->second;
  };
  EXPECT_NEAR(nmi_of(Covariance::common), 0.758, 0.001);
  EXPECT_NEAR(nmi_of(Covariance::full), 0.900, 0.001);
}

TEST(GmCovariance, HeldItemsStayAndTheObjectiveStillRises) {
  const auto [items, truth] = stretched(60, 3);
  std::vector<int> seeds(truth.size(), unlabelled);
  for (std::size_t i = 0; i < seeds.size(); i += 4) seeds[i] = (truth[i] + 1) % 3;
  seeds[1] = 0;
  for (const Covariance kind : shaped) {
    const GmOptions options{.clusters = 3, .covariance = kind, .tolerance = 0};
    const auto result = gm(items, options, {}, {seeds, true});
    for (std::size_t i = 0; i < seeds.size(); ++i)
      if (seeds[i] != unlabelled) {
        EXPECT_EQ(result.labels[i], seeds[i]);
        EXPECT_EQ(result.probabilities[i], 1);
      }
    expect_rising(result.objective.trace);
  }
}

TEST(GmCovariance, ShuffledItemsGetShuffledLabels) {
  const auto [items, truth] = stretched(100, 4);
  std::vector<Index> order(300);
  std::iota(order.begin(), order.end(), Index{0});
  Random(5).shuffle(order);
  Matrix shuffled(300, 2);
  for (Index i = 0; i < 300; ++i) shuffled.row(i) = items.row(order[i]);
  for (const Covariance kind : shaped) {
    const auto a = gm_from(items, items.topRows(3), {.clusters = 3, .covariance = kind});
    const auto b = gm_from(shuffled, items.topRows(3), {.clusters = 3, .covariance = kind});
    for (Index i = 0; i < 300; ++i) EXPECT_EQ(b.labels[i], a.labels[order[i]]);
    EXPECT_NEAR(a.objective.value, b.objective.value, 1e-10 * std::abs(a.objective.value));
  }
}

TEST(GmCovariance, ThreadsDoNotShowAndSparseAgreesWithDense) {
  const Matrix items = random_counts(3000, 20, 0.3, 2);
  const SparseMatrix sparse = to_sparse(items);
  for (const Covariance kind : shaped) {
    const GmOptions options{.clusters = 4, .covariance = kind, .restarts = 2, .iterations = 6};
    for (const Rows& rows : {Rows(items), Rows(sparse)}) {
      const auto one = gm(rows, options, {.threads = 1});
      const auto four = gm(rows, options, {.threads = 4});
      EXPECT_EQ(one.model.means, four.model.means);
      EXPECT_EQ(one.model.covariances, four.model.covariances);
      EXPECT_EQ(one.objective.trace, four.objective.trace);
      EXPECT_EQ(one.probabilities, four.probabilities);
    }
    const auto dense = gm_from(items, items.topRows(4), options);
    const auto thin = gm_from(sparse, items.topRows(4), options);
    EXPECT_NEAR(dense.objective.value, thin.objective.value, 1e-10 * std::abs(dense.objective.value));
    EXPECT_EQ(dense.labels, thin.labels);
  }
}

TEST(GmCovariance, PlacesItsOwnItemsWhereTheyAre) {
  const Matrix items = random_matrix(500, 4, 3);
  for (const Covariance kind : shaped) {
    const auto result = gm(items, {.clusters = 3, .covariance = kind, .regularise = 0});
    const auto placed = place_by_gm(items, result.model);
    EXPECT_EQ(placed.labels, result.labels);
    EXPECT_NEAR(placed.objective, result.objective.value, 1e-10 * std::abs(placed.objective));
    const Matrix r = gm_memberships(items, result.model);
    for (Index i = 0; i < items.rows(); ++i) {
      EXPECT_NEAR(r.row(i).sum(), 1, 1e-14);
      EXPECT_NEAR(r(i, result.labels[i]), result.probabilities[i], 1e-9);
    }
  }
}

TEST(GmCovariance, IsAccurateFarFromTheOrigin) {
  // Rounded to multiples of 1/1024, items shifted by 2^20 are exact, so nothing but the method can err.
  const Matrix items = (1024 * random_matrix(400, 3, 9)).array().round() / 1024;
  const Matrix far = items.array() + 0x1p20;
  for (const Covariance kind : shaped) {
    const auto near = gm_from(items, items.topRows(3), {.clusters = 3, .covariance = kind});
    const auto moved = gm_from(far, far.topRows(3), {.clusters = 3, .covariance = kind});
    EXPECT_EQ(near.labels, moved.labels);
    EXPECT_NEAR(near.objective.value, moved.objective.value, 1e-9 * std::abs(near.objective.value));
    EXPECT_EQ(place_by_gm(far, moved.model).labels, moved.labels);
  }
}

TEST(GmCovariance, AClusterThatNoItemWantsEndsEmptyWithItsMeanAsItWas) {
  const auto [items, truth] = three_blobs({.per_blob = 40});
  const Matrix start{{0, 0}, {10, 0}, {5, 8}, {1e4, 1e4}};
  for (const Covariance kind : shaped) {
    const auto result = gm_from(items, start, {.clusters = 4, .covariance = kind});
    EXPECT_EQ(result.model.weights[3], 0);
    EXPECT_NEAR((result.model.means.row(3) - start.row(3)).norm(), 0, 1e-10);
    EXPECT_EQ(result.labels, truth);
    EXPECT_EQ(place_by_gm(items, result.model).labels, truth);
    expect_rising(result.objective.trace);
  }
}

/// What must hold whatever the items are.
void expect_sound(const Matrix& items, int clusters) {
  for (const Covariance kind : shaped)
    for (const double c : {0.0, 0.1}) {
      const auto result =
          gm(items, {.clusters = clusters, .covariance = kind, .regularise = c, .iterations = 60});
      EXPECT_TRUE(std::isfinite(result.objective.value));
      EXPECT_TRUE(result.model.means.allFinite());
      EXPECT_TRUE(result.model.covariances.allFinite());
      expect_rising(result.objective.trace);
      EXPECT_EQ(place_by_gm(items, result.model).labels, result.labels);
    }
}

TEST(GmCovariance, DuplicatesAndAsManyClustersAsDifferentItemsAreSafe) {
  Matrix items(40, 2);
  for (Index i = 0; i < 40; ++i) items.row(i) << static_cast<double>(i % 4), static_cast<double>(i % 2);
  expect_sound(items, 3);
  expect_sound(items, 4);
  expect_sound(random_matrix(6, 2, 1), 6);
  expect_sound(Matrix::Constant(5, 2, 0.1), 1);
  expect_sound(Matrix{{1, 2, 3}}, 1);
}

TEST(GmCovariance, TheObjectiveRisesWhereClustersRunEmpty) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Matrix items = random_matrix(20, 3, seed).replicate(3, 1);
    for (const Covariance kind : shaped)
      for (const int clusters : {7, 19}) {
        const auto result = gm(items, {.clusters = clusters,
                                       .start = Start::random,
                                       .covariance = kind,
                                       .restarts = 1,
                                       .iterations = 60,
                                       .tolerance = 0,
                                       .random_seed = seed});
        expect_rising(result.objective.trace);
        EXPECT_EQ(place_by_gm(items, result.model).labels, result.labels);
      }
  }
}

TEST(GmCovariance, AConstantFeatureAndOneThatRepeatsAnotherAreSafe) {
  Matrix items = random_matrix(60, 4, 2);
  items.col(1).setConstant(0.1);
  items.col(2) = 3 * items.col(0);
  expect_sound(items, 3);
}

TEST(GmCovariance, FewerItemsThanFeaturesAreSafe) {
  expect_sound(random_matrix(12, 20, 3), 3);
}

TEST(GmCovariance, FeaturesOfVeryDifferentSizeAreSafe) {
  Matrix items = random_matrix(80, 3, 4);
  items.col(0) *= 1e-70;
  items.col(2) *= 1e70;
  expect_sound(items, 3);
}

TEST(GmCovariance, SaysWhatToDoAboutTooManyFeatures) {
  const Matrix wide = random_matrix(5, 1001, 1);
  for (const Covariance kind : {Covariance::full, Covariance::shared})
    EXPECT_THAT([&] { gm(wide, {.clusters = 2, .covariance = kind}); },
                ThrowsMessage<InvalidInput>(HasSubstr("covariance = diagonal")));
  EXPECT_NO_THROW(gm(wide, {.clusters = 2, .covariance = Covariance::diagonal, .iterations = 1}));
  const SparseMatrix thin = to_sparse(random_counts(5, 5000, 0.01, 1));
  EXPECT_THAT([&] { gm(thin, {.clusters = 2, .covariance = Covariance::round}); },
              ThrowsMessage<InvalidInput>(HasSubstr("svd = 30")));
}

TEST(GmCovariance, RefusesCovariancesThatCannotBe) {
  const Matrix items = random_matrix(5, 2, 1);
  GmModel model{Matrix::Zero(1, 2), Vector::Ones(1), 0, Covariance::full, Matrix{{1, 2}, {2, 1}}};
  EXPECT_THAT([&] { place_by_gm(items, model); },
              ThrowsMessage<InvalidInput>(HasSubstr("not positive definite")));
  model.covariances = Matrix{{1, 0.5}, {0.4, 1}};
  EXPECT_THAT([&] { place_by_gm(items, model); }, ThrowsMessage<InvalidInput>(HasSubstr("not symmetric")));
  model.covariance = Covariance::round;
  model.covariances = Matrix{{-1}};
  EXPECT_THAT([&] { place_by_gm(items, model); },
              ThrowsMessage<InvalidInput>(HasSubstr("not positive definite")));
}

}  // namespace
}  // namespace bellwether
