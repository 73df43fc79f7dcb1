#include <bellwether/runs/tuned_search.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/methods/around_zeros.h>
#include <bellwether/runs/represent.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// Settings by the user replace those of a tuner's file; how many clusters is asked for apart.
Settings joined(Settings base, const Settings& more) {
  for (const auto& setting : more) {
    std::erase_if(base, [&](const auto& known) { return known.first == setting.first; });
    base.push_back(setting);
  }
  std::erase_if(base, [](const auto& setting) { return setting.first == "clusters"; });
  return base;
}

/// Everything that the clusterings of one attempt share.
struct Bench {
  const Job& job;
  const Plan& plan;
  const Space& space;  ///< before the map, if that is what is tuned
  const Strap& strap;
  Settings settings;  ///< of the search, without the number of clusters
  std::vector<Index> zeros;
  Dataset shown;  ///< the items without those of zeros, if there are any

  const Dataset& items() const { return zeros.empty() ? space.items : shown; }
};

/// Rows in what known clusters teach about them, with the map's option at a value.
Dataset mapped_at(const Bench& bench, const Dataset& rows, double value, const Run& run) {
  const RepresentationPlan& link = bench.plan.chain.back();
  Settings settings = link.settings;
  std::erase_if(settings, [&](const auto& setting) { return setting.first == bench.strap.option; });
  settings.emplace_back(bench.strap.option, to_text(Value(value)));
  const Pool pool = pooled(rows, bench.space.known);
  const Learned learned =
      find_learner(link.name).learn(pool.all.rows(), {.seeds = pool.labels}, settings, run);
  Dataset moved = rows;
  for (const Step& step : steps_of(learned)) apply(step, moved, run);
  return moved;
}

Settings settings_of(const Bench& bench, const Method& method, double value, int clusters) {
  Settings settings = bench.settings;
  if (bench.plan.tuning->of_map)
    settings.emplace_back("clusters", std::int64_t{clusters});
  else
    settings = settings_at(bench.strap, value, std::move(settings), clusters);
  const auto fields = method.options();
  std::erase_if(settings, [&](const auto& setting) {
    return std::ranges::find(fields, setting.first, &OptionField::name) == fields.end();
  });
  return settings;
}

/// A solved collection: nothing is known of its items, and bounds on sizes are not about them.
ClusterAt of_solved(const Bench& bench, const SolvedCollection& solved) {
  return [&bench, &solved](double value, const Run& run) {
    const Method& method = plain_twin(find_method(bench.plan.search.method));
    Settings settings = settings_of(bench, method, value, solved.clusters());
    std::erase_if(settings, [](const auto& setting) {
      return setting.first == "min_size" || setting.first == "max_size";
    });
    if (!bench.plan.tuning->of_map) return method.cluster({.items = solved.items.rows()}, settings, run);
    const Dataset moved = mapped_at(bench, solved.items, value, run);
    return method.cluster({.items = moved.rows()}, settings, run);
  };
}

ClusterAt of_items(const Bench& bench, const Knowledge& knowledge) {
  return [&bench, &knowledge](double value, const Run& run) {
    const Method& method = find_method(bench.plan.search.method);
    const Settings settings = settings_of(bench, method, value, bench.job.wishes.clusters);
    if (!bench.plan.tuning->of_map)
      return method.cluster({.items = bench.items().rows(), .knowledge = knowledge}, settings, run);
    const Dataset moved = mapped_at(bench, bench.items(), value, run);
    return method.cluster({.items = moved.rows(), .knowledge = knowledge}, settings, run);
  };
}

void note(const std::vector<SolvedCollection>& collections, TuningMade& made) {
  for (const SolvedCollection& solved : collections) {
    made.collections.push_back(solved.name);
    made.sizes.emplace_back(solved.items.items(), solved.clusters());
  }
}

