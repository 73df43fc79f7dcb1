#include <bellwether/transforms/tcs_gm.h>

#include <gmock/gmock.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/information.h>
#include <bellwether/transforms/classes.h>
#include <tests/transforms/tcs_support.h>

namespace bellwether {
namespace {

using namespace testing_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using Dense = Eigen::MatrixXd;

const std::vector<TcsForm> both_forms{TcsForm::full, TcsForm::diagonal};

TcsGmResult learn(const LabelledItems& data, const TcsGmOptions& options = {},
                  const bellwether::Run& run = {}) {
  return tcs_gm(data.items, data.truth, options, run);
}

/// Six classes in a row, 8 apart in the first feature; the second is wider and says nothing.
LabelledItems in_a_row(Index count, std::uint64_t random_seed) {
  LabelledItems made{random_matrix(count, 2, random_seed), {}};
  made.items.col(1) *= 25;
  for (Index i = 0; i < count; ++i) {
    made.truth.push_back(static_cast<int>(i % 6));
    made.items(i, 0) += 8.0 * static_cast<double>(i % 6);
  }
  return made;
}

/// A matrix that turns and nothing else.
Dense rotation(Index features, std::uint64_t random_seed) {
  return SymmetricEigen(random_metric(features, random_seed)).eigenvectors();
}

TEST(TcsGm, WhatItLearnsFromSomeClassesFindsOthers) {
  const LabelledItems data = in_a_row(300, 1);
  std::vector<int> known = data.truth;
  std::vector<Index> others;
  std::vector<int> truth;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] >= 3) {
      known[i] = unlabelled;
      others.push_back(static_cast<Index>(i));
      truth.push_back(data.truth[i]);
    }
  const Matrix fresh = data.items(others, Eigen::all);
  const auto found = [&](const Matrix& items) {
    return nmi(cross_tabulate(kmeans(items, {.clusters = 3}).labels, truth));
  };
  EXPECT_LT(found(fresh), 0.4);
  for (const Regulariser regulariser : all_regularisers) {
    if (regulariser == Regulariser::logdet) continue;  // leaves the wide feature its weight
    const auto result = tcs_gm(data.items, known, {.regulariser = regulariser, .gamma = 0.01, .tau = 0.0});
    EXPECT_GT(found(fresh * result.map.map), 0.95) << static_cast<int>(regulariser);
  }
}

TEST(TcsGm, TheMapIsTheRootOfTheMetricAndTheObjectiveThatOfTheMetric) {
  const LabelledItems data = overlapping_classes(60, 4, 3, 3);
  for (const Regulariser regulariser : all_regularisers) {
    const auto result = learn(data, {.regulariser = regulariser, .gamma = 0.7, .tau = 0.5});
    EXPECT_EQ(result.map.name, "tcs-gm");
    EXPECT_EQ(result.map.map, result.map.map.transpose());
    EXPECT_LT((result.map.map * result.map.map - result.metric).norm(), 1e-12 * result.metric.norm());
    EXPECT_TRUE(result.converged);
    EXPECT_LE(result.gap, 1e-8);
    EXPECT_EQ(result.gamma, 0.7);
    EXPECT_EQ(result.tau, 0.5);
    EXPECT_EQ(result.objective.trace.back(), result.objective.value);
    EXPECT_NEAR(result.objective.value,
                slow_loss(data, 3, result.metric) + 0.7 * slow_lambda(regulariser, result.metric, 0.5), 1e-9);
    EXPECT_NEAR(result.loss, slow_loss(data, 3, result.metric), 1e-9);
  }
}

TEST(TcsGm, ADiagonalMetricHasAWeightForEachFeatureAndIsNeverBetterThanAFullOne) {
  const LabelledItems data = overlapping_classes(60, 4, 3, 5);
  for (const Regulariser regulariser : all_regularisers) {
    const auto full = learn(data, {.regulariser = regulariser, .gamma = 0.7});
    const auto diagonal = learn(data, {.regulariser = regulariser, .gamma = 0.7, .form = TcsForm::diagonal});
    EXPECT_TRUE(diagonal.map.only_weights());
    EXPECT_EQ(diagonal.metric.rows(), 1);
    EXPECT_LT((diagonal.map.weights.cwiseAbs2() - diagonal.metric.row(0).transpose()).norm(), 1e-14);
    EXPECT_GE(diagonal.objective.value, full.objective.value * (1 - 1e-8));
    EXPECT_LE(diagonal.gap, 1e-8);
  }
}

