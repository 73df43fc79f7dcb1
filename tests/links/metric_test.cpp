#include <bellwether/links/metric.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_matrix;
using testing_support::to_sparse;

Matrix definite(Index size, std::uint64_t seed) {
  const Matrix m = random_matrix(size, size + 3, seed);
  return m * m.transpose();
}

Matrix definite_matrices(Index count, Index size) {
  Matrix all(count * size, size);
  for (Index m = 0; m < count; ++m)
    all.middleRows(m * size, size) = definite(size, static_cast<std::uint64_t>(m));
  return all;
}

Matrix full_of(const ClusterMetrics& metrics, Index metric) {
  const Index size = metrics.features();
  if (metrics.is_full()) return metrics.matrices().middleRows(metric * size, size);
  return Matrix(metrics.weights().row(metric).asDiagonal());
}

std::vector<ClusterMetrics> every_kind(Index clusters, Index features) {
  const Matrix weights = random_matrix(clusters, features, 9).cwiseAbs2().array() + 0.1;
  return {ClusterMetrics::identity(features), ClusterMetrics::diagonal(weights),
          ClusterMetrics::diagonal(weights.topRows(1)),
          ClusterMetrics::full(definite_matrices(clusters, features)),
          ClusterMetrics::full(definite_matrices(1, features))};
}

TEST(ClusterMetrics, KnowTheirDeterminantsByHand) {
  EXPECT_EQ(ClusterMetrics::identity(3).log_determinant(0), 0);
  EXPECT_DOUBLE_EQ(ClusterMetrics::diagonal(Matrix{{2, 3}}).log_determinant(0), std::log(6));
  EXPECT_DOUBLE_EQ(ClusterMetrics::full(Matrix{{2, 1}, {1, 3}}).log_determinant(0), std::log(5));
}

TEST(ClusterMetrics, MeasureAsTheirMatricesDo) {
  const Matrix items = random_matrix(600, 4, 1);
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i + 1 < items.rows(); ++i) pairs.emplace_back(i, i + 1);
  for (const auto& metrics : every_kind(3, 4)) {
    const Matrix lengths = metrics.squared_distances(items, pairs);
    for (Index m = 0; m < metrics.count(); ++m)
      for (Index p = 0; p < lengths.rows(); ++p) {
        const Vector d = items.row(pairs[p].first) - items.row(pairs[p].second);
        const double expected = d.dot(full_of(metrics, m) * d);
        EXPECT_NEAR(lengths(p, m), expected, 1e-12 * (1 + expected));
        EXPECT_NEAR(metrics.squared_length(d.transpose(), m), expected, 1e-12 * (1 + expected));
      }
    if (!metrics.is_full()) {
      EXPECT_TRUE(metrics.squared_distances(to_sparse(items), pairs).isApprox(lengths, 1e-12));
    }
  }
}

TEST(ClusterMetrics, SparsePairsAreMeasuredWhereEitherHasAValue) {
  const Matrix items{{1, 0, 0, 2}, {0, 3, 0, 1}, {0, 0, 0, 0}};
  const auto metrics = ClusterMetrics::diagonal(Matrix{{1, 10, 100, 1000}});
  const Matrix lengths = metrics.squared_distances(to_sparse(items), {{0, 1}, {1, 2}, {2, 2}});
  EXPECT_EQ(lengths, (Matrix{{1 + 90 + 1000}, {90 + 1000}, {0}}));
}

TEST(MetricCentres, ScoresDifferAsTheDefinitionDoes) {
  Matrix items = random_matrix(300, 4, 2);
  items.array() += 1000;  // far from the origin
  const Matrix means = items.topRows(3);
  const Vector shift = items.colwise().mean();
  for (const auto& metrics : every_kind(3, 4)) {
    Matrix scores(300, 3);
    MetricCentres(means, metrics, shift).scores(DenseRows{items.data(), 300, 4}, scores);
    for (Index i = 0; i < 300; ++i)
      for (Index h = 0; h < 3; ++h) {
        const auto score = [&](Index k) {
          const Vector d = items.row(i) - means.row(k);
          return d.dot(full_of(metrics, metrics.of(k)) * d) - metrics.log_determinant(metrics.of(k));
        };
        EXPECT_NEAR(scores(i, h) - scores(i, 0), score(h) - score(0), 1e-9);
      }
  }
}

TEST(ClusterMetrics, RefuseAMatrixThatIsNotPositiveDefinite) {
  EXPECT_THAT(
      [] {
        ClusterMetrics::full(Matrix{{1, 2}, {2, 1}});
      },
      ::testing::ThrowsMessage<InvalidInput>(::testing::HasSubstr("metric 0 is not positive definite")));
}

}  // namespace
}  // namespace bellwether