void tune_by_strapping(const Bench& bench, const ClusterAt& items, TuningMade& made, const Run& run) {
  const Job& job = bench.job;
  Tuner tuner;
  if (job.evidence.solved.tuner) {
    tuner = *job.evidence.solved.tuner;
    made.collections = tuner.collections;
  } else {
    std::vector<SolvedCollection> collections = bench.space.solved;
    if (made.plan.draws > 0) {
      const SolvedCollection all = pooled(collections);
      made.drawn_from = all.name;
      collections = draw_similar(bench.items().rows(), all, job.wishes.clusters, made.plan.draws,
                                 job.wishes.random_seed, run);
    }
    note(collections, made);
    std::vector<ClusterAt> jobs;
    for (const SolvedCollection& solved : collections) jobs.push_back(of_solved(bench, solved));
    tuner =
        learn_tuner({.method = bench.plan.search.method, .settings = bench.settings, .strap = bench.strap},
                    collections, jobs, job.wishes.tune.strapping, run);
  }
  made.check = tuner.check;
  made.indifferent = tuner.indifferent;
  made.strapping = tuner.strapping;
  made.tuned = cluster_tuned(tuner, bench.items().rows(), items, job.wishes.trust, run);
}

void tune_by_least_squares(const Bench& bench, const ClusterAt& items, TuningMade& made, const Run& run) {
  const Job& job = bench.job;
  const SolvedCollection matched =
      draw_matched(bench.items().rows(), pooled(bench.space.solved), job.wishes.clusters, run);
  note({matched}, made);
  made.tuned =
      cluster_by_least_squares(bench.strap, matched, of_solved(bench, matched), items,
                               job.wishes.tune.least_squares, job.wishes.trust, made.least_squares, run);
}

/// The space of the value that was chosen, if that is the map's.
void take_tuned_map(Attempt& made, Space space, const Run& run) {
  RepresentationPlan& link = made.plan.chain.back();
  std::erase_if(link.settings,
                [&](const auto& setting) { return setting.first == made.plan.tuning->strap.option; });
  link.settings.emplace_back(made.plan.tuning->strap.option, to_text(Value(made.tuning->tuned.value)));
  const Pool pool = pooled(space.items, space.known);
  take_map(
      space, link,
      {.name = link.name,
       .learned = find_learner(link.name).learn(pool.all.rows(), {.seeds = pool.labels}, link.settings, run)},
      run);
  made.space = std::make_shared<const Space>(std::move(space));
}

}  // namespace

Attempt tuned_attempt(const Job& job, Plan planned, const Run& run) {
  Attempt made{.plan = std::move(planned)};
  const Plan& plan = made.plan;
  const Method& method = find_method(plan.search.method);
  Space space = measured_space(job.material, job.evidence, plan, run);
  if (plan.tuning->of_map)
    represent_before_map(space, plan, run);
  else
    represent(space, plan, run);
  if (method.refuses_zero_rows && !job.material.zeros_allowed && plan.chain.empty())
    require_directions(space.items);

  const Settings of_file = job.evidence.solved.tuner ? job.evidence.solved.tuner->settings : Settings();
  Bench bench{job, plan, space, plan.tuning->strap, joined(of_file, plan.search.settings), {}, {}};
  if (method.refuses_zero_rows) bench.zeros = zero_rows(space.items.rows());
  if (!bench.zeros.empty()) {
    std::vector<Index> kept;
    for (Index i = 0; i < space.items.items(); ++i)
      if (!std::ranges::binary_search(bench.zeros, i)) kept.push_back(i);
    require(!kept.empty(), "no item has any feature: there is nothing to cluster");
    bench.shown = take_items(space.items, kept);
  }
  const Knowledge known_of_all = knowledge_of(job.evidence, plan.uses, job.material);
  const Knowledge knowledge = bench.zeros.empty() ? known_of_all : without_items(known_of_all, bench.zeros);
  const ClusterAt items = of_items(bench, knowledge);
  TuningMade tuning{.plan = *plan.tuning};
  if (job.wishes.tune.by == TuneBy::least_squares && !job.evidence.solved.tuner)
    tune_by_least_squares(bench, items, tuning, run);
  else
    tune_by_strapping(bench, items, tuning, run);
  made.outcome = std::move(tuning.tuned.outcome);
  put_back_zeros(made.outcome.clustering, bench.zeros, made.notes);
  put_back_zeros(tuning.tuned.untuned, bench.zeros, made.notes);
  made.tuning = std::move(tuning);
  if (!plan.tuning->of_map)
    made.plan.search.settings = settings_of(bench, method, made.tuning->tuned.value, job.wishes.clusters);
  if (plan.tuning->of_map)
    take_tuned_map(made, std::move(space), run);
  else
    made.space = std::make_shared<const Space>(std::move(space));
  return made;
}

}  // namespace bellwether