TEST(TcsGm, ManySparseFeaturesStaySparse) {
  const Index count = 60, features = 20000;
  SparseMatrix items;
  items.columns = features;
  std::vector<int> labels;
  Random random(1);
  for (Index i = 0; i < count; ++i) {
    const auto label = static_cast<std::int32_t>(i % 2);
    labels.push_back(label);
    // Words 0 and 1 tell the classes apart; one other by chance does not.
    items.column_of.push_back(label);
    items.column_of.push_back(static_cast<std::int32_t>(2 + random.below(features - 2)));
    items.values.insert(items.values.end(), {1.0, 1.0});
    items.starts.push_back(static_cast<std::int64_t>(items.values.size()));
  }
  const auto result = tcs_gm(items, labels, {.gamma = 0.1, .form = TcsForm::diagonal});
  EXPECT_TRUE(result.converged);
  EXPECT_GT(result.map.weights.head(2).minCoeff(), 1.5 * result.map.weights.tail(features - 2).maxCoeff());
}

TEST(TcsGm, TurnedItemsGiveATurnedMetric) {
  const LabelledItems data = overlapping_classes(70, 4, 3, 7);
  const Dense turn = rotation(4, 8);
  const LabelledItems turned{data.items * turn, data.truth};
  for (const Regulariser regulariser :
       {Regulariser::identity, Regulariser::l2, Regulariser::nuclear, Regulariser::logdet}) {
    const TcsGmOptions options{.regulariser = regulariser, .gamma = 0.5, .tau = 0.5, .tolerance = 1e-11};
    const auto one = learn(data, options), other = learn(turned, options);
    EXPECT_NEAR(one.objective.value, other.objective.value, 1e-9 * one.objective.value);
    EXPECT_LT((turn.transpose() * one.metric * turn - other.metric).norm(), 1e-4 * one.metric.norm());
    EXPECT_LT((turn.transpose() * one.map.map * turn - other.map.map).norm(), 1e-2 * one.map.map.norm());
  }
}

TEST(TcsGm, ItemsMovedOrInAnotherOrderTeachTheSame) {
  const LabelledItems data = overlapping_classes(50, 3, 3, 9);
  LabelledItems moved = data;
  moved.items.rowwise() += Eigen::RowVector3d(100, -20, 3);
  std::vector<Index> order(50);
  for (Index i = 0; i < 50; ++i) order[static_cast<std::size_t>(i)] = (i * 7) % 50;
  LabelledItems shuffled{data.items(order, Eigen::all), {}};
  for (const Index i : order) shuffled.truth.push_back(2 * data.truth[static_cast<std::size_t>(i)] + 3);
  const TcsGmOptions options{.gamma = 0.5, .tolerance = 1e-11};
  const auto one = learn(data, options);
  EXPECT_LT((one.metric - learn(moved, options).metric).norm(), 1e-4);
  EXPECT_LT((one.metric - learn(shuffled, options).metric).norm(), 1e-4);
}

TEST(TcsGm, ItemsToBeClusteredTakeNoPart) {
  LabelledItems data = overlapping_classes(40, 3, 2, 11);
  LabelledItems more{Matrix(60, 3), data.truth};
  more.items << data.items, 50 * random_matrix(20, 3, 12);
  more.truth.resize(60, unlabelled);
  for (const TcsForm form : both_forms) {
    const TcsGmOptions options{.gamma = 1.0, .form = form};
    EXPECT_EQ(learn(data, options).metric, learn(more, options).metric);
  }
}

TEST(TcsGm, AGammaLeftOpenFitsTheNumberOfItems) {
  const LabelledItems once = overlapping_classes(40, 3, 2, 13);
  LabelledItems twice{Matrix(80, 3), once.truth};
  twice.items << once.items, once.items;
  twice.truth.insert(twice.truth.end(), once.truth.begin(), once.truth.end());
  for (const Regulariser regulariser : all_regularisers) {
    const auto one = learn(once, {.regulariser = regulariser, .tolerance = 1e-11});
    const auto two = learn(twice, {.regulariser = regulariser, .tolerance = 1e-11});
    EXPECT_NEAR(two.gamma, 2 * one.gamma, 1e-9 * two.gamma);
    EXPECT_LT((one.metric - two.metric).norm(), 1e-4 * one.metric.norm());
  }
}

