#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/links/groups.h>
#include <bellwether/runs/facts.h>
#include <bellwether/runs/judge.h>
#include <bellwether/runs/method_settings.h>
#include <bellwether/runs/shape.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr int most_folds = 3;

/// What is expected of a way weighs as much as so many facts that were held back.
constexpr double weight_of_experience = 120;

/// Facts must be met so many deviations better than by chance, and by so much: else they are noise. Two seeds
/// count twice, once with either held back, so that chance varies more than their number says.
double above_chance(EvidenceKind kind) {
  return kind == EvidenceKind::seeds ? 2.7 : 2.2;
}
constexpr double above_chance_together = 1.9;  ///< of two that saw different parts of the facts
constexpr double above_chance_of_many = 4;     ///< the best of all ways
constexpr double least_above_chance = 0.1;

/// Of so many seeds that no way finds, some are likely to be wrong.
constexpr double many_found_by_none = 0.15;
/// Of so many, it is no classifier's turn: it would learn the wrong ones by heart.
constexpr double most_for_classifiers = 0.25;

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

Prepared prepared(const SoFar& so_far, const Material& material, const Way& way, EvidenceKinds uses,
                  const Run& run) {
  const Job job{material, so_far.job.evidence, way.wishes};
  Prepared made{.way = way, .plan = plan_of(job, {.uses = uses, .map = so_far.map})};
  const bool own = &material == &so_far.job.material;
  made.space = space_of(job, made.plan, own ? &so_far.current : nullptr, run);
  return made;
}

/// One search in this way.
Attempt guided(const SoFar& so_far, const Material& material, const Prepared& by, EvidenceKind kind,
               const Knowledge& knowledge, const Run& run) {
  const Job job{material, so_far.job.evidence, by.way.wishes};
  Attempt made{.plan = by.plan};
  made.space = by.way.shaped ? shaped(by.space, knowledge, kind, by.way.doubt, run) : by.space;
  std::vector<int> start;
  if (find_method(by.plan.search.method).takes_start)
    start = begin_from(by.way.begin, made.space->items, knowledge.seeds, so_far.plain, by.way.wishes.clusters,
                       run);
  made.outcome = search(job, made.plan, *made.space, knowledge, made.notes, run, start);
  return made;
}

/// How facts that were held back are met: by every way, and by the default, which saw none of them.
struct Met {
  std::vector<Tally> ways = {};
  Tally plain = {};
};

/// `others` is what else is known, and `current` are the clusters found with that.
Met met_by(const SoFar& so_far, const std::vector<Prepared>& ways, EvidenceKind kind, const Run& run) {
  const Job& job = so_far.job;
  const Knowledge others = knowledge_of(job.evidence, so_far.accepted, job.material);
  const auto folds = folds_of(knowledge_of(job.evidence, {kind}, job.material), most_folds);
  Met met{.ways = std::vector<Tally>(ways.size())};
  for (const Fold& fold : folds) {
    const Knowledge used = joined(others, fold.used);
    for (std::size_t w = 0; w < ways.size() && !run.stop.stop_requested(); ++w) {
      Prepared thin = ways[w];
      thin.plan.search.settings =
          for_a_check(std::move(thin.plan.search.settings), find_method(thin.plan.search.method));
      std::ranges::copy(thin.way.in_check, std::back_inserter(thin.plan.search.settings));
      count_met(guided(so_far, job.material, thin, kind, used, run).labels(), fold, met.ways[w]);
    }
    count_met(named_by(so_far.current.labels(), fold.used.seeds), fold, met.plain);
  }
  return met;
}

double facts_in(const Tally& tally) {
  return static_cast<double>(tally.meant.size() + tally.must.size() + tally.cannot.size());
}

/// What is gained by a way, as facts and experience say together.
double gain_of(const Way& way, const Tally& with, const Tally& without) {
  const double facts = facts_in(with);
  return (facts * (met(with) - met(without)) + weight_of_experience * way.expected) /
         (facts + weight_of_experience);
}

/// The default saw none of the links, so all of them test it; a way saw other links than those that test it.
/// Where links are few, each alone may miss what both show. They are not independent:
/// Var(a + b) = 2 Var(a) + 2 Var(b) - Var(a - b).
bool beyond_chance_together(const Tally& plain, const Tally& with) {
  const auto square = [](double x) { return x * x; };
  const Chance one = chance_of(plain), other = chance_of(with);
  const double variance =
      2 * square(one.deviation) + 2 * square(other.deviation) - square(deviation_between(with, plain));
  const double beyond = met(plain) - one.mean + met(with) - other.mean;
  return beyond >= above_chance_together * std::sqrt(std::max(variance, 0.0)) && beyond > least_above_chance;
}

