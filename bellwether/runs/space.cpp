#include <bellwether/runs/space.h>

#include <algorithm>

#include <bellwether/data/take.h>
#include <bellwether/engine/copied.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// The values of `from` at these rows, and the names of its columns.
void take_values(Dataset& into, const Dataset& from, const std::vector<Index>& rows) {
  Dataset taken = take_items(from, rows);
  into.values = std::move(taken.values);
  into.features = std::move(taken.features);
}

void put_back(const Pool& pool, Space& space) {
  std::vector<Index> known;
  for (Index i = 0; i < pool.all.items(); ++i)
    if (pool.labels[static_cast<std::size_t>(i)] != unlabelled) known.push_back(i);
  take_values(space.items, pool.all, pool.fresh);
  take_values(space.known.items, pool.all, known);
}

void apply_to_others(const Step& step, Space& space, const Run& run) {
  for (OtherItems& other : space.auxiliary) apply(step, other.rows, run);
  if (space.annotated.rows.items() > 0) apply(step, space.annotated.rows, run);
  for (SolvedCollection& solved : space.solved) apply(step, solved.items, run);
}

}  // namespace

Pool pooled(const Dataset& items, const KnownClusters& known) {
  Pool pool;
  pool.all = {.values = items.values, .features = items.features};
  append_items(pool.all, {.values = known.items.values, .features = known.items.features}, "the known items");
  const Index own = items.items(), all = pool.all.items();
  std::vector<int> labels(static_cast<std::size_t>(own), unlabelled);
  labels.insert(labels.end(), known.classes.begin(), known.classes.end());
  if (!known.places.empty()) {
    std::vector<Index> order(static_cast<std::size_t>(all), -1);
    for (std::size_t k = 0; k < known.places.size(); ++k)
      order[static_cast<std::size_t>(known.places[k])] = own + static_cast<Index>(k);
    Index next = 0;
    for (Index& row : order)
      if (row < 0) row = next++;
    pool.all = take_items(pool.all, order);
    for (const Index row : order) pool.labels.push_back(labels[static_cast<std::size_t>(row)]);
  } else {
    pool.labels = std::move(labels);
  }
  for (Index i = 0; i < all; ++i)
    if (pool.labels[static_cast<std::size_t>(i)] == unlabelled) pool.fresh.push_back(i);
  return pool;
}

std::vector<Auxiliary> auxiliary_of(const Space& space) {
  std::vector<Auxiliary> all;
  for (const OtherItems& other : space.auxiliary) all.push_back({other.rows.rows(), other.lambda});
  return all;
}

void take(const Step& step, Space& space, const Run& run) {
  apply(step, space.items, run);
  if (!space.known.classes.empty()) apply(step, space.known.items, run);
  apply_to_others(step, space, run);
  space.steps.push_back(step);
}

void fit_and_take(const StepPlan& plan, Space& space, const Run& run) {
  if (space.known.classes.empty()) {
    space.steps.push_back(fit_step(plan, space.items, run));
  } else {
    Pool pool = pooled(space.items, space.known);
    space.steps.push_back(fit_step(plan, pool.all, run));
    put_back(pool, space);
  }
  apply_to_others(space.steps.back(), space, run);
}

Space measured_space(const Material& material, const Evidence& evidence, const Plan& plan, const Run& run) {
  Space space{.items = copied(material.items, run)};
  if (plan.uses.contains(known)) space.known = evidence.known;
  if (plan.uses.contains(auxiliary)) space.auxiliary = evidence.auxiliary;
  if (plan.uses.contains(annotated)) space.annotated = evidence.annotated;
  if (plan.uses.contains(vectors)) space.vectors = std::make_shared<const Matrix>(evidence.vectors.vectors);
  const bool collections = plan.uses.contains(solved), apart = evidence.solved.own_columns;
  if (collections && !apart) space.solved = evidence.solved.collections;
  for (const StepPlan& step : plan.steps) fit_and_take(step, space, run);
  if (collections)
    space.solved = apart ? measured(evidence.solved.collections, plan.steps, Measured::apart, run)
                         : measured(std::move(space.solved), {}, Measured::alike, run);
  return space;
}

}  // namespace bellwether
