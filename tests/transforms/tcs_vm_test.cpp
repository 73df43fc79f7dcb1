#include <bellwether/transforms/tcs_vm.h>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/transforms/tcs_vm/problem.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;
using testing_support::LabelledItems;
using testing_support::random_matrix;
using testing_support::to_sparse;

const std::vector<TcsVmSearch> both_searches{TcsVmSearch::joint, TcsVmSearch::alternating};

/// Classes that differ in the first two features; the others, which are larger, say nothing.
LabelledItems hidden_classes(Index count, Index features, int classes, std::uint64_t random_seed) {
  LabelledItems made{random_matrix(count, features, random_seed), {}};
  for (Index i = 0; i < count; ++i) {
    const auto k = static_cast<int>(i % classes);
    made.truth.push_back(k);
    made.items.row(i).tail(features - 2) *= 2;
    made.items(i, 0) += 3 * std::cos(2.4 * k);
    made.items(i, 1) += 3 * std::sin(2.4 * k);
  }
  return made;
}

/// How much of A = L'L lies in the first two features.
double share_of_what_matters(const TcsVmResult& result) {
  const Vector rows = result.map.map.rowwise().squaredNorm();
  return rows.head(2).sum() / rows.sum();
}

Matrix metric_of(const TcsVmResult& result) {
  return result.map.map * result.map.map.transpose();
}

TEST(TcsVm, FindsTheFeaturesInWhichClassesDiffer) {
  const auto [x, truth] = hidden_classes(300, 6, 5, 1);
  for (const TcsVmSearch search : both_searches) {
    const double reference = tcs_vm_reference_gamma(x, truth);
    const auto result = tcs_vm(x, truth, {.search = search, .gamma = 0.1 * reference, .iterations = 2000});
    EXPECT_TRUE(result.converged);
    EXPECT_THAT(result.warning, IsEmpty());
    EXPECT_GT(share_of_what_matters(result), 0.45);  // the identity has 2/6
    EXPECT_EQ(result.map.name, "tcs-vm");
    EXPECT_EQ(result.objective.trace.size(), static_cast<std::size_t>(result.iterations) + 1);
    EXPECT_EQ(result.objective.trace.back(), result.objective.value);
    EXPECT_LT(result.objective.value, result.objective.trace.front());
  }
}

TEST(TcsVm, TheJointSearchEndsWhereTheGradientIsZeroAndNeverRises) {
  const auto [x, truth] = hidden_classes(200, 5, 4, 2);
  const auto result = tcs_vm(x, truth, {.gamma = tcs_vm_reference_gamma(x, truth)});
  ASSERT_TRUE(result.converged);
  Matrix unit = x;
  unit.rowwise().normalize();
  const tcs_vm_detail::Problem problem(unit, truth, 4, result.gamma, {});
  const auto at_end = problem.evaluate(result.map.map);
  EXPECT_NEAR(at_end.value, result.objective.value, 1e-10 * std::abs(result.objective.value));
  EXPECT_DOUBLE_EQ(at_end.kappa, result.kappa);
  EXPECT_LT(at_end.gradient.norm() / 200, 1e-6);
  const auto& trace = result.objective.trace;
  for (std::size_t t = 1; t < trace.size(); ++t) EXPECT_LE(trace[t], trace[t - 1]);
}

TEST(TcsVm, GammaIsChosenOnClassesHeldOut) {
  const auto [x, truth] = hidden_classes(120, 4, 4, 17);
  const auto result = tcs_vm(x, truth, {.iterations = 20, .splits = 1, .restarts = 1});
  ASSERT_TRUE(result.curve.possible);
  EXPECT_EQ(result.curve.tried.size(), gamma_grid().size());
  EXPECT_DOUBLE_EQ(result.gamma, result.curve.chosen().gamma * tcs_vm_reference_gamma(x, truth));
  const auto again = tcs_vm(x, truth, {.iterations = 20, .splits = 1, .restarts = 1}, {.threads = 3});
  EXPECT_EQ(again.map.map, result.map.map);
}

