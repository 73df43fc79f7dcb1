#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/links/groups.h>
#include <bellwether/runs/facts.h>
#include <bellwether/runs/judge.h>
#include <bellwether/runs/method_settings.h>
#include <bellwether/runs/shape.h>
#include <bellwether/runs/weigh_ways.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr int most_folds = 3;

/// More than this, and what is held back cannot tell good knowledge from bad.
constexpr double most_chance = 0.25;

/// `some` of one kind beside what is accepted of the other.
Knowledge joined(Knowledge accepted, const Knowledge& some) {
  if (some.has_seeds()) accepted.seeds = some.seeds;
  if (!some.has_links()) return accepted;
  accepted.must_link = some.must_link;
  accepted.cannot_link = some.cannot_link;
  accepted.must_weights = some.must_weights;
  accepted.cannot_weights = some.cannot_weights;
  return accepted;
}

/// A way, with what it needs every time: the plan, and the space before it is shaped.
struct Prepared {
  Way way = {};
  Plan plan = {};
  std::shared_ptr<const Space> space = {};
};

bool same_steps(const std::vector<StepPlan>& a, const std::vector<StepPlan>& b) {
  return std::ranges::equal(
      a, b, [](const StepPlan& x, const StepPlan& y) { return x.name == y.name && x.options == y.options; });
}

/// Ways that measure the items alike share the space.
std::shared_ptr<const Space> space_among(const std::vector<Prepared>& others, const Plan& plan) {
  for (const Prepared& other : others)
    if (plan.chain.empty() && other.plan.chain.empty() && same_steps(plan.steps, other.plan.steps) &&
        same_steps(plan.last_steps, other.plan.last_steps))
      return other.space;
  return nullptr;
}

Prepared prepared(const SoFar& so_far, const Material& material, const Way& way, EvidenceKinds uses,
                  const Run& run, const std::vector<Prepared>& others = {}) {
  const Job job{material, so_far.job.evidence, way.wishes};
  Prepared made{.way = way, .plan = plan_of(job, {.uses = uses, .map = so_far.map})};
  const bool own = &material == &so_far.job.material;
  made.space = space_among(others, made.plan);
  if (!made.space) made.space = space_of(job, made.plan, own ? &so_far.current : nullptr, run);
  return made;
}

/// Spaces that the same knowledge shaped, each for all ways that want it.
class Shapes {
 public:
  Shapes(const Knowledge& knowledge, EvidenceKind kind) : knowledge_(knowledge), kind_(kind) {}

  std::shared_ptr<const Space> of(const Prepared& by, const Run& run) {
    if (!by.way.shaped) return by.space;
    for (const Made& one : made_)
      if (one.from == by.space && one.doubt == by.way.doubt) return one.space;
    made_.push_back({by.space, by.way.doubt, shaped(by.space, knowledge_, kind_, by.way.doubt, run)});
    return made_.back().space;
  }

 private:
  struct Made {
    std::shared_ptr<const Space> from = {};
    double doubt = 0;
    std::shared_ptr<const Space> space = {};
  };
  const Knowledge& knowledge_;
  EvidenceKind kind_;
  std::vector<Made> made_ = {};
};

/// One search in this way.
Attempt guided(const SoFar& so_far, const Material& material, const Prepared& by, Shapes& shapes,
               const Knowledge& knowledge, const Run& run) {
  const Job job{material, so_far.job.evidence, by.way.wishes};
  Attempt made{.plan = by.plan};
  made.space = shapes.of(by, run);
  std::vector<int> start;
  if (find_method(by.plan.search.method).takes_start)
    start = begin_from(by.way.begin, made.space->items, knowledge.seeds, so_far.plain, by.way.wishes.clusters,
                       run);
  made.outcome = search(job, made.plan, *made.space, knowledge, made.notes, run, start);
  return made;
}