TEST(TcsGm, OneClassTeachesNothing) {
  LabelledItems data = overlapping_classes(20, 3, 1, 15);
  const Matrix unit = Matrix::Identity(3, 3);
  EXPECT_LT((learn(data, {.tau = 0.25}).metric - 0.25 * unit).norm(), 1e-12);
  EXPECT_LT((learn(data, {.regulariser = Regulariser::l1, .tau = 0.25}).metric - 0.25 * unit).norm(), 1e-12);
  EXPECT_LT((learn(data, {.regulariser = Regulariser::logdet}).metric - unit).norm(), 1e-12);
  EXPECT_EQ(learn(data).gap, 0);
  EXPECT_THROW(learn(data, {.tau = 0.0}), InvalidInput);
  EXPECT_THROW(learn(data, {.regulariser = Regulariser::l2, .rank = 2}), InvalidInput);
  for (const Regulariser regulariser : {Regulariser::l2, Regulariser::nuclear})
    for (const TcsForm form : both_forms)
      EXPECT_THAT([&] { learn(data, {.regulariser = regulariser, .form = form}); },
                  ThrowsMessage<InvalidInput>(AllOf(HasSubstr("one class tells nothing apart"),
                                                    HasSubstr("regulariser = identity"))));
}

TEST(TcsGm, ClassesWithOneMeanTeachNothing) {
  LabelledItems data{Matrix{{-1.0, 0.0}, {1.0, 0.0}, {0.0, -1.0}, {0.0, 1.0}}, {0, 0, 1, 1}};
  EXPECT_LT((learn(data).metric - Matrix::Identity(2, 2)).norm(), 1e-12);
  EXPECT_THAT([&] { learn(data, {.regulariser = Regulariser::l2}); },
              ThrowsMessage<InvalidInput>(HasSubstr("all 2 classes have the same mean")));
  data.items.setConstant(4);
  EXPECT_LT((learn(data).metric - Matrix::Identity(2, 2)).norm(), 1e-12);
}

TEST(TcsGm, SaysWhichGammaLeavesSomething) {
  const LabelledItems data = overlapping_classes(20, 3, 2, 17);
  EXPECT_THAT([&] { learn(data, {.regulariser = Regulariser::nuclear, .gamma = 1e6}); },
              ThrowsMessage<InvalidOption>(AllOf(HasSubstr("gamma = 1000000 leaves nothing of the items"),
                                                 HasSubstr("leave it to the method, which takes"))));
  EXPECT_THROW(learn(data, {.regulariser = Regulariser::nuclear, .gamma = 1e6, .rank = 1}), InvalidOption);
}

TEST(TcsGm, AwkwardItemsHaveASolution) {
  const LabelledItems singles{random_matrix(5, 3, 19), {0, 1, 2, 3, 4}};  // a class each
  const LabelledItems wide = overlapping_classes(8, 30, 3, 21);           // more features than items
  LabelledItems doubled = overlapping_classes(12, 2, 2, 23);              // every item twice
  doubled.items.bottomRows(6) = doubled.items.topRows(6).eval();
  const LabelledItems apart{random_matrix(20, 2, 25) * 0.01, {}};
  LabelledItems separable = apart;
  for (Index i = 0; i < 20; ++i) {
    separable.truth.push_back(static_cast<int>(i % 2));
    separable.items(i, 0) += static_cast<double>(i % 2);
  }
  for (const LabelledItems& data : {singles, wide, doubled, separable})
    for (const TcsForm form : both_forms)
      for (const Regulariser regulariser : all_regularisers) {
        const auto result =
            learn(data, {.regulariser = regulariser, .gamma = 0.01, .form = form, .tolerance = 1e-6});
        EXPECT_TRUE(result.metric.allFinite() && result.converged) << static_cast<int>(regulariser);
        EXPECT_LE(result.gap, 1e-6);
      }
}

TEST(TcsGm, SeparableClassesHaveASolutionAtATinyGamma) {
  LabelledItems data = overlapping_classes(30, 2, 3, 27);
  data.items *= 0.01;
  for (Index i = 0; i < 30; ++i) data.items(i, 0) += static_cast<double>(i % 3);
  for (const Regulariser regulariser : {Regulariser::identity, Regulariser::l2}) {
    const auto result = learn(data, {.regulariser = regulariser, .gamma = 1e-12, .iterations = 20000});
    EXPECT_TRUE(result.metric.allFinite());
    EXPECT_TRUE(result.converged);
    EXPECT_LT(result.objective.value, 1e-6);
  }
}