/// The share of held-out seeds that no way finds under their name, nor the default: wrong ones, or what the
/// items do not show.
double found_by_none(const Met& met) {
  const std::vector<int>& meant = met.plain.meant;
  double missed = 0;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    const auto finds = [&](const Tally& tally) { return tally.said[i] == meant[i]; };
    if (!finds(met.plain) && std::ranges::none_of(met.ways, finds)) ++missed;
  }
  return meant.empty() ? 0 : missed / static_cast<double>(meant.size());
}

/// Some seeds are found by nothing that was tried, and nothing finds more of them than the default does: what
/// experience promises of right seeds is not to be expected of these.
bool promises_nothing(const Met& met) {
  const auto gains = [&](const Tally& way) { return bellwether::met(way) > bellwether::met(met.plain); };
  return found_by_none(met) >= many_found_by_none && std::ranges::none_of(met.ways, gains);
}

std::string measure_of(EvidenceKind kind) {
  return kind == seeds ? "share of held-out seeds found under their name (1 = perfect)"
                       : "P(together | must-link) - P(together | cannot-link), held out (1 = perfect)";
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

/// The verdict on the best of the ways, by its number.
std::size_t choose(const std::vector<Prepared>& ways, std::size_t likeliest, const Met& found,
                   Verdict& verdict) {
  const bool doubtful = ways.size() > 1 && found_by_none(found) >= most_for_classifiers;
  std::vector<double> gains;
  for (std::size_t w = 0; w < ways.size(); ++w)
    gains.push_back(doubtful && ways[w].way.classifier ? -std::numeric_limits<double>::infinity()
                                                       : gain_of(ways[w].way, found.ways[w], found.plain));
  const std::size_t best = first_best(Goal::maximise, gains);
  const Tally& with = found.ways[best];
  // Two ways say whether they are noise, since the best of many may be good by chance: the likeliest, and the
  // one that begins at the evidence itself, for what the plain clusters know nothing of. Another must be
  // better.
  const auto beyond_chance = [](const Tally& tally, double deviations) {
    const Chance chance = chance_of(tally);
    const double needed = std::max(deviations * chance.deviation, least_above_chance);
    // Half of the way to all of them is enough: few facts could never be beyond chance by so many deviations,
    // and knowledge is usually right.
    return met(tally) >= chance.mean + std::min(needed, (1 - chance.mean) / 2);
  };
  const auto own = std::ranges::find(ways, Begin::itself, [](const Prepared& by) { return by.way.begin; });
  const bool no_promise = promises_nothing(found);
  const bool says_something =
      beyond_chance(found.ways[likeliest], above_chance(verdict.kind)) ||
      beyond_chance(with, above_chance_of_many) ||
      (verdict.kind == links && beyond_chance_together(found.plain, found.ways[likeliest])) ||
      (own != ways.end() &&
       beyond_chance(found.ways[static_cast<std::size_t>(own - ways.begin())], above_chance(verdict.kind)));
  verdict.possible = true;
  verdict.with = met(with);
  verdict.without = met(found.plain);
  verdict.error = deviation_between(with, found.plain);
  verdict.used = says_something && !no_promise && (gains[best] > 0 || ways.size() == 1);
  if (ways.size() == 1) verdict.used = says_something && verdict.with >= verdict.without - verdict.error;
  const std::string figures =
      verdict.kind == seeds
          ? fmt::format("{:.0f} % of held-out seeds found under their name, {:.0f} % without them",
                        100 * verdict.with, 100 * verdict.without)
          : fmt::format("held-out links: {:.2f}, {:.2f} without them (1 = perfect, 0 = chance)", verdict.with,
                        verdict.without);
  verdict.reason =
      !says_something ? fmt::format("not better than chance: {}", figures)
      : no_promise
          ? fmt::format("no way finds more of them than the default does, and {:.0f} % are found by none: {}",
                        100 * found_by_none(found), figures)
          : fmt::format("{}: {}", with_method(ways[best], verdict.kind), figures);
  return best;
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
  return guided(so_far, material, by, options.uses.contains(seeds) ? seeds : links,
                knowledge_of(so_far.job.evidence, options.uses, material), run);
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
    ways.push_back(prepared(so_far, job.material, way, uses, run));
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
        best = choose(ways, best, found, judged.verdict);
    } catch (const InvalidInput& error) {
      // All of it was possible; what a part of it lacks is no fault of the user's.
      judged.verdict.reason = fmt::format("not checked: with a part of it {}", error.text());
    }
  }
  judged.with =
      guided(so_far, job.material, ways[best], kind, knowledge_of(job.evidence, uses, job.material), run);
  if (const std::string how = in_words(ways[best].way, kind); !how.empty())
    judged.with.plan.search.reason = how;
  judged.way = ways[best].way;
  return judged;
}

}  // namespace bellwether
