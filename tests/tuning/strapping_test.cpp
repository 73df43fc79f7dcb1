#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/tuning/least_squares.h>
#include <bellwether/tuning/ranks.h>
#include <bellwether/tuning/strapping.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_matrix;

double kernel(const Matrix& x, Index i, const Matrix& y, Index j, double sigma) {
  return std::exp(-(x.row(i) - y.row(j)).squaredNorm() / (2 * sigma * sigma));
}

/// One number for each example, spread evenly over [0, 1], with an error of its own.
template <class Error>
RankedGroup line(int examples, const Error& error) {
  RankedGroup group{Matrix(examples, 1), {}};
  for (int i = 0; i < examples; ++i) {
    group.examples(i, 0) = i / (examples - 1.0);
    group.errors.push_back(error(group.examples(i, 0)));
  }
  return group;
}

std::vector<RankedGroup> random_groups(int count, int examples, std::uint64_t seed) {
  Random random(seed);
  std::vector<RankedGroup> groups;
  for (int g = 0; g < count; ++g) {
    groups.push_back({random_matrix(examples, 3, random.bits()), {}});
    for (int i = 0; i < examples; ++i) groups.back().errors.push_back(static_cast<double>(random.below(6)));
    groups.back().errors.front() = -1;
  }
  return groups;
}

/// The dual without bias, one pair after the other: alpha <- alpha + (1 - margin) / K within [0, price].
/// `at` holds the examples whose scores are asked for.
Vector slow_scores(const std::vector<RankedGroup>& groups, const RankingSvmOptions& options,
                   const Matrix& at) {
  struct Pair {
    Index better, worse;
    double alpha;
  };
  Matrix all(0, groups.front().examples.cols());
  std::vector<Pair> pairs;
  for (const RankedGroup& group : groups) {
    const Index first = all.rows();
    all.conservativeResize(first + group.examples.rows(), Eigen::NoChange);
    all.bottomRows(group.examples.rows()) = group.examples;
    for (std::size_t a = 0; a < group.errors.size(); ++a)
      for (std::size_t b = 0; b < group.errors.size(); ++b)
        if (group.errors[a] < group.errors[b])
          pairs.push_back({first + static_cast<Index>(a), first + static_cast<Index>(b), 0});
  }
  const auto f = [&](const Matrix& x, Index i) {
    double sum = 0;
    for (const Pair& p : pairs)
      sum +=
          p.alpha * (kernel(all, p.better, x, i, options.sigma) - kernel(all, p.worse, x, i, options.sigma));
    return sum;
  };
  const double price = options.c / static_cast<double>(groups.size());
  for (int sweep = 0; sweep < 400; ++sweep)
    for (Pair& p : pairs) {
      const double curvature = 2 - 2 * kernel(all, p.better, all, p.worse, options.sigma);
      const double margin = f(all, p.better) - f(all, p.worse);
      p.alpha = std::clamp(p.alpha + (1 - margin) / curvature, 0.0, price);
    }
  Vector scores(at.rows());
  for (Index i = 0; i < at.rows(); ++i) scores[i] = f(at, i);
  return scores;
}

TEST(RankingSvm, OfOnePairIsTheAnswerWorkedByHand) {
  // K = k(a,a) - 2 k(a,b) + k(b,b) = 2 - 2/e at a distance of 1 with sigma^2 = 1/2: alpha = 1 / K, or c.
  const double near = std::exp(-1.0), sigma = std::sqrt(0.5);
  const std::vector<RankedGroup> groups{{Matrix{{0}, {1}}, {0.7, 0.2}}};
  const RankingSvm dear = train_ranking_svm(groups, {100, sigma});
  EXPECT_THAT(dear.weights.cwiseAbs().maxCoeff(), DoubleNear(1 / (2 - 2 * near), 1e-4));
  const Vector scores = scores_of(dear, Matrix{{0}, {1}});
  EXPECT_NEAR(scores[1] - scores[0], 1, 1e-4);   // the pair keeps its margin
  EXPECT_NEAR(scores[1] + scores[0], 0, 1e-15);  // and there is no bias
  const Vector cheap = scores_of(train_ranking_svm(groups, {0.1, sigma}), Matrix{{1}});
  EXPECT_NEAR(cheap[0], 0.1 * (1 - near), 1e-9);
}

