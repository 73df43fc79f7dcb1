#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <cmath>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/svd.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::random_sparse;
using testing_support::to_dense;
using testing_support::to_sparse;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// rows x columns with the given singular values.
Matrix with_spectrum(Index rows, Index columns, const Vector& values, std::uint64_t random_seed) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> left(random_matrix(rows, values.size(), random_seed));
  const Eigen::HouseholderQR<Eigen::MatrixXd> right(random_matrix(columns, values.size(), random_seed + 1));
  const Matrix u = left.householderQ() * Eigen::MatrixXd::Identity(rows, values.size());
  const Matrix v = right.householderQ() * Eigen::MatrixXd::Identity(columns, values.size());
  return u * values.asDiagonal() * v.transpose();
}

Vector geometric(Index count, double ratio) {
  Vector values(count);
  for (Index j = 0; j < count; ++j) values[j] = std::pow(ratio, static_cast<double>(j));
  return values;
}

Svd reference(const Matrix& x, Index dimensions) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> all(x, Eigen::ComputeThinV | Eigen::ComputeThinU);
  Svd svd{all.matrixV().leftCols(dimensions).transpose(), all.singularValues().head(dimensions), {}};
  for (Index j = 0; j < dimensions; ++j) {
    Index at = 0;
    svd.components.row(j).cwiseAbs().maxCoeff(&at);
    if (svd.components(j, at) < 0) svd.components.row(j) *= -1;
  }
  return svd;
}

double disorder(const Svd& svd) {
  const Index k = svd.components.rows();
  return (svd.components * svd.components.transpose() - Matrix::Identity(k, k)).cwiseAbs().maxCoeff();
}

TEST(Svd, IsTheAnswerWorkedByHand) {
  // The axes are the directions. Variances of the features: (3 0 0): 9/3 - 1 = 2; (0 -2 0): 4/3 - 4/9 = 8/9.
  // Their sum is 26/9: shares 18/26 and 8/26.
  const Matrix x{{3, 0}, {0, -2}, {0, 0}};
  const Svd svd = fit_svd(x, {.dimensions = 2});
  EXPECT_TRUE(svd.components.isApprox(Matrix::Identity(2, 2), 4 * epsilon));
  EXPECT_TRUE(svd.singular_values.isApprox(Vector{{3, 2}}, 4 * epsilon));
  EXPECT_TRUE(svd.explained.isApprox(Vector{{18.0 / 26, 8.0 / 26}}, 8 * epsilon));
  EXPECT_TRUE(project(svd, x).isApprox(x, 8 * epsilon));
}

TEST(Svd, OfOneDirectionFindsIt) {
  // Rows a (0.6, -0.8) with a = 5, 10, -5: the length of a is sqrt(150). The larger entry becomes positive.
  const Matrix x{{3, -4}, {6, -8}, {-3, 4}};
  const Svd svd = fit_svd(x, {.dimensions = 1});
  EXPECT_TRUE(svd.components.isApprox(Matrix{{-0.6, 0.8}}, 4 * epsilon));
  EXPECT_NEAR(svd.singular_values[0], std::sqrt(150), 20 * epsilon);
  EXPECT_NEAR(svd.explained[0], 1, 8 * epsilon);
}

TEST(Svd, PutsThePositiveSignOnTheFirstOfEqualEntries) {
  // All entries of v are +-1/2 exactly.
  const Matrix x{{-2, 2, 2, -2}};
  EXPECT_TRUE(fit_svd(x, {.dimensions = 1}).components.isApprox(Matrix{{0.5, -0.5, -0.5, 0.5}}, 4 * epsilon));
}

RC_GTEST_PROP(Svd, OfSmallItemsIsThatOfJacobi, ()) {
  const auto rows = *rc::gen::inRange(1, 30), columns = *rc::gen::inRange(1, 30);
  const auto k = *rc::gen::inRange(1, std::min(rows, columns) + 1);
  const Matrix x = random_matrix(rows, columns, *rc::gen::arbitrary<std::uint64_t>());
  const Svd found = fit_svd(x, {.dimensions = k}), expected = reference(x, k);
  RC_ASSERT(found.singular_values.isApprox(expected.singular_values, 1e-12));
  RC_ASSERT(disorder(found) < 1e-12);
  // The space, rather than its vectors: singular values may lie close together.
  const Matrix scores = project(found, x);
  RC_ASSERT(std::abs(scores.norm() - expected.singular_values.norm()) < 1e-11);
}