/// `others` is what else is known, and `current` are the clusters found with that.
Met met_by(const SoFar& so_far, const std::vector<Prepared>& ways, EvidenceKind kind, const Run& run) {
  const Job& job = so_far.job;
  const Knowledge others = knowledge_of(job.evidence, so_far.accepted, job.material);
  const auto folds = folds_of(knowledge_of(job.evidence, {kind}, job.material), most_folds);
  Met met{.ways = std::vector<Tally>(ways.size())};
  for (const Fold& fold : folds) {
    const Knowledge used = joined(others, fold.used);
    Shapes shapes(used, kind);
    for (std::size_t w = 0; w < ways.size() && !run.stop.stop_requested(); ++w) {
      Prepared thin = ways[w];
      thin.plan.search.settings =
          for_a_check(std::move(thin.plan.search.settings), find_method(thin.plan.search.method));
      std::ranges::copy(thin.way.in_check, std::back_inserter(thin.plan.search.settings));
      count_met(guided(so_far, job.material, thin, shapes, used, run).labels(), fold, met.ways[w]);
    }
    count_met(named_by(so_far.current.labels(), fold.used.seeds), fold, met.plain);
  }
  return met;
}

/// "in a space whitened by the seeds, from the clusters found without them"; empty: as the search does it.
std::string in_words(const Way& way, EvidenceKind kind) {
  std::vector<std::string> parts;
  if (way.shaped)
    parts.push_back(fmt::format("in a space whitened by the {}{}", kind == seeds ? "seeds" : "must-links",
                                way.doubt > 0 ? " with care" : ""));
  if (way.begin == Begin::plain) parts.emplace_back("from the clusters found without them");
  if (way.begin == Begin::between)
    parts.emplace_back("from between them and the clusters found without them");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string with_method(const Prepared& by, EvidenceKind kind) {
  const std::string how = in_words(by.way, kind);
  return how.empty() ? by.plan.search.method : fmt::format("{} {}", by.plan.search.method, how);
}

std::string figures_of(const Verdict& verdict) {
  return verdict.kind == seeds
             ? fmt::format("{:.0f} % of held-out seeds found under their name, {:.0f} % without them",
                           100 * verdict.with, 100 * verdict.without)
             : fmt::format("held-out links: {:.2f}, {:.2f} without them (1 = perfect, 0 = chance)",
                           verdict.with, verdict.without);
}

/// The verdict on the best of the ways, by its number.
std::size_t choose(const std::vector<Prepared>& prepared, const Met& found, Verdict& verdict) {
  std::vector<Way> ways;
  for (const Prepared& by : prepared) ways.push_back(by.way);
  const Weighed weighed = weigh(ways, verdict.kind, found);
  const Tally& with = found.ways[weighed.best];
  verdict.possible = true;
  verdict.with = met(with);
  verdict.without = met(found.plain);
  verdict.error = deviation_between(with, found.plain);
  // The only way was asked for: it need not promise more than the default, but not less either.
  verdict.used = ways.size() > 1 ? weighed.promises()
                                 : weighed.beyond_chance && verdict.with >= verdict.without - verdict.error;
  const std::string figures = figures_of(verdict);
  verdict.reason = !weighed.beyond_chance ? fmt::format("not better than chance: {}", figures)
                   : !verdict.used && weighed.doubt > 0
                       ? fmt::format("no gain is to be expected, since many seem to be wrong: {}", figures)
                       : fmt::format("{}: {}", with_method(prepared[weighed.best], verdict.kind), figures);
  return weighed.best;
}

std::vector<Way> ways_for(const SoFar& so_far, EvidenceKind kind) {
  const Job& job = so_far.job;
  EvidenceKinds uses = so_far.accepted;
  uses.insert(kind);
  const Wishes& usual = job_for(so_far, uses).wishes;
  const Way asked{.wishes = usual};
  if (!so_far.accepted.intersects({known, auxiliary, annotated, solved, vectors})) {
    if (kind == seeds)
      return seeded_ways(job.material, usual, so_far.accepted,
                         knowledge_of(job.evidence, {seeds}, job.material));
    return linked_ways(job.material, usual, so_far.accepted, so_far.way ? &*so_far.way : nullptr);
  }
  return {asked};
}

}  // namespace

std::string measure_of(EvidenceKind kind) {
  return kind == seeds ? "share of held-out seeds found under their name (1 = perfect)"
                       : "P(together | must-link) - P(together | cannot-link), held out (1 = perfect)";
}

Job job_for(const SoFar& so_far, EvidenceKinds uses) {
  const bool of_items = !uses.intersects({known, auxiliary, annotated, solved, vectors});
  const bool of_maps = !of_items && !uses.intersects({auxiliary, annotated, solved, vectors});
  return {so_far.job.material, so_far.job.evidence,
          of_items  ? so_far.usual.way.wishes
          : of_maps ? so_far.for_maps
                    : so_far.job.wishes};
}

