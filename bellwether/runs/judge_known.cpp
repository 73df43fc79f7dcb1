#include <fmt/format.h>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/runs/judge.h>
#include <bellwether/runs/map_agreement.h>
#include <bellwether/runs/represent.h>
#include <bellwether/transforms/best_map.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

SelectionOptions selection_of(const Wishes& wishes) {
  SelectionOptions options{.random_seed = wishes.random_seed};
  if (wishes.caution) options.caution = *wishes.caution;
  check_options(options, "the selection");
  return options;
}

/// What the known clusters teach, tried on some of them that are held out.
Representation learn(const Space& space, const RepresentationPlan& link, const Wishes& wishes,
                     const AsUsual* as_usual, const Run& run) {
  const Pool pool = pooled(space.items, space.known);
  if (link.name == "auto")
    return choose_representation(link.candidates, pool.all.rows(), pool.labels, selection_of(wishes), run,
                                 as_usual);
  return learn_representation(find_learner(link.name), link.settings, pool.all.rows(), pool.labels,
                              wishes.trust, selection_of(wishes), run, as_usual);
}

Verdict verdict_on(const Representation& made) {
  Verdict verdict{.kind = known,
                  .asked = made.checked,
                  .possible = made.check.possible && !made.check.stopped && !made.check.trials.empty(),
                  .used = made.used(),
                  .measure = "NMI on held-out known classes (1 = perfect)",
                  .reason = made.reason};
  if (!verdict.possible) return verdict;
  const Trial& trial = made.check.trials[static_cast<std::size_t>(std::max(made.check.best, 0))];
  verdict.without = made.check.plain;
  verdict.with = made.check.plain + trial.gain;
  verdict.error = trial.error;
  return verdict;
}

/// The link with what was chosen in place of "auto".
RepresentationPlan resolved(RepresentationPlan link, const Representation& made) {
  if (link.name != "auto" || !made.used()) return link;
  const NamedOptions chosen = parse_named_options(made.name);
  link.name = chosen.name;
  link.settings = chosen.options;
  link.candidates.clear();
  return link;
}

/// Items and known ones as the default measures them, so that whole plans are compared.
Pool measured_as_usual(const SoFar& so_far, const Run& run) {
  const Job& job = so_far.job;
  Plan plan = bellwether::plan(job.material, job.evidence, so_far.usual.way.wishes, {});
  plan.uses = {known};
  Space space = measured_space(job.material, job.evidence, plan, run);
  make_dense(space.items);
  make_dense(space.known.items);
  return pooled(space.items, space.known);
}

/// The default sees all words, more than any map can.
bool sees_all_words(const SoFar& so_far) {
  const Wishes& usual = so_far.usual.way.wishes;
  return (so_far.job.material.items.sparse() || usual.method == "sib") &&
         usual.steps.steps.find("svd") == std::string::npos;
}

/// Some of the pool's items, clustered as the default clusters.
std::vector<int> find_as_usual(const SoFar& so_far, const Pool& pool, const std::vector<Index>& items,
                               int clusters, std::uint64_t random_seed, const Run& run) {
  Material some = so_far.job.material;
  some.items = take_items(pool.all, items);
  some.zeros_allowed = true;
  Wishes wishes = so_far.usual.way.wishes;
  wishes.clusters = clusters;
  wishes.random_seed = random_seed;
  const Evidence nothing;
  return attempt({some, nothing, wishes}, {.for_check = true}, nullptr, run).labels();
}

/// What agreement of the new items counts beside NMI on classes held out.
constexpr double worth_of_agreement = 0.75;

/// The link with a candidate in place of "auto".
RepresentationPlan with_map(RepresentationPlan link, const std::string& candidate) {
  const NamedOptions named = parse_named_options(candidate);
  link.name = named.name;
  link.settings = named.options;
  return link;
}

