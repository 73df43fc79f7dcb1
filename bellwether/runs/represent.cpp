#include <bellwether/runs/represent.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/take.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/other_data.h>
#include <bellwether/runs/represent_vectors.h>
#include <bellwether/runs/represent_words.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr Index many_features = 200;  ///< above, the TCS paper reduces
constexpr Index map_dimensions = 30;  ///< to these

/// By what a method of the other table finds about the features, in other data or in the items alone.
void take_features(Space& space, const RepresentationPlan& link, const Run& run) {
  const Method& method = find_method(link.name);
  const std::vector<Auxiliary> others = auxiliary_of(space);
  Problem problem{.items = space.items.rows()};
  if (method.takes.contains(auxiliary)) problem.auxiliary = others;
  if (method.takes.contains(annotated)) problem.tags = space.annotated.rows.rows();
  Outcome found = method.cluster(problem, link.settings, run);
  RepresentationMade made{.plan = link, .before = space.steps};
  for (const Step& step : steps_of(method, found)) take(step, space, run);
  made.features = std::move(found.features);
  made.others = std::move(found.auxiliary);
  space.made.push_back(std::move(made));
}

void take_other(Space& space, const RepresentationPlan& link, const Run& run) {
  for (const StepPlan& step : link.first) fit_and_take(step, space, run);
  if (link.from == vectors)
    take_vectors(space, link, run);
  else if (find_entry(link.name).learner != nullptr)
    take_word_vectors(space, link, run);
  else
    take_features(space, link, run);
}

void take_natural_steps(Space& space, const RepresentationPlan& link, const Run& run) {
  for (const StepPlan& step : link.first) fit_and_take(step, space, run);
  const Index columns = space.items.rows().columns(), rows = space.items.items() + space.known.items.items();
  if (link.reduce_first && columns > many_features) {
    fit_and_take(plan_step(fmt::format("svd:{}", std::min(map_dimensions, rows))), space, run);
  } else if (link.range_first) {
    make_dense(space.items);
    make_dense(space.known.items);
    for (SolvedCollection& solved : space.solved) make_dense(solved.items);
    fit_and_take(plan_step("range"), space, run);
  }
}

Representation learn_map(const Space& space, const RepresentationPlan& link, const Run& run) {
  const Pool pool = pooled(space.items, space.known);
  return {
      .name = link.name,
      .learned = find_learner(link.name).learn(pool.all.rows(), {.seeds = pool.labels}, link.settings, run)};
}

}  // namespace

void represent_before_map(Space& space, const Plan& plan, const Run& run) {
  for (const RepresentationPlan& link : plan.chain) {
    if (link.from == known) return take_natural_steps(space, link, run);
    take_other(space, link, run);
  }
}

void take_map(Space& space, const RepresentationPlan& link, Representation map, const Run& run) {
  RepresentationMade made{
      .plan = link, .map = std::move(map), .before = space.steps, .items_before = space.items};
  if (made.map.used())
    for (const Step& step : steps_of(*made.map.learned)) take(step, space, run);
  space.made.push_back(std::move(made));
}

void represent(Space& space, const Plan& plan, const Run& run) {
  for (const RepresentationPlan& link : plan.chain) {
    if (link.from == known) {
      take_natural_steps(space, link, run);
      take_map(space, link, learn_map(space, link, run), run);
    } else {
      take_other(space, link, run);
    }
  }
  for (const StepPlan& step : plan.last_steps) fit_and_take(step, space, run);
}

}  // namespace bellwether