TEST(TcsGm, ClassesThatAreApartAlreadyLeaveDistancesAlone) {
  const LabelledItems data{Matrix{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1e4}, {1.0, 1e4}}, {0, 0, 1, 1}};
  const auto result = learn(data);
  EXPECT_EQ(result.objective.value, 0);
  EXPECT_EQ(result.gap, 0);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.metric, Matrix::Identity(2, 2));
}

TEST(TcsGm, AMapOfAGivenRankHasThatManyDimensions) {
  const LabelledItems data = overlapping_classes(60, 5, 4, 29);
  for (const Regulariser regulariser : {Regulariser::identity, Regulariser::l2, Regulariser::nuclear}) {
    const auto result = learn(data, {.regulariser = regulariser, .gamma = 0.5, .rank = 2});
    EXPECT_EQ(result.map.map.rows(), 5);
    EXPECT_EQ(result.map.map.cols(), 2);
    EXPECT_LT((result.map.map * result.map.map.transpose() - result.metric).norm(), 1e-12);
    const auto any = learn(data, {.regulariser = regulariser, .gamma = 0.5});
    EXPECT_GE(result.objective.value, any.objective.value * (1 - 1e-8));
    EXPECT_LE(result.objective.value * (1 - result.gap), any.objective.value * (1 + 1e-8));
    EXPECT_EQ(learn(data, {.regulariser = regulariser, .gamma = 0.5, .rank = 5}).metric, any.metric);
  }
}

TEST(TcsGm, TheNumberOfThreadsDoesNotShow) {
  const LabelledItems data = overlapping_classes(4000, 4, 3, 31);
  for (const int rank : {0, 2}) {
    const TcsGmOptions options{.gamma = 10.0, .rank = rank};
    const auto one = learn(data, options, {.threads = 1});
    for (const int threads : {2, 4}) {
      const auto more = learn(data, options, {.threads = threads});
      EXPECT_EQ(one.metric, more.metric);
      EXPECT_EQ(one.map.map, more.map.map);
      EXPECT_EQ(one.objective.trace, more.objective.trace);
    }
  }
}

TEST(TcsGm, StopsWhenAskedAndKeepsTheBestSoFar) {
  const LabelledItems data = overlapping_classes(60, 4, 3, 33);
  for (const int rank : {0, 2}) {
    std::stop_source stop;
    int reports = 0;
    const bellwether::Run run{.on_progress =
                                  [&](const Progress& progress) {
                                    EXPECT_STREQ(progress.stage, "learning a metric");
                                    if (++reports == 3) stop.request_stop();
                                  },
                              .stop = stop.get_token()};
    const auto result = learn(data, {.gamma = 1e-3, .rank = rank}, run);
    EXPECT_TRUE(result.stopped);
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(reports, 3);
    EXPECT_LT(result.objective.value, result.objective.trace.front());
    EXPECT_GT(result.gap, 1e-8);
  }
}

TEST(TcsGm, SaysWhatIsWrongAndWhatToDo) {
  const LabelledItems data = overlapping_classes(12, 3, 2, 35);
  EXPECT_THAT([&] { tcs_gm(data.items, std::vector<int>(12, unlabelled)); },
              ThrowsMessage<InvalidInput>(HasSubstr("no item has a known class")));
  EXPECT_THAT([&] { tcs_gm(data.items, std::vector<int>(3, 0), {.form = TcsForm::diagonal}); },
              ThrowsMessage<InvalidInput>(HasSubstr("3 labels for 12 items")));
  EXPECT_THAT([&] { learn(data, {.gamma = 0.0}); }, ThrowsMessage<InvalidOption>(HasSubstr("gamma")));
  EXPECT_THAT([&] { learn(data, {.tau = -1.0}); }, ThrowsMessage<InvalidOption>(HasSubstr("tau")));
  EXPECT_THAT([&] { learn(data, {.form = TcsForm::diagonal, .rank = 2}); },
              ThrowsMessage<InvalidOption>(HasSubstr("form = diagonal")));
  EXPECT_THAT([&] { learn(data, {.regulariser = Regulariser::logdet, .rank = 2}); },
              ThrowsMessage<InvalidOption>(HasSubstr("identity, l2 and nuclear")));
  LabelledItems huge = data;
  huge.items(3, 1) = 1e200;
  for (const TcsForm form : both_forms)
    EXPECT_THAT([&] { learn(huge, {.form = form}); },
                ThrowsMessage<InvalidInput>(HasSubstr("divide every value by the largest")));
  huge.items(3, 1) = std::nan("");
  EXPECT_THROW(learn(huge, {.form = TcsForm::diagonal}), InvalidInput);
}

}  // namespace
}  // namespace bellwether
