#include <rapidcheck/gtest.h>

#include <set>

#include <bellwether/features/svd.h>
#include <bellwether/methods/learner.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/many_items.h>
#include <bellwether/mixtures/plus_plus_parts.h>
#include <bellwether/mixtures/shaped_pass.h>
#include <bellwether/mixtures/spherical_parts.h>
#include <bellwether/topics/topic_step.h>
#include <bellwether/transforms/class_moments.h>
#include <tests/support/over_workers.h>

namespace bellwether {
namespace {

/// Bytes that come back as the same bytes hold every number exactly.
template <class T>
void expect_exact(const T& value) {
  EXPECT_EQ(bytes_of(from_bytes<T>(bytes_of(value))), bytes_of(value));
}

RC_GTEST_PROP(OverWorkers, EveryModelAndStatisticsComesBackFromBytes, ()) {
  const Index rows = *rc::gen::inRange(1, 50), clusters = *rc::gen::inRange(1, 5);
  Matrix items = Matrix::Random(rows, 3);
  const Part part(shape_of(items), 0, DenseRows{items.data(), rows, 3});

  const Extent extent = extent_of(items);
  expect_exact(extent);
  KMeansStep::Model model;
  model.plain.means = Matrix::Random(clusters, 3);
  model.plain.round = *rc::gen::arbitrary<int>();
  model.plain.moved = {1, std::abs(*rc::gen::arbitrary<double>()), 0.5};
  model.frame = *frame_from(extent, rows, 3, false);
  expect_exact(model);
  KMeansStep::Memory memory;
  KMeansStep step(model, part, memory);
  expect_exact(step.accumulate({0, items}));

  const SphericalStep::Model directions{model.plain.means.rowwise().normalized()};
  expect_exact(directions);
  SphericalStep::Memory other;
  expect_exact(SphericalStep(directions, part, other).accumulate({0, items}));

  SoftStatistics soft{Matrix::Random(3, clusters), Vector::Random(clusters), Vector::Random(clusters)};
  soft.scatter = *rc::gen::arbitrary<double>();
  soft.moments = Matrix::Random(6, clusters);
  expect_exact(soft);
  const Units units{Vector::Random(3), Vector::Ones(3)};
  expect_exact(UnitStep::Model{units, true});
  for (const Covariance kind :
       {Covariance::round, Covariance::diagonal, Covariance::full, Covariance::shared})
    expect_exact(ShapedModel{kind, units, Matrix::Random(clusters, 3), Vector::Ones(clusters),
                             unit_covariances(kind, clusters, 3)});
  expect_exact(FeatureTotals{Vector::Random(3)});
  expect_exact(SeedSums{Matrix::Random(clusters, 3), Vector::Random(clusters)});
  expect_exact(ClassSums{Matrix::Random(clusters, 3), Vector::Random(clusters)});
  expect_exact(ClassScatter{Matrix::Random(3, 3), Matrix::Random(3, 3)});
  expect_exact(ClassScatterStep::Model{{0, 2, 5}, Matrix::Random(4, 3), true});

  Random random(static_cast<std::uint64_t>(*rc::gen::arbitrary<std::int64_t>()));
  random.skip(static_cast<std::uint64_t>(*rc::gen::inRange(0, 9)));
  TopicTable topics(rows, clusters);
  for (Index i = 0; i < rows; ++i)
    for (Index z = 0; z < clusters; ++z) topics.row(i)[z] = random.uniform();
  expect_exact(TopicStep::Model{topics, 0.5, 0.25, 3, 4, random});
  expect_exact(TopicSums{topics, Vector::Random(clusters), Vector::Random(clusters), 0.5, true});

  const cover::Chosen chosen{3, false, 0.1, 0.2, model.plain.means, 1};
  expect_exact(cover::Drawing{chosen, 0.25});
  expect_exact(cover::Spread{*rc::gen::arbitrary<double>()});
  expect_exact(cover::SampleQuestion{{chosen, 0.5}, 0.125, random.bits()});
  expect_exact(cover::RowsQuestion{{3, 4}, true});
  expect_exact(cover::LookQuestion{chosen, model.plain.means, {0.5, 0.25}, 2});
  expect_exact(cover::DrawQuestion{chosen, {{.item = 3}, {.shard = 1, .at = 0.25}}});
  expect_exact(std::vector<cover::Drawn>{{1, 2, 0.5, items.row(0).transpose()}});
}

/// Reads and writes again all that is asked and answered.
class Spy : public PartsHere {
 public:
  explicit Spy(const Rows& items, std::span<const int> seeds = {})
      : PartsHere(shape_of(items), items.sparse(), over_workers::cut(items, seeds, 2), {.threads = 1}) {}