TEST(TcsVm, TheJointSearchEndsAtOrBelowTheAlternation) {
  for (const std::uint64_t seed : {3, 4, 5})
    for (const auto kappa : {std::optional<double>{}, std::optional<double>{1.0}}) {
      const auto [x, truth] = hidden_classes(150, 4, 3, seed);
      const auto joint = tcs_vm(x, truth, {.kappa = kappa, .iterations = 3000});
      const auto turns = tcs_vm(x, truth, {.search = TcsVmSearch::alternating, .kappa = kappa});
      EXPECT_EQ(joint.gamma, turns.gamma);
      EXPECT_LE(joint.objective.value, turns.objective.value * (1 + 1e-9));
    }
}

TEST(TcsVm, TheLengthOfAnItemDoesNotMatter) {
  const auto [x, truth] = hidden_classes(120, 4, 3, 6);
  Matrix scaled = x;
  for (Index i = 0; i < x.rows(); ++i) scaled.row(i) *= std::ldexp(1.0, static_cast<int>(i % 40) - 20);
  EXPECT_TRUE(tcs_vm(x, truth).map.map.isApprox(tcs_vm(scaled, truth).map.map, 1e-6));
  EXPECT_NEAR(tcs_vm(x, truth).objective.value, tcs_vm(Matrix(1e200 * x), truth).objective.value, 1e-8);
}

