#include <bellwether/runs/attempt.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/methods/around_zeros.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/method_settings.h>
#include <bellwether/runs/represent.h>
#include <bellwether/runs/tuned_search.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

void put_in(std::string& key, const std::string& name, const Settings& settings) {
  key += fmt::format("|{}", name);
  for (const auto& [option, value] : settings) key += fmt::format(",{}={}", option, to_text(value));
}

/// Plans with the same key have the same space.
std::string key_of(const Plan& plan) {
  std::string key;
  for (const EvidenceKind kind : {known, auxiliary, annotated, solved, vectors})
    if (plan.uses.contains(kind)) key += name_of(kind);
  for (const StepPlan& step : plan.steps) put_in(key, step.name, step.options);
  for (const RepresentationPlan& link : plan.chain) {
    for (const StepPlan& step : link.first) put_in(key, step.name, step.options);
    put_in(key, link.name, link.settings);
  }
  for (const StepPlan& step : plan.last_steps) put_in(key, step.name, step.options);
  return key;
}

/// Items were scaled to length 1: those that have none have no place among the others.
bool has_directions(const Plan& plan) {
  const auto is_direction = [](const StepPlan& step) { return step.name == "l2"; };
  if (std::ranges::find(plan.chain, vectors, &RepresentationPlan::from) != plan.chain.end()) return true;
  return plan.wishes.chosen && (std::ranges::any_of(plan.steps, is_direction) ||
                                std::ranges::any_of(plan.last_steps, is_direction));
}

/// The clusters of all of them, cut into those of the items and those of each other source.
void cut(Outcome& outcome, const Space& space) {
  Clustering& c = outcome.clustering;
  const auto own = static_cast<std::size_t>(space.items.items());
  auto at = c.labels.begin() + static_cast<std::ptrdiff_t>(own);
  const auto cut_one = [&](const OtherItems& other) {
    outcome.auxiliary.emplace_back(at, at + other.rows.items());
    at += other.rows.items();
  };
  for (const OtherItems& other : space.auxiliary) cut_one(other);
  if (space.annotated.rows.items() > 0) cut_one(space.annotated);
  c.labels.resize(own);
  if (!c.probabilities.empty()) c.probabilities.resize(own);
}

/// The items and the other data as one collection; steps are fitted on all of them.
Attempt combined(const Job& job, Plan plan, const Run& run) {
  Attempt made{.plan = std::move(plan)};
  Material all = job.material;
  const auto add = [&](const OtherItems& other) { append_items(all.items, other.rows, other.source); };
  for (const OtherItems& other : job.evidence.auxiliary) add(other);
  if (job.evidence.annotated.rows.items() > 0) add(job.evidence.annotated);
  Plan alone = made.plan;
  alone.uses = {};
  Space pool = measured_space(all, {}, alone, run);
  made.outcome = search({all, job.evidence, job.wishes}, alone, pool, {}, made.notes, run);
  Space own{.items = job.material.items,
            .auxiliary = job.evidence.auxiliary,
            .annotated = job.evidence.annotated,
            .steps = pool.steps};
  cut(made.outcome, own);
  for (const Step& step : own.steps) apply(step, own.items, run);
  made.space = std::make_shared<const Space>(std::move(own));
  return made;
}

}  // namespace

Run with_stage(const Run& run, const char* stage) {
  Run inner = run;
  if (run.on_progress)
    inner.on_progress = [report = run.on_progress, stage](Progress progress) {
      progress.stage = stage;
      report(progress);
    };
  return inner;
}

Plan plan_of(const Job& job, const AttemptOptions& options) {
  Wishes wishes = job.wishes;
  if (!options.auxiliary_by.empty()) wishes.auxiliary_by = options.auxiliary_by;
  Plan made = plan(job.material, job.evidence, wishes, options.uses);
  if (options.map)
    for (RepresentationPlan& link : made.chain)
      if (link.from == known) {
        link.name = options.map->name;
        link.settings = options.map->settings;
        link.candidates.clear();
      }
  if (!options.for_check) return made;
  for (RepresentationPlan& link : made.chain)
    if (const Method* method = entry_called(link.name).search; link.from != known && method != nullptr)
      link.settings = for_a_check(std::move(link.settings), *method);
  made.search.settings = for_a_check(std::move(made.search.settings), find_method(made.search.method));
  return made;
}

std::shared_ptr<const Space> space_of(const Job& job, const Plan& plan, const Attempt* before,
                                      const Run& run) {
  if (before != nullptr && !before->tuning && key_of(plan) == key_of(before->plan)) return before->space;
  Space space = measured_space(job.material, job.evidence, plan, run);
  represent(space, plan, run);
  return std::make_shared<const Space>(std::move(space));
}

Outcome search(const Job& job, const Plan& plan, const Space& space, const Knowledge& knowledge,
               std::vector<std::string>& notes, const Run& run, std::span<const int> start) {
  const Method& method = find_method(plan.search.method);
  const std::vector<Auxiliary> others = auxiliary_of(space);
  Problem problem{.items = space.items.rows(),
                  .start = start.empty() ? std::span<const int>(job.wishes.start) : start,
                  .knowledge = knowledge};
  if (method.takes.contains(auxiliary)) problem.auxiliary = others;
  if (method.takes.contains(annotated)) problem.tags = space.annotated.rows.rows();
  if (!method.refuses_zero_rows && !has_directions(plan))
    return method.cluster(problem, plan.search.settings, run);
  // A representation may leave nothing of an item that had something.
  if (!job.material.zeros_allowed && plan.chain.empty()) require_directions(space.items);
  return cluster_around_zeros(method, problem, plan.search.settings, notes, run);
}

Attempt attempt(const Job& job, const AttemptOptions& options, const Attempt* before, const Run& run) {
  Plan plan = plan_of(job, options);
  if (job.wishes.combine && options.uses.intersects({auxiliary, annotated}))
    return combined(job, std::move(plan), run);
  if (plan.tuning) return tuned_attempt(job, std::move(plan), run);
  Attempt made{.plan = std::move(plan)};
  made.space = space_of(job, made.plan, before, run);
  made.outcome = search(job, made.plan, *made.space, knowledge_of(job.evidence, options.uses, job.material),
                        made.notes, run);
  return made;
}

}  // namespace bellwether