/// How much better the new items agree with each map that was tried than with the default; 0 where classes
/// held out speak against it.
std::vector<double> agreement_of(const SoFar& so_far, const RepresentationPlan& link,
                                 const std::vector<Trial>& trials, const Run& run) {
  std::vector<RepresentationPlan> maps;
  for (std::size_t t = 0; t < trials.size(); ++t)
    if (may_help(trials[t])) maps.push_back(with_map(link, link.candidates[t]));
  std::vector<double> all(trials.size(), 0);
  if (maps.empty()) return all;
  const auto beyond =
      agreement_beyond_default(so_far, maps, with_stage(run, "asking the new items about the maps"));
  for (std::size_t t = 0, m = 0; t < trials.size(); ++t)
    if (may_help(trials[t])) all[t] = beyond[m++];
  return all;
}

/// The choice once more, with what the new items say about the maps.
void ask_new_items(const SoFar& so_far, const RepresentationPlan& link, const Space& space,
                   Representation& made, const Run& run) {
  const std::vector<Trial>& trials = made.check.trials;
  const std::vector<double> agreement = agreement_of(so_far, link, trials, run);
  if (run.stop.stop_requested()) return;
  std::vector<double> besides;
  for (const double more : agreement) besides.push_back(worth_of_agreement * more);
  const int before = made.check.best, best = best_of(trials, selection_of(so_far.for_maps).caution, besides);
  const auto words = [&](int trial) {
    return fmt::format("{:+.2f} in how well clusters of two halves of the new items' values agree",
                       agreement[static_cast<std::size_t>(trial)]);
  };
  made.check.best = best;
  if (best < 0 && before >= 0) {
    made.reason += fmt::format("; but {}", words(before));
    made.learned.reset();
  }
  if (best < 0) return;
  const auto at = static_cast<std::size_t>(best);
  made.name = link.candidates[at];
  made.reason = fmt::format("{}: NMI on held-out known classes {:+.3f} +- {:.3f}, {}", made.name,
                            trials[at].gain, trials[at].error, words(best));
  if (best == before) return;
  const Pool pool = pooled(space.items, space.known);
  const RepresentationPlan map = with_map(link, made.name);
  made.learned = find_learner(map.name).learn(pool.all.rows(), {.seeds = pool.labels}, map.settings, run);
}

}  // namespace

Judged judge_known(const SoFar& so_far, const Run& run) {
  EvidenceKinds uses = so_far.accepted;
  uses.insert(known);
  const Job job = job_for(so_far, uses);
  Plan plan = plan_of(job, {.uses = uses});
  const auto link = std::ranges::find(plan.chain, std::optional(known), &RepresentationPlan::from);
  Space space = measured_space(job.material, job.evidence, plan, run);
  represent_before_map(space, plan, run);
  const bool open = !so_far.usual.tried.empty(), words = open && sees_all_words(so_far);
  const Pool pool = words  ? pooled(so_far.job.material.items, so_far.job.evidence.known)
                    : open ? measured_as_usual(so_far, run)
                           : Pool{};
  AsUsual usual{.rows = pool.all.rows()};
  if (words)
    usual.find = [&](const std::vector<Index>& items, int clusters, std::uint64_t seed, const Run& inner) {
      return find_as_usual(so_far, pool, items, clusters, seed, inner);
    };
  Representation made;
  try {
    made = learn(space, *link, job.wishes, open ? &usual : nullptr, run);
  } catch (const InvalidInput& error) {
    if (job.wishes.trust == Trust::always && link->name != "auto") throw;
    return {.verdict = {.kind = known,
                        .asked = true,
                        .reason = fmt::format("nothing can be learned: {}", error.text())}};
  }
  // A half of the features is another table; a half of the counts has all words.
  const bool halves_alike = so_far.job.material.items.sparse();
  if (open && halves_alike && made.check.possible && !made.check.stopped && link->name == "auto")
    ask_new_items(so_far, *link, space, made, run);
  Judged judged{.verdict = verdict_on(made)};
  const bool used = made.used();
  *link = resolved(*link, made);
  take_map(space, *link, std::move(made), run);
  if (!used) {
    judged.tried = space.made.back();
    return judged;
  }
  judged.map = *link;
  for (const StepPlan& step : plan.last_steps) fit_and_take(step, space, run);
  judged.with.plan = std::move(plan);
  judged.with.space = std::make_shared<const Space>(std::move(space));
  judged.with.outcome = search(job, judged.with.plan, *judged.with.space,
                               knowledge_of(job.evidence, uses, job.material), judged.with.notes, run);
  return judged;
}

}  // namespace bellwether