TEST(TcsVm, TurningTheItemsTurnsTheMetricWithThem) {
  const auto [x, truth] = hidden_classes(120, 3, 3, 7);
  const double c = std::cos(0.5), s = std::sin(0.5);
  const Matrix turn{{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  const auto plain = tcs_vm(x, truth), turned = tcs_vm(Matrix(x * turn), truth);
  EXPECT_NEAR(plain.objective.value, turned.objective.value, 1e-7);
  EXPECT_TRUE(metric_of(turned).isApprox(turn.transpose() * metric_of(plain) * turn, 1e-3));
}

TEST(TcsVm, AKappaThatIsGivenStays) {
  const auto [x, truth] = hidden_classes(90, 4, 3, 8);
  EXPECT_EQ(tcs_vm(x, truth, {.kappa = 1.0}).kappa, 1);
  EXPECT_GT(tcs_vm(x, truth).kappa, 1);
}

TEST(TcsVm, MuchWeightOnTheRegulariserKeepsTheIdentity) {
  const auto [x, truth] = hidden_classes(90, 4, 3, 9);
  EXPECT_TRUE(tcs_vm(x, truth, {.gamma = 1e9}).map.map.isApprox(Matrix::Identity(4, 4), 1e-6));
}

TEST(TcsVm, OneClassTeachesNothing) {
  const auto x = random_matrix(20, 3, 10);
  for (const TcsVmSearch search : both_searches) {
    const auto result = tcs_vm(x, std::vector<int>(20, 0), {.search = search});
    EXPECT_EQ(result.map.map, Matrix::Identity(3, 3));
    EXPECT_EQ(result.objective.value, 0);
    EXPECT_EQ(result.gamma, 1);
  }
}

TEST(TcsVm, TwoClassesAndClassesOfOneItemAreFine) {
  const auto [x, truth] = hidden_classes(40, 3, 2, 11);
  std::vector<int> own;
  for (int i = 0; i < 40; ++i) own.push_back(i);
  for (const TcsVmSearch search : both_searches) {
    EXPECT_TRUE(tcs_vm(x, truth, {.search = search}).map.map.allFinite());
    const auto single = tcs_vm(x, own, {.search = search, .gamma = 1.0, .iterations = 5});
    EXPECT_TRUE(single.map.map.allFinite());
    EXPECT_TRUE(std::isfinite(single.objective.value));
  }
}

TEST(TcsVm, ALowerRankMapsToFewerDimensions) {
  const auto [x, truth] = hidden_classes(200, 6, 5, 12);
  const auto result = tcs_vm(x, truth, {.gamma = 1.0, .rank = 2});
  EXPECT_EQ(result.map.map.rows(), 6);
  EXPECT_EQ(result.map.map.cols(), 2);
  EXPECT_GT(share_of_what_matters(result), 0.7);
}

TEST(TcsVm, AnItemThatTheMapShrinksToNothingEndsTheSearchAndIsNamed) {
  // One dimension starts along the first feature, of which the last item has nothing.
  const Matrix x{{9, 9}, {1, 0}, {1, 0}, {-1, 0}, {-1, 0}, {0, 1}};
  const std::vector<int> labels{unlabelled, 0, 0, 1, 1, 1};
  for (const TcsVmSearch search : both_searches) {
    const auto result = tcs_vm(x, labels, {.search = search, .rank = 1});
    EXPECT_TRUE(result.map.map.allFinite());
    EXPECT_FALSE(result.converged);
    EXPECT_THAT(result.warning, AllOf(HasSubstr("row 6 of the items"), HasSubstr("use a larger gamma")));
  }
}

TEST(TcsVm, UnlabelledItemsAreNotLookedAt) {
  const auto [x, truth] = hidden_classes(60, 4, 3, 13);
  Matrix more(62, 4);
  more << Matrix::Zero(1, 4), x, Matrix::Ones(1, 4);
  std::vector<int> labels{unlabelled};
  labels.insert(labels.end(), truth.begin(), truth.end());
  labels.push_back(unlabelled);
  EXPECT_EQ(tcs_vm(more, labels).map.map, tcs_vm(x, truth).map.map);
}

TEST(TcsVm, SparseItemsAndOtherNumbersOfClassesGiveTheSame) {
  const auto [x, truth] = hidden_classes(60, 4, 3, 14);
  std::vector<int> renamed;
  for (const int label : truth) renamed.push_back(10 + 7 * label);
  EXPECT_EQ(tcs_vm(to_sparse(x), renamed).map.map, tcs_vm(x, truth).map.map);
}

TEST(TcsVm, TheNumberOfThreadsDoesNotShow) {
  const auto [x, truth] = hidden_classes(3000, 5, 4, 15);
  for (const TcsVmSearch search : both_searches) {
    const TcsVmOptions options{.search = search, .gamma = 30.0, .iterations = 5};
    const auto one = tcs_vm(x, truth, options, {.threads = 1});
    const auto four = tcs_vm(x, truth, options, {.threads = 4});
    EXPECT_EQ(one.map.map, four.map.map);  // equal, not merely close
    EXPECT_EQ(one.objective.trace, four.objective.trace);
  }
}

TEST(TcsVm, StopsWhenAskedAndKeepsWhatItHas) {
  const auto [x, truth] = hidden_classes(100, 4, 3, 16);
  for (const TcsVmSearch search : both_searches) {
    std::stop_source source;
    const bellwether::Run run{.on_progress =
                                  [&](const Progress& p) {
                                    if (p.iteration >= 1) source.request_stop();
                                  },
                              .stop = source.get_token()};
    const auto result = tcs_vm(x, truth, {.search = search, .tolerance = 1e-14}, run);
    EXPECT_TRUE(result.stopped);
    EXPECT_FALSE(result.converged);
    EXPECT_LT(result.iterations, 5);
    EXPECT_TRUE(result.map.map.allFinite());
  }
}

TEST(TcsVm, SaysWhatIsWrong) {
  const Matrix x{{1, 2}, {0, 0}, {3, 1}};
  const std::vector<int> labels{unlabelled, 0, 1};
  EXPECT_THAT([&] { tcs_vm(x, labels); },
              ThrowsMessage<InvalidInput>(HasSubstr("row 2 of the items is all zeros")));
  EXPECT_THAT(
      [&] {
        tcs_vm(x, std::vector<int>{0, 1});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("2 labels for 3 items")));
  EXPECT_THAT([&] { tcs_vm(x, std::vector<int>(3, unlabelled)); },
              ThrowsMessage<InvalidInput>(HasSubstr("no item has a known class")));
  EXPECT_THAT([&] { tcs_vm(x, labels, {.rank = 3}); },
              ThrowsMessage<InvalidOption>(HasSubstr("rank is 3, but the items have 2 features")));
  EXPECT_THAT([&] { tcs_vm(x, labels, {.gamma = -1.0}); }, ThrowsMessage<InvalidOption>(HasSubstr("gamma")));
  const Matrix broken{{1, 2}, {std::numeric_limits<double>::quiet_NaN(), 0}, {3, 1}};
  EXPECT_THROW(tcs_vm(broken, labels), InvalidInput);
}

}  // namespace
}  // namespace bellwether