Attempt attempt_by(const SoFar& so_far, const Material& material, const AttemptOptions& options,
                   const Run& run) {
  const bool own = &material == &so_far.job.material;
  const Job wished = job_for(so_far, options.uses);
  if (!so_far.way || options.uses.intersects({known, auxiliary, annotated, solved, vectors}))
    return attempt({material, wished.evidence, wished.wishes}, options, own ? &so_far.current : nullptr, run);
  Prepared by = prepared(so_far, material, *so_far.way, options.uses, run);
  if (options.for_check)
    by.plan.search.settings =
        for_a_check(std::move(by.plan.search.settings), find_method(by.plan.search.method));
  const Knowledge knowledge = knowledge_of(so_far.job.evidence, options.uses, material);
  Shapes shapes(knowledge, options.uses.contains(seeds) ? seeds : links);
  return guided(so_far, material, by, shapes, knowledge, run);
}

bool loses(const SoFar& so_far, const Verdict& stronger, const Attempt& with, std::string& reason,
           const Run& run) {
  if (!stronger.used || !stronger.possible || run.stop.stop_requested()) return false;
  const Job& job = so_far.job;
  EvidenceKinds others;
  for (const EvidenceKind kind : so_far.accepted)
    if (kind != stronger.kind) others.insert(kind);
  const Knowledge beside = knowledge_of(job.evidence, others, job.material);
  Tally found;
  try {
    Plan thin = with.plan;
    thin.search.settings = for_a_check(std::move(thin.search.settings), find_method(thin.search.method));
    for (const Fold& fold : folds_of(knowledge_of(job.evidence, {stronger.kind}, job.material), most_folds)) {
      std::vector<std::string> ignored;
      const Outcome outcome =
          search({job.material, job.evidence, with.plan.wishes}, thin, *with.space, joined(beside, fold.used),
                 ignored, with_stage(run, "checking that nothing is lost"));
      count_met(outcome.clustering.labels, fold, found);
    }
  } catch (const InvalidInput&) {
    return false;
  }
  const double deviation = chance_of(found).deviation;
  if (found.empty() || met(found) >= stronger.with - 2 * deviation) return false;
  reason = fmt::format("it loses what the {} say: {:.2f} on those held out, {:.2f} without",
                       name_of(stronger.kind), met(found), stronger.with);
  return true;
}

Judged judge_seeds_or_links(const SoFar& so_far, EvidenceKind kind, const Run& run) {
  const Job& job = so_far.job;
  EvidenceKinds uses = so_far.accepted;
  uses.insert(kind);
  Judged judged{.verdict = {.kind = kind, .used = true, .measure = measure_of(kind)}};
  // What contradicts itself is an error, whether or not it would be obeyed.
  close_links(knowledge_of(job.evidence, uses, job.material), job.material.items.items(),
              job.wishes.clusters);
  std::vector<Prepared> ways;
  for (const Way& way : ways_for(so_far, kind))
    ways.push_back(prepared(so_far, job.material, way, uses, run, ways));
  std::vector<double> expected;
  for (const Prepared& by : ways) expected.push_back(by.way.expected);
  std::size_t best = first_best(Goal::maximise, expected);
  judged.verdict.reason = "not checked, as asked";
  if (job.wishes.trust == Trust::checked) {
    judged.verdict.asked = true;
    try {
      const Met found = met_by(so_far, ways, kind, with_stage(run, "checking on knowledge held back"));
      if (run.stop.stop_requested())
        judged.verdict.reason = "not checked: interrupted";
      else if (found.plain.empty() || chance_of(found.plain).deviation > most_chance)
        judged.verdict.reason = "not checked: too little to hold some of it back";
      else
        best = choose(ways, found, judged.verdict);
    } catch (const InvalidInput& error) {
      // All of it was possible; what a part of it lacks is no fault of the user's.
      judged.verdict.reason = fmt::format("not checked: with a part of it {}", error.text());
    }
  }
  const Knowledge all = knowledge_of(job.evidence, uses, job.material);
  Shapes shapes(all, kind);
  judged.with = guided(so_far, job.material, ways[best], shapes, all, run);
  if (const std::string how = in_words(ways[best].way, kind); !how.empty())
    judged.with.plan.search.reason = how;
  judged.way = ways[best].way;
  return judged;
}

}  // namespace bellwether