class Solvers : public testing::TestWithParam<SvdSolver> {};
INSTANTIATE_TEST_SUITE_P(Each, Solvers, testing::Values(SvdSolver::lanczos, SvdSolver::randomised),
                         [](const auto& info) {
                           return info.param == SvdSolver::lanczos ? "Lanczos" : "Randomised";
                         });

TEST_P(Solvers, FindAKnownSpectrumWideOrTall) {
  // Largest basis of 10 dimensions: 104; smaller side above 256: nothing is decomposed whole.
  const Vector values = geometric(60, 0.7);
  for (const bool tall : {false, true}) {
    const Matrix x = with_spectrum(tall ? 700 : 300, tall ? 300 : 700, values, 5);
    const Svd found = fit_svd(x, {.dimensions = 10, .solver = GetParam()}), expected = reference(x, 10);
    EXPECT_LT((found.singular_values - values.head(10)).cwiseAbs().maxCoeff(), 1e-12);
    const double tolerance = GetParam() == SvdSolver::lanczos ? 1e-9 : 1e-6;
    EXPECT_LT((found.components - expected.components).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_LT(disorder(found), 1e-12);
    EXPECT_LT((project(found, x).colwise().norm().transpose() - values.head(10)).cwiseAbs().maxCoeff(),
              1e-12);
  }
}

TEST_P(Solvers, AreNearTheBestOnASpectrumThatHardlyFalls) {
  // Normal noise: singular values from 44 to 9, next to each other.
  const Matrix x = random_matrix(320, 700, 3);
  const Svd found = fit_svd(x, {.dimensions = 10, .solver = GetParam()}), expected = reference(x, 10);
  const double share = found.singular_values.squaredNorm() / expected.singular_values.squaredNorm();
  EXPECT_GT(share, 0.995);
  EXPECT_LT(share, 1 + 1e-12);
  EXPECT_LT(disorder(found), 1e-12);
  const double tolerance = GetParam() == SvdSolver::lanczos ? 1e-10 : 0.01;
  EXPECT_TRUE(found.singular_values.isApprox(expected.singular_values, tolerance));
}

TEST_P(Solvers, SeeTheSameInSparseItemsAndDenseOnes) {
  const SparseMatrix sparse = random_sparse(400, 600, 0.05, 8);
  const Matrix dense = to_dense(sparse);
  const SvdOptions options{.dimensions = 6, .solver = GetParam()};
  const Svd one = fit_svd(sparse, options), other = fit_svd(dense, options);
  // Rounding differs, and is drawn apart by what the randomised solver does not settle to the last.
  EXPECT_TRUE(one.singular_values.isApprox(other.singular_values, 1e-9));
  EXPECT_TRUE(one.explained.isApprox(other.explained, 1e-7));
  EXPECT_TRUE(project(one, sparse).isApprox(project(one, dense), 1e-12));
}

TEST_P(Solvers, HideTheNumberOfThreads) {
  const SparseMatrix sparse = random_sparse(3000, 900, 0.02, 9);
  const SparseMatrix wide = random_sparse(700, 5000, 0.02, 9);
  const Matrix dense = random_matrix(2500, 300, 4);
  for (const Rows& items : {Rows(sparse), Rows(wide), Rows(dense)}) {
    const SvdOptions options{.dimensions = 7, .solver = GetParam()};
    const Svd one = fit_svd(items, options, {.threads = 1});
    const Matrix scores = project(one, items, {.threads = 1});
    for (const int threads : {2, 4}) {
      const Svd more = fit_svd(items, options, {.threads = threads});
      EXPECT_EQ(one.components, more.components);
      EXPECT_EQ(one.singular_values, more.singular_values);
      EXPECT_EQ(one.explained, more.explained);
      EXPECT_EQ(scores, project(one, items, {.threads = threads}));
    }
  }
}

TEST_P(Solvers, GiveZerosAndOrthonormalComponentsWhereTheRankEnds) {
  const Vector values{{5, 4, 3, 2, 1}};
  for (const bool tall : {false, true}) {
    const Matrix x = with_spectrum(tall ? 900 : 300, tall ? 300 : 900, values, 6);
    const Svd found = fit_svd(x, {.dimensions = 12, .solver = GetParam()});
    EXPECT_LT((found.singular_values.head(5) - values).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_EQ(found.singular_values.tail(7), Vector::Zero(7));
    EXPECT_LT(disorder(found), 1e-12);
  }
}

TEST_P(Solvers, TakeEqualSingularValuesAndNothingButZeros) {
  const Matrix identity = Matrix::Identity(300, 300), zeros = Matrix::Zero(300, 400);
  const Svd equal = fit_svd(identity, {.dimensions = 5, .solver = GetParam()});
  EXPECT_TRUE(equal.singular_values.isApprox(Vector::Ones(5), 1e-12));
  EXPECT_LT(disorder(equal), 1e-12);
  for (const Svd& none : {fit_svd(zeros, {.dimensions = 5, .solver = GetParam()}),
                          fit_svd(to_sparse(zeros), {.dimensions = 5, .solver = GetParam()})}) {
    EXPECT_EQ(none.singular_values, Vector::Zero(5));
    EXPECT_EQ(none.explained, Vector::Zero(5));
    EXPECT_LT(disorder(none), 1e-12);
  }
}

TEST_P(Solvers, TakeManyEqualItems) {
  Matrix x(500, 300);
  for (Index i = 0; i < x.rows(); ++i) x.row(i) = i % 3 * random_matrix(1, 300, 2);
  const Svd found = fit_svd(x, {.dimensions = 4, .solver = GetParam()});
  EXPECT_NEAR(found.singular_values[0] / x.norm(), 1, 1e-12);
  EXPECT_EQ(found.singular_values.tail(3), Vector::Zero(3));
  EXPECT_NEAR(found.explained[0], 1, 1e-12);
  EXPECT_LT(disorder(found), 1e-12);
}

TEST(Svd, OfManyItemsWithFewFeaturesIsThatOfTheWhole) {
  // More than 2^21 cells, but a side of 40: by the matrix of inner products.
  const Matrix x = random_matrix(60000, 40, 2);
  const Eigen::MatrixXd gram = x.transpose() * x;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
  const Svd found = fit_svd(x, {.dimensions = 40});
  const Vector expected = eigen.eigenvalues().reverse().cwiseSqrt();
  EXPECT_TRUE(found.singular_values.isApprox(expected, 1e-12));
  EXPECT_LT(disorder(found), 1e-12);
  EXPECT_NEAR(found.explained.sum(), 1, 1e-12);
}

TEST(Svd, ExplainsAllOfTheVarianceWithEveryDimension) {
  const Matrix x = random_matrix(50, 8, 7).array() + 1000;  // far from the origin: nothing is centred
  EXPECT_NEAR(fit_svd(x, {.dimensions = 8}).explained.sum(), 1, 1e-9);
}

TEST(Svd, ExplainsTheSharesThatTheScoresHave) {
  const SparseMatrix x = random_sparse(500, 400, 0.03, 2);
  const Svd svd = fit_svd(x, {.dimensions = 5});
  const Matrix scores = project(svd, x), dense = to_dense(x);
  const auto variance = [](const auto& m) {
    const Matrix centred = m.rowwise() - m.colwise().mean();
    return Vector((centred.colwise().squaredNorm() / static_cast<double>(m.rows())).transpose());
  };
  EXPECT_TRUE(svd.explained.isApprox(variance(scores) / variance(dense).sum(), 1e-10));
}

TEST(Svd, TakesOneItemOneFeatureAndEqualItems) {
  const Matrix row{{0, 3, -4}}, column{{1}, {2}, {2}}, equal{{1, 2}, {1, 2}, {1, 2}};
  EXPECT_NEAR(fit_svd(row, {.dimensions = 1}).singular_values[0], 5, 8 * epsilon);
  EXPECT_EQ(fit_svd(row, {.dimensions = 1}).explained[0], 0);  // one item does not vary
  EXPECT_NEAR(fit_svd(column, {.dimensions = 1}).singular_values[0], 3, 8 * epsilon);
  const Svd flat = fit_svd(equal, {.dimensions = 2});
  EXPECT_EQ(flat.singular_values[1], 0);
  EXPECT_EQ(flat.explained, Vector::Zero(2));
  EXPECT_LT(disorder(flat), 1e-12);
  EXPECT_EQ(fit_svd(Matrix(Matrix::Zero(3, 2)), {.dimensions = 2}).singular_values, Vector::Zero(2));
}

TEST(Svd, IsReproducibleFromItsRandomSeed) {
  const SparseMatrix x = random_sparse(500, 900, 0.02, 3);
  EXPECT_EQ(fit_svd(x, {.dimensions = 5, .random_seed = 4}).components,
            fit_svd(x, {.dimensions = 5, .random_seed = 4}).components);
}

TEST(Svd, ProjectsSlicesOfSparseItems) {
  const SparseMatrix x = random_sparse(600, 300, 0.05, 3);
  const Svd all = fit_svd(x, {.dimensions = 3});
  EXPECT_EQ(project(all, Rows(x).slice(100, 50)), Matrix(project(all, x).middleRows(100, 50)));
  const Rows part = Rows(x).slice(100, 400);
  const Svd of_part = fit_svd(part, {.dimensions = 3});
  const Matrix same = to_dense(x).middleRows(100, 400);
  EXPECT_TRUE(of_part.singular_values.isApprox(fit_svd(same, {.dimensions = 3}).singular_values, 1e-6));
}

TEST(Svd, IsTheSameAfterItWasStored) {
  const SvdOptions options{.dimensions = 3};
  const Svd svd = fit_svd(random_matrix(20, 6, 1), options);
  const StoredStep step = store(svd, options);
  EXPECT_EQ(step.kind, "svd");
  const Svd restored = restore_svd(step);
  EXPECT_EQ(restored.components, svd.components);
  EXPECT_EQ(restored.singular_values, svd.singular_values);
  EXPECT_EQ(restored.explained, svd.explained);
}

TEST(Svd, ThatWasDamagedInAFileIsRefused) {
  const StoredStep good = store(fit_svd(random_matrix(20, 6, 1), {.dimensions = 3}));
  const auto refused = ThrowsMessage<InvalidInput>(HasSubstr("stored decomposition is damaged"));
  const auto with = [&](std::size_t table, const Matrix& value) {
    StoredStep step = good;
    step.tables[table].second = value;
    return step;
  };
  EXPECT_THAT([&] { restore_svd(with(0, Matrix(0, 0))); }, refused);
  EXPECT_THAT([&] { restore_svd(with(0, Matrix::Constant(3, 6, NAN))); }, refused);
  EXPECT_THAT([&] { restore_svd(with(1, Matrix{{1, 2}})); }, refused);
  EXPECT_THAT([&] { restore_svd(with(1, Matrix{{1, 2, -3}})); }, refused);
  EXPECT_THAT([&] { restore_svd(with(2, Matrix{{1}, {2}, {3}})); }, refused);
  StoredStep other = good;
  other.kind = "weights";
  EXPECT_THAT([&] { restore_svd(other); }, ThrowsMessage<InvalidInput>(HasSubstr("step 'weights'")));
}

TEST(Svd, SaysWhatIsWrongWithTheItems) {
  EXPECT_THAT(
      [] { fit_svd(random_matrix(4, 3, 1), {.dimensions = 5}); },
      ThrowsMessage<InvalidOption>(HasSubstr("4 items of 3 features have no 5 dimensions: ask for 3")));
  EXPECT_THROW(fit_svd(random_matrix(4, 3, 1), {.dimensions = 0}), InvalidOption);
  EXPECT_THAT([] { fit_svd(Matrix(0, 3), {.dimensions = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("nothing to decompose: 0 items of 3 features")));
  EXPECT_THAT(
      [] {
        fit_svd(Matrix{{1, 2}, {3, NAN}}, {.dimensions = 1});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("row 2, column 2")));
  EXPECT_THAT(
      [] {
        fit_svd(Matrix{{1e200, 2}}, {.dimensions = 1});
      },
      ThrowsMessage<InvalidInput>(AllOf(HasSubstr("1e+200"), HasSubstr("divide"))));
  const Svd svd = fit_svd(random_matrix(5, 3, 1), {.dimensions = 2});
  EXPECT_THAT([&] { project(svd, random_matrix(5, 4, 1)); },
              ThrowsMessage<InvalidInput>(HasSubstr("fitted on 3 features, but these items have 4")));
}

TEST_P(Solvers, CanBeInterruptedAndTellHowFarTheyAre) {
  const SparseMatrix x = random_sparse(400, 500, 0.05, 3);
  std::stop_source source;
  int reports = 0;
  bellwether::Run run{.threads = 1, .stop = source.get_token()};
  run.on_progress = [&](const Progress& progress) {
    EXPECT_STREQ(progress.stage, "decomposing");
    EXPECT_EQ(progress.iteration, ++reports);
    if (reports == 3) source.request_stop();
  };
  EXPECT_THAT([&] { fit_svd(x, {.dimensions = 10, .solver = GetParam()}, run); },
              ThrowsMessage<Error>(HasSubstr("interrupted")));
  EXPECT_EQ(reports, 3);
}

}  // namespace
}  // namespace bellwether