  std::vector<Bytes> ask(std::string_view name, const Bytes& question) override {
    const PartStep& step = find_part_step(name);
    EXPECT_EQ(step.question_again(question), question) << name;
    std::vector<Bytes> answers = PartsHere::ask(name, question);
    for (const Bytes& answer : answers) EXPECT_EQ(step.answer_again(answer), answer) << name;
    seen.insert(std::string(name));
    return answers;
  }

  std::set<std::string> seen = {};
};

/// What a search sends and gets, whatever the items are: also types that only its own source knows.
RC_GTEST_PROP(OverWorkers, EveryQuestionAndAnswerOfASearchComesBackFromBytes, ()) {
  const Index rows = *rc::gen::inRange(1100, 2300);
  const double scale = std::exp2(*rc::gen::inRange(-40, 40));
  Random random(static_cast<std::uint64_t>(*rc::gen::arbitrary<std::int64_t>()));
  Matrix items(rows, 3);
  for (Index i = 0; i < items.size(); ++i) items.data()[i] = scale * (random.normal() + 4.0 * (i / 3 % 2));
  const Matrix counts = (items / scale).cwiseAbs().array().floor() + 1;
  const std::vector<int> seeds = over_workers::some_seeds(rows, 2);
  const auto search = [&](const char* method, const Matrix& of, Settings settings) {
    settings.insert(
        settings.end(),
        {{"clusters", std::int64_t{2}}, {"restarts", std::int64_t{1}}, {"iterations", std::int64_t{2}}});
    Spy spy(of, seeds);
    cluster_over_workers(method, spy, settings, {.threads = 1});
    RC_ASSERT(!spy.seen.empty());
  };
  for (const char* covariance : {"common", "round", "diagonal", "full", "shared"})
    search("constrained-gm", items, {{"covariance", std::string(covariance)}});
  for (const char* concentration : {"common", "own"})
    search("constrained-vm", items, {{"concentration", std::string(concentration)}});
  search("constrained-multinomial", counts, {});
  search("constrained-kmeans", items, {});
  search("constrained-spherical-kmeans", items, {});
  search("plsa", counts, {});

  const SvdOptions two{.dimensions = 2};
  Matrix wide = Matrix::Zero(rows, 300);
  for (Index i = 0; i < wide.size(); ++i) wide.data()[i] = random.normal();
  Spy spy(wide);
  bellwether::Run run{.threads = 1};
  run.workers = &spy;
  fit_svd({}, two, run);
  RC_ASSERT(spy.seen.contains("svd: products"));
  std::vector<int> classes(static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<int>(i % 2);
  const Matrix plain = items / scale;
  for (const char* learner : {"whiten", "tcs-gm-l2"}) {
    Spy taught(plain, classes);
    learn_over_workers(learner, taught,
                       learner == std::string_view("whiten")
                           ? Settings{}
                           : Settings{{"gamma", 1.0}, {"iterations", std::int64_t{3}}},
                       {});
    RC_ASSERT(!taught.seen.empty());
  }
}

}  // namespace
}  // namespace bellwether
