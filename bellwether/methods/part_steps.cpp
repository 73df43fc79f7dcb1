#include <bellwether/methods/part_steps.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include <bellwether/features/scales.h>
#include <bellwether/features/svd/parts.h>
#include <bellwether/mixtures/feature_sums.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/many_items.h>
#include <bellwether/mixtures/plus_plus_parts.h>
#include <bellwether/mixtures/soft_parts.h>
#include <bellwether/mixtures/spherical_parts.h>
#include <bellwether/topics/far_items.h>
#include <bellwether/topics/topic_step.h>
#include <bellwether/transforms/class_moments.h>
#include <bellwether/transforms/tcs/parts.h>

namespace bellwether {
namespace {

std::vector<PartStep> all_steps() {
  std::vector<PartStep> steps{
      sum_step<ExtentStep>(),
      sum_step<FeatureSumStep>(),
      sum_step<ScaleStep>(),
      sum_step<SeedStep>(),
      sum_step<cover::CoverStep>(),
      sum_step<KMeansStep>(),
      sum_step<SphericalStep>(),
      sum_step<TopicStep>(),
      sum_step<ClassSumStep>(),
      sum_step<ClassScatterStep>(),
      sum_step<TcsTotalStep>(),
      sum_step<TcsMomentStep>(),
      sum_step<TcsLossStep>(),
      sum_step<TcsSquareStep>(),
      sum_step<svd::GramStep>(),
      sum_step<svd::TransposedStep>(),
      sum_step<svd::TriangleStep>(),
      sum_step<svd::ScoreStep>(),
      sum_step<svd::VarianceStep>(),
      gm_step(),
      vm_step(),
      multinomial_step(),
      question_step<svd::TimesQuestion>(),
      question_step<svd::LargestQuestion>(),
      question_step<svd::DenseQuestion>(),
      question_step<LabelsQuestion>(),
      question_step<CountedQuestion>(),
      question_step<FirstItemQuestion>(),
      question_step<cover::ItemsQuestion>(),
      question_step<cover::RowsQuestion>(),
      question_step<cover::DrawQuestion>(),
      question_step<cover::FirstQuestion>(),
      question_step<cover::LookQuestion>(),
      question_step<cover::SampleQuestion>(),
      question_step<cover::OwnersQuestion>(),
  };
  std::ranges::move(shaped_gm_steps(), std::back_inserter(steps));
  return steps;
}

}  // namespace

const PartStep& find_part_step(std::string_view name) {
  static const std::vector<PartStep> steps = all_steps();
  const auto found = std::ranges::find(steps, name, &PartStep::name);
  require(found != steps.end(),
          "this worker does not know the step '{}': it has another version of bellwether than the client",
          name);
  return *found;
}

PartsHere::PartsHere(Shape shape, bool sparse, std::vector<Part> parts, const Run& run)
    : shape_(shape), sparse_(sparse), parts_(std::move(parts)), run_(run) {
  for (std::size_t p = 0; p < parts_.size(); ++p) memories_.push_back(std::make_unique<PartMemory>());
}

std::vector<Bytes> PartsHere::ask(std::string_view name, const Bytes& question) {
  const PartStep& step = find_part_step(name);
  std::vector<Bytes> answers(parts_.size());
  on_threads(run_.threads, [&] {
    for (std::size_t p = 0; p < parts_.size(); ++p)
      answers[p] = step.answer(parts_[p], *memories_[p], question, run_);
  });
  return answers;
}

Bytes PartsHere::sum(std::string_view name, const Bytes& model) {
  const PartStep& step = find_part_step(name);
  const std::vector<Bytes> answers = ask(name, model);
  return step.whole(step.join({answers.begin(), answers.end()}));
}

bool PartsHere::seeded() const {
  return std::ranges::any_of(parts_, [](const Part& part) { return !part.seeds().empty(); });
}

void PartsHere::labels(const Elsewhere& found, const std::function<void(const Noted&)>& use) {
  const PartStep& step = find_part_step(found.step);
  require(static_cast<bool>(step.labels), "the step '{}' labels no items", found.step);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    Bytes noted;
    on_threads(run_.threads, [&] { noted = step.labels(parts_[p], *memories_[p], found.model, run_); });
    use(from_bytes<Noted>(noted));
    forget(p);
  }
}

void PartsHere::forget(std::size_t part) {
  memories_[part] = std::make_unique<PartMemory>();
}

}  // namespace bellwether