TEST(RankingSvm, OrdersWhatItsGroupsOrder) {
  const auto rising = [](double x) { return x; };
  const RankingSvm svm = train_ranking_svm({line(5, rising), line(8, rising)}, {1, 1});
  const Vector scores = scores_of(svm, line(20, rising).examples);
  for (Index i = 1; i < 20; ++i) EXPECT_LT(scores[i], scores[i - 1]);
}

TEST(RankingSvm, FindsTheBestInTheMiddle) {
  const auto valley = [](double x) { return (x - 0.6) * (x - 0.6); };
  const RankingSvm svm = train_ranking_svm({line(9, valley), line(10, valley)}, {100, 0.5});
  const RankedGroup other = line(21, valley);
  const Vector scores = scores_of(svm, other.examples);
  Index best = 0;
  scores.maxCoeff(&best);
  EXPECT_NEAR(other.examples(best, 0), 0.6, 0.051);
  EXPECT_GT(scores[12], scores[20]);
  EXPECT_GT(scores[20], scores[0]);
}

RC_GTEST_PROP(RankingSvm, AgreesWithASlowOneThatHasNoBias, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const auto groups = random_groups(2, 4, seed);
  const RankingSvmOptions options{*rc::gen::element(0.1, 1.0, 3.0), *rc::gen::element(0.5, 1.0)};
  const Matrix at = random_matrix(5, 3, seed + 1);
  const RankingSvm svm = train_ranking_svm(groups, options);
  const Vector scores = scores_of(svm, at), slow = slow_scores(groups, options, at);
  // libsvm stops when no pair is out of order by more than 1e-4.
  for (Index i = 0; i < at.rows(); ++i) RC_ASSERT(std::abs(scores[i] - slow[i]) < 5e-3);
  RC_ASSERT(std::abs(svm.weights.sum()) < 1e-12 * svm.weights.cwiseAbs().sum());
}

TEST(RankingSvm, DoesNotCareInWhichOrderItIsTaught) {
  auto groups = random_groups(4, 6, 21);
  const Matrix at = random_matrix(10, 3, 22);
  const Vector scores = scores_of(train_ranking_svm(groups, {10, 0.5}), at);
  std::swap(groups[0], groups[2]);
  std::reverse(groups[1].errors.begin(), groups[1].errors.end());
  groups[1].examples = Matrix(groups[1].examples.colwise().reverse());
  EXPECT_EQ(scores, scores_of(train_ranking_svm(groups, {10, 0.5}), at));
}

