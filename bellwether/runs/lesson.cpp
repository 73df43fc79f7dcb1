#include <bellwether/runs/lesson.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/runs/represent.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

SelectionOptions checked_selection(const Wishes& wishes) {
  SelectionOptions options;
  if (wishes.caution) options.caution = *wishes.caution;
  check_options(options, "the selection");
  return options;
}

/// Those that look at the items to be clustered have nothing to look at when there are none.
std::vector<std::string> candidates_for(const Wishes& wishes, bool items) {
  std::vector<std::string> candidates = wishes.candidates.empty() ? standard_candidates() : wishes.candidates;
  if (wishes.candidates.empty() && !items)
    std::erase_if(candidates,
                  [](const std::string& spec) { return spec.find("mixed") != std::string::npos; });
  return candidates;
}

void learn_from_classes(const Pool& pool, const Wishes& wishes, MapLesson& lesson, const Run& run) {
  const SelectionOptions selection = checked_selection(wishes);
  if (lesson.method == "auto") {
    lesson.check = choose_representation(candidates_for(wishes, !pool.fresh.empty()), pool.all.rows(),
                                         pool.labels, selection, run);
    require(lesson.check.used(), "there is nothing to keep: {}", lesson.check.reason);
    lesson.method = lesson.check.learned->map.name;
    lesson.learned = *lesson.check.learned;
    return;
  }
  const Learner& learner = find_learner(lesson.method);
  lesson.check = learn_representation(learner, wishes.options, pool.all.rows(), pool.labels, Trust::always,
                                      selection, run);
  lesson.learned = *lesson.check.learned;
  if (wishes.trust == Trust::checked)
    lesson.check =
        check_learned(learner, lesson.learned, wishes.options, pool.all.rows(), pool.labels, selection, run);
}

void learn_from_links(const Dataset& items, const Knowledge& knowledge, const Wishes& wishes,
                      MapLesson& lesson, const Run& run) {
  const Learner& learner = find_learner(lesson.method);
  lesson.learned = learner.learn(items.rows(), knowledge, wishes.options, run);
  if (wishes.trust == Trust::checked)
    lesson.order = check_learner(learner, items, knowledge, wishes.options, run);
}

}  // namespace

void require_can_learn(const Wishes& wishes, EvidenceKinds given) {
  if (wishes.method == "auto") return;
  const Learner& learner = find_learner(wishes.method);
  require<InvalidOption>(!learner.takes.contains(auxiliary),
                         "{} is learned from other items in the run that "
                         "clusters: ask for it with {}",
                         learner.name, remedy("represent", learner.name));
  require<InvalidOption>(given.contains(known) || learner.takes.contains(links),
                         "{} learns from known classes: give them with {} (xing learns from links)",
                         learner.name, remedy("known"));
  const auto fields = learner.options();
  for (const auto& [name, value] : wishes.options) set_option(fields, learner.name, name, value);
}

MapLesson learn_lesson(const Material& material, const Evidence& evidence, const Wishes& wishes,
                       const Run& run) {
  require_can_learn(wishes, evidence.kinds());
  const bool classes = evidence.kinds().contains(known);
  MapLesson lesson{.method = wishes.method, .vectorizer = material.vectorizer, .columns = material.columns};
  Plan plan{.uses = classes ? EvidenceKinds{known} : EvidenceKinds{}};
  plan.steps =
      plan_steps(wishes.steps, material.words() && material.vectorizer.steps.empty(), Purpose::clustering);
  Space space = measured_space(material, evidence, plan, run);
  if (classes) {
    const bool free = !wishes.steps.scales();
    plan.chain.push_back({.name = lesson.method,
                          .from = known,
                          .reduce_first = free,
                          .range_first = free && lesson.method == "auto"});
    represent_before_map(space, plan, run);
    Pool pool = pooled(space.items, space.known);
    lesson.from_classes = lesson.method == "auto" || !find_learner(lesson.method).takes.contains(links);
    if (lesson.from_classes)
      learn_from_classes(pool, wishes, lesson, run);
    else
      learn_from_links(pool.all, {.seeds = pool.labels}, wishes, lesson, run);
    lesson.items = std::move(pool.all);
    lesson.items.notes = material.items.notes;
  } else {
    learn_from_links(space.items, knowledge_of(evidence, evidence.kinds(), material), wishes, lesson, run);
    lesson.items = std::move(space.items);
  }
  for (Step& step : space.steps) lesson.vectorizer.steps.push_back(std::move(step));
  return lesson;
}

Verdict verdict_on(const LearnCheck& check, EvidenceKind kind) {
  Verdict verdict{.kind = kind,
                  .asked = check.asked,
                  .possible = check.possible,
                  .used = check.used,
                  .with = check.learned,
                  .without = check.plain,
                  .measure = "held-out pairs ordered rightly (1 = all, 0.5 = chance)"};
  if (!check.asked)
    verdict.reason = "not checked, as asked";
  else if (!check.possible)
    verdict.reason = "not checked: too little to hold some of it back";
  else
    verdict.reason =
        fmt::format("held-out pairs ordered rightly {:.2f}, without {:.2f}", check.learned, check.plain);
  return verdict;
}

}  // namespace bellwether
