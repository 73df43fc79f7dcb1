#include <bellwether/methods/part_steps.h>

#include <algorithm>
#include <utility>

#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/plus_plus_parts.h>
#include <bellwether/mixtures/spherical_parts.h>

namespace bellwether {

const PartStep& find_part_step(std::string_view name) {
  static const std::vector<PartStep> steps{
      sum_step<ExtentStep>(),
      sum_step<KMeansStep>(),
      sum_step<SphericalStep>(),
      question_step<cover::ItemsQuestion>(),
      question_step<cover::DrawQuestion>(),
      question_step<cover::FirstQuestion>(),
      question_step<cover::LookQuestion>(),
  };
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

void PartsHere::forget(std::size_t part) {
  memories_[part] = std::make_unique<PartMemory>();
}

}  // namespace bellwether