TEST(RankingSvm, CostsTheSamePerGroupHoweverManyThereAre) {
  const auto groups = random_groups(2, 5, 5);
  std::vector<RankedGroup> twice = groups;
  twice.insert(twice.end(), groups.begin(), groups.end());
  const Matrix at = random_matrix(6, 3, 2);
  const Vector once = scores_of(train_ranking_svm(groups, {1, 1}), at);
  EXPECT_LT((once - scores_of(train_ranking_svm(twice, {1, 1}), at)).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(RankingSvm, HasNothingToSayOfExamplesThatAreAllAlike) {
  const RankingSvm svm = train_ranking_svm({{Matrix::Ones(4, 2), {0.1, 0.2, 0.3, 0.4}}}, {10, 1});
  EXPECT_NEAR(scores_of(svm, Matrix{{0, 0}})[0], 0, 1e-12);
}

TEST(RankingSvm, LearnsOnSeveralThreadsAtOnce) {
  std::array<RankingSvm, 16> svms;
  on_threads(4, [&] {
    for_each_parallel(16, [&](int n) {
      svms[static_cast<std::size_t>(n)] =
          train_ranking_svm(random_groups(4, 6, static_cast<std::uint64_t>(n % 2)), {1, 1});
    });
  });
  for (std::size_t n = 2; n < 16; ++n) EXPECT_EQ(svms[n].weights, svms[n % 2].weights);
}

TEST(RankingSvm, SaysWhatItCannotLearnFrom) {
  EXPECT_THAT(
      [] {
        train_ranking_svm({{Matrix{{1}, {2}}, {0.5, 0.5}}}, {});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("all errors are equal")));
  EXPECT_THAT([] { train_ranking_svm({}, {}); }, ThrowsMessage<InvalidInput>(HasSubstr("nothing to learn")));
  EXPECT_THAT(
      [] {
        train_ranking_svm({{Matrix{{1}, {2}}, {0.5}}}, {});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("2 examples, but 1 errors")));
  EXPECT_THAT(
      [] {
        train_ranking_svm({{Matrix{{1}, {NAN}}, {0.5, 0.1}}}, {});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("missing or infinite")));
  EXPECT_THAT([] { train_ranking_svm({}, {.c = 0}); }, ThrowsMessage<InvalidOption>(HasSubstr("c is 0")));
  EXPECT_THAT([] { train_ranking_svm({}, {.sigma = -1}); },
              ThrowsMessage<InvalidOption>(HasSubstr("sigma is -1")));
  EXPECT_THAT([] { train_ranking_svm({line(100, [](double x) { return x; })}, {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("4950 pairs")));
}

const std::vector<double> five_values{0.2, 0.4, 0.6, 0.8, 1.0};

/// Errors of noise alone, and cues that tell them to the given share.
std::vector<Lesson> random_lessons(int count, double told, std::uint64_t seed) {
  Random random(seed);
  std::vector<Lesson> lessons;
  for (int l = 0; l < count; ++l) {
    Lesson lesson{std::to_string(l), Matrix(5, 4), {}};
    for (Index i = 0; i < 5; ++i) {
      lesson.errors.push_back(random.uniform());
      for (Index j = 0; j < 4; ++j)
        lesson.cues(i, j) = told * lesson.errors.back() + (1 - told) * random.uniform() + l;
    }
    lessons.push_back(lesson);
  }
  return lessons;
}

TEST(Strapping, PicksClusteringsThatItsCuesBetray) {
  for (const CueScale scale : {CueScale::every, CueScale::plain}) {
    const Strapping strapping = learn_strapping(five_values, random_lessons(5, 1, 3), {.scale = scale});
    EXPECT_GT(strapping.rank_correlation, 0.7);
    double regret = 0;  // the mean error is 1/2, that of the best 1/6
    for (const Lesson& other : random_lessons(20, 1, 4)) {
      const Ranked ranked = rank(strapping, other.cues);
      EXPECT_EQ(ranked.scores.size(), 5);
      regret += other.errors[ranked.best] - *std::ranges::min_element(other.errors);
    }
    EXPECT_LT(regret / 20, 0.03);
  }
}

TEST(Strapping, LeavesOutASigmaThatSeesNothingBeyondItsLessons) {
  const Strapping strapping =
      learn_strapping(five_values, random_lessons(5, 1, 3), {.c = {10}, .sigma = {1e-3, 1}});
  EXPECT_EQ(strapping.chosen.sigma, 1);
}

RC_GTEST_PROP(Strapping, ChoosesBySmallestErrorThenCorrelationThenSimplicity, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const auto lessons = random_lessons(3, 0.5, seed);
  const StrappingOptions options{.c = {0.1, 10}, .sigma = {0.5, 1, 2}};
  const Strapping strapping = learn_strapping(five_values, lessons, options);
  std::array<double, 4> best{9, 0, 0, 0};  // error, -correlation, c, -sigma
  for (const double c : options.c)
    for (const double sigma : options.sigma) {
      std::array<double, 4> found{0, 0, c, -sigma};
      for (std::size_t l = 0; l < 3; ++l) {
        std::vector<Lesson> others = lessons;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(l));
        const Ranked ranked =
            rank(learn_strapping(five_values, others, {.c = {c}, .sigma = {sigma}}), lessons[l].cues);
        std::vector<double> scores(ranked.scores.data(), ranked.scores.data() + 5);
        found[0] += lessons[l].errors[ranked.best] / 3;
        found[1] += rank_correlation(scores, lessons[l].errors) / 3;
      }
      best = std::min(best, found);
    }
  RC_ASSERT(strapping.chosen.c == best[2]);
  RC_ASSERT(strapping.chosen.sigma == -best[3]);
  RC_ASSERT(std::abs(strapping.error - best[0]) < 1e-12);
  RC_ASSERT(std::abs(strapping.rank_correlation + best[1]) < 1e-12);
}

TEST(Strapping, DoesNotShowTheNumberOfThreads) {
  const auto lessons = random_lessons(5, 0.3, 8);
  const Strapping one = learn_strapping(five_values, lessons, {}, {.threads = 1});
  const Strapping four = learn_strapping(five_values, lessons, {}, {.threads = 4});
  EXPECT_EQ(one.chosen.c, four.chosen.c);
  EXPECT_EQ(one.chosen.sigma, four.chosen.sigma);
  EXPECT_EQ(one.svm.weights, four.svm.weights);
  const StrappingCheck left = check_strapping(five_values, lessons, 4, {}, {.threads = 1});
  const StrappingCheck right = check_strapping(five_values, lessons, 4, {}, {.threads = 4});
  EXPECT_EQ(left.tuned, right.tuned);
  EXPECT_EQ(left.gain, right.gain);
}

TEST(Strapping, OfOneLessonTakesBothSettingsAsOne) {
  const Strapping strapping = learn_strapping(five_values, random_lessons(1, 1, 3));
  EXPECT_EQ(strapping.chosen.c, 1);
  EXPECT_EQ(strapping.chosen.sigma, 1);
}

TEST(Strapping, OfEqualsTakesTheLast) {
  Strapping strapping;
  strapping.values = five_values;
  EXPECT_EQ(rank(strapping, Matrix(Matrix::Zero(5, 4))).best, 4u);
}

TEST(Strapping, StopsWhenAskedAndStillRanks) {
  std::stop_source stop;
  int calls = 0;
  const auto ask = [&](const Progress& progress) {
    EXPECT_LE(progress.iteration, progress.iterations);
    if (++calls == 2) stop.request_stop();
  };
  const auto lessons = random_lessons(5, 1, 3);
  const Strapping strapping =
      learn_strapping(five_values, lessons, {}, {.threads = 1, .on_progress = ask, .stop = stop.get_token()});
  EXPECT_EQ(calls, 2);
  EXPECT_GT(strapping.svm.weights.size(), 0);
  EXPECT_FALSE(check_strapping(five_values, lessons, 4, {}, {.stop = stop.get_token()}).possible);
  const Strapping none = learn_strapping(five_values, lessons, {}, {.stop = stop.get_token()});
  EXPECT_EQ(none.chosen.c, 1);
}

TEST(Strapping, SaysWhatIsWrongWithItsLessons) {
  const auto lessons = random_lessons(2, 1, 3);
  EXPECT_THAT(
      [&] {
        learn_strapping({0.5, 1.0}, lessons);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("lesson '0' has 5 rows of 4 cues and 5 errors")));
  EXPECT_THAT([] { learn_strapping(five_values, {}); }, ThrowsMessage<InvalidInput>(HasSubstr("no lessons")));
  EXPECT_THAT([&] { learn_strapping(five_values, lessons, {.c = {-1}}); },
              ThrowsMessage<InvalidOption>(HasSubstr("c is to be tried at -1")));
  EXPECT_THAT([&] { rank(learn_strapping(five_values, lessons), Matrix(Matrix::Zero(3, 4))); },
              ThrowsMessage<InvalidInput>(HasSubstr("5 values of the option, but 3 clusterings")));
  EXPECT_THAT([&] { check_strapping(five_values, lessons, 5); },
              ThrowsMessage<InvalidInput>(HasSubstr("there are only 5")));
}

TEST(StrappingCheck, SeesAGainWhereThereIsOne) {
  const StrappingCheck check = check_strapping(five_values, random_lessons(6, 0.9, 5), 4);
  EXPECT_TRUE(check.possible);
  EXPECT_GT(check.gain, 2 * check.error);
  const double gain = std::accumulate(check.untuned.begin(), check.untuned.end(), 0.0) -
                      std::accumulate(check.tuned.begin(), check.tuned.end(), 0.0);
  EXPECT_NEAR(check.gain, gain / 6, 1e-15);
}

RC_GTEST_PROP(StrappingCheck, LearnsFromTheOthersAlone, ()) {
  const auto lessons = random_lessons(4, 0.4, *rc::gen::inRange<std::uint64_t>(0, 1'000'000));
  const StrappingOptions options{.c = {0.1, 10}, .sigma = {0.5, 2}};
  const StrappingCheck check = check_strapping(five_values, lessons, 4, options);
  for (std::size_t l = 0; l < 4; ++l) {
    std::vector<Lesson> others = lessons;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(l));
    const Ranked ranked = rank(learn_strapping(five_values, others, options), lessons[l].cues);
    RC_ASSERT(check.tuned[l] == lessons[l].errors[ranked.best]);
  }
}

TEST(StrappingCheck, SeesNoGainInNoise) {
  double sum = 0, variance = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const StrappingCheck check =
        check_strapping(five_values, random_lessons(5, 0, seed), 4, {.c = {1}, .sigma = {0.5, 1}});
    sum += check.gain;
    variance += check.error * check.error;
  }
  EXPECT_LT(std::abs(sum), 3 * std::sqrt(variance));
}

TEST(StrappingCheck, OfLessonsThatTeachNothingIsThatOfNoTuning) {
  auto lessons = random_lessons(3, 1, 2);
  lessons[0].errors.assign(5, 0.25);
  lessons[1].errors.assign(5, 0.25);
  const StrappingCheck check = check_strapping(five_values, lessons, 2);
  EXPECT_EQ(check.tuned[2], check.untuned[2]);
  EXPECT_FALSE(check_strapping(five_values, random_lessons(2, 1, 2), 4).possible);
}

TEST(LeastSquares, OfTwoValuesIsTheAnswerWorkedByHand) {
  // K = (1 k; k 1), p = (1, 0): K (K + l I)^-1 p ~ (1 + l - k^2, l k).
  const double k = std::exp(-0.16), l = 0.1;  // (0.2 / 0.5)^2
  const LeastSquaresEstimate estimate = estimate_value({0.3, 0.9}, {0.1, 0.3});
  const double share = (1 + l - k * k) / (1 + l - k * k + l * k);
  EXPECT_THAT(estimate.probabilities, ElementsAre(DoubleNear(share, 1e-14), DoubleNear(1 - share, 1e-14)));
  EXPECT_NEAR(estimate.value, 0.3 * share + 0.9 * (1 - share), 1e-14);
}

TEST(LeastSquares, OfThreeValuesIsTheAnswerWorkedByHand) {
  // Errors 0, e, e: x = (x0, x1, x1) with (1 + l) x0 + 2 k x1 = 1 and k x0 + (2 + l) x1 = 0, and then K x.
  const double k = std::exp(-1.0), l = 0.5;
  const double x0 = 1 / (1 + l - 2 * k * k / (2 + l)), x1 = -k * x0 / (2 + l);
  const double best = x0 + 2 * k * x1, other = k * x0 + 2 * x1;
  const auto found = estimate_value({1, 2, 4}, {0, 0.5, 0.5}, {.sigma = 0.5, .lambda = l});
  EXPECT_THAT(found.probabilities, ElementsAre(DoubleNear(best / (best + 2 * other), 1e-14),
                                               DoubleNear(other / (best + 2 * other), 1e-14),
                                               DoubleNear(other / (best + 2 * other), 1e-14)));
  EXPECT_EQ(estimate_value({1, 2, 4}, {0, 50, 50}, {.sigma = 50, .lambda = l}).value, found.value);
  EXPECT_EQ(estimate_value({1, 2, 4}, {0, 0.5, 0.5}, {.sigma = 50, .lambda = l, .unit = 100}).value,
            found.value);
}

/// A^-1 b by elimination with the largest pivots.
std::vector<double> eliminate(Matrix a, std::vector<double> b) {
  const Index n = a.rows();
  Vector x = Vector::Map(b.data(), n);
  for (Index j = 0; j < n; ++j) {
    Index pivot = 0;
    a.col(j).tail(n - j).cwiseAbs().maxCoeff(&pivot);
    a.row(j).swap(a.row(j + pivot));
    std::swap(x[j], x[j + pivot]);
    x[j] /= a(j, j);
    a.row(j) /= double(a(j, j));
    for (Index i = 0; i < n; ++i) {
      if (i == j) continue;
      const double factor = a(i, j);
      a.row(i) -= factor * a.row(j);
      x[i] -= factor * x[j];
    }
  }
  return {x.data(), x.data() + n};
}

RC_GTEST_PROP(LeastSquares, AgreesWithElimination, ()) {
  Random random(*rc::gen::inRange<std::uint64_t>(0, 1'000'000));
  const Index n = *rc::gen::inRange(1, 12);
  std::vector<double> values, errors, p(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    values.push_back(static_cast<double>(i));
    errors.push_back(random.uniform());
  }
  p[static_cast<std::size_t>(std::ranges::min_element(errors) - errors.begin())] = 1;
  Matrix k(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      k(i, j) = std::exp(
          -std::pow((errors[static_cast<std::size_t>(i)] - errors[static_cast<std::size_t>(j)]) / 0.5, 2));
  const std::vector<double> x = eliminate(k + 0.1 * Matrix::Identity(n, n), p);
  Vector smooth = Vector::Zero(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) smooth[i] += k(i, j) * x[static_cast<std::size_t>(j)];
  smooth.array() -= std::min(0.0, smooth.minCoeff());
  smooth /= smooth.sum();
  const LeastSquaresEstimate found = estimate_value(values, errors);
  double mean = 0;
  for (Index i = 0; i < n; ++i) {
    RC_ASSERT(std::abs(found.probabilities[static_cast<std::size_t>(i)] - smooth[i]) < 1e-11);
    RC_ASSERT(found.probabilities[static_cast<std::size_t>(i)] >= 0);
    mean += static_cast<double>(i) * smooth[i];
  }
  RC_ASSERT(std::abs(found.value - mean) < 1e-9);
}

TEST(LeastSquares, OfEqualErrorsIsTheMeanOfTheValues) {
  EXPECT_NEAR(estimate_value({0.1, 0.5, 0.9, 1.0}, {0.4, 0.4, 0.4, 0.4}).value, 0.625, 1e-12);
  EXPECT_NEAR(estimate_value({0.7}, {0.4}).value, 0.7, 1e-15);
}

TEST(LeastSquares, SharesTheBestAmongEquals) {
  const LeastSquaresEstimate found =
      estimate_value({1, 2, 3}, {0.1, 0.9, 0.1}, {.sigma = 0.1, .lambda = 0.1});
  EXPECT_NEAR(found.value, 2, 1e-12);
  EXPECT_NEAR(found.probabilities[0], 0.5, 1e-12);
}

TEST(LeastSquares, SaysWhatItCannotUse) {
  EXPECT_THAT([] { estimate_value({}, {}); }, ThrowsMessage<InvalidInput>(HasSubstr("no values")));
  EXPECT_THAT(
      [] {
        estimate_value({1}, {1, 2});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("1 values came with 2")));
  EXPECT_THAT([] { estimate_value({1, 2}, {0, NAN}); }, ThrowsMessage<InvalidInput>(HasSubstr("value 1")));
  EXPECT_THAT([] { estimate_value({1}, {1}, {.lambda = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("lambda is 0")));
  EXPECT_THAT([] { estimate_value({1}, {1}, {.sigma = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("sigma is 0")));
}

}  // namespace
}  // namespace bellwether
