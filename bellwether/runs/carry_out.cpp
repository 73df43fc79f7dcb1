#include <algorithm>
#include <cstdlib>

#include <bellwether/data/error.h>
#include <bellwether/runs/assemble.h>
#include <bellwether/runs/judge.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

Judged judge(const SoFar& so_far, EvidenceKind kind, const Run& run) {
  switch (kind) {
    case seeds:
    case links:
      return judge_seeds_or_links(so_far, kind, run);
    case known:
      return judge_known(so_far, run);
    case auxiliary:
    case annotated:
      return judge_other_data(so_far, kind, run);
    case solved:
      return judge_solved(so_far, run);
    case vectors:
      return judge_vectors(so_far, run);
    case sizes:
      break;
  }
  return {.verdict = {.kind = sizes, .used = true, .reason = "bounds are kept, and not checked"}};
}

/// What other items teach must not lose what is known of these.
void check_against_stronger(const SoFar& so_far, const Finding& finding, Judged& judged, const Run& run) {
  if (EvidenceKinds{seeds, links, sizes}.contains(judged.verdict.kind)) return;
  for (const Verdict& stronger : finding.verdicts)
    if ((stronger.kind == seeds || stronger.kind == links) &&
        loses(so_far, stronger, judged.with, judged.verdict.reason, run)) {
      judged.verdict.used = false;
      return;
    }
}

void accept(Judged judged, SoFar& so_far) {
  so_far.accepted.insert(judged.verdict.kind);
  so_far.current = std::move(judged.with);
  if (judged.map) so_far.map = std::move(judged.map);
  if (judged.way) so_far.way = std::move(judged.way);
  if (!judged.auxiliary_by.empty()) so_far.auxiliary_by = judged.auxiliary_by;
}

/// What did not help by itself may help in what another kind taught: it is tried once more, given that.
void judge_again(SoFar& so_far, Finding& finding, const Run& run) {
  if (!so_far.accepted.intersects({known, auxiliary, annotated})) return;
  for (Verdict& verdict : finding.verdicts) {
    if (verdict.used || !verdict.possible || (verdict.kind != seeds && verdict.kind != links)) continue;
    if (run.stop.stop_requested()) return;
    Judged judged = judge(so_far, verdict.kind, run);
    if (!judged.verdict.used) continue;
    verdict = judged.verdict;
    accept(std::move(judged), so_far);
  }
}

/// Each kind in turn, given those accepted before it. Bounds on sizes are kept whatever else is found.
void judge_all(EvidenceKinds given, SoFar& so_far, Finding& finding, const Run& run) {
  if (given.contains(sizes)) so_far.accepted.insert(sizes);
  bool other = false;  // evidence was accepted, and the search that uses it keeps the bounds
  for (const EvidenceKind kind : strongest_first(given)) {
    if (run.stop.stop_requested() && kind != sizes) {
      finding.verdicts.push_back({.kind = kind, .reason = "interrupted before it was tried"});
      continue;
    }
    Judged judged = judge(so_far, kind, run);
    if (judged.verdict.used && so_far.job.wishes.trust == Trust::checked)
      check_against_stronger(so_far, finding, judged, run);
    finding.verdicts.push_back(judged.verdict);
    if (judged.tried) finding.tried.push_back(std::move(*judged.tried));
    if (kind == solved && judged.with.tuning) finding.tuning = judged.with.tuning;
    if (!judged.verdict.used || kind == sizes) continue;
    accept(std::move(judged), so_far);
    other = true;
  }
  judge_again(so_far, finding, run);
  if (given.contains(sizes) && !other)
    so_far.current = attempt(job_for(so_far, {sizes}), {.uses = {sizes}}, &so_far.current, run);
}

/// Of an SVD among steps; 0: there is none.
int dimensions_in(const std::string& steps) {
  const auto at = steps.find("svd:");
  return at == std::string::npos ? 0 : std::atoi(steps.c_str() + at + 4);
}

/// Maps of counts are learned in few dimensions, of length 1, but not so few that the known classes hide each
/// other: those of the default, if they are enough. Tables are brought to 0 .. 1 instead.
Wishes for_maps(const Material& material, Wishes wishes, const Usual& usual) {
  constexpr int enough = 20;
  if (usual.tried.empty()) return wishes;
  const Wishes& chosen = usual.way.wishes;
  std::string steps = chosen.steps.steps;
  if (dimensions_in(steps) == 0 && !material.items.sparse() && chosen.method != "sib") return wishes;
  for (const Way& way : usual_ways(material, wishes))
    if (const int most = dimensions_in(steps); most < enough && dimensions_in(way.wishes.steps.steps) > most)
      steps = way.wishes.steps.steps;
  if (dimensions_in(steps) == 0) return wishes;
  wishes.steps.steps = steps;
  wishes.chosen = true;
  return wishes;
}

/// The number of clusters is chosen first; all else is as if it had been asked for.
Finding choose_and_carry_out(const Material& material, const Evidence& evidence, const Wishes& wishes,
                             const Run& run) {
  KChoice choice = choose_k(material, evidence, wishes, run);
  const Wishes chosen = with_chosen(wishes, choice);
  Finding finding = carry_out(material, evidence, plan(material, evidence, chosen), run);
  finding.k_choice = std::move(choice);
  return finding;
}

}  // namespace

Finding carry_out(const Material& material, const Evidence& evidence, const Plan& plan, const Run& run) {
  if (plan.wishes.choose_k) return choose_and_carry_out(material, evidence, plan.wishes, run);
  require_fits(evidence, material, plan.wishes.clusters);
  Finding finding{.columns = material.columns};
  const EvidenceKinds given = evidence.kinds();
  SoFar so_far{.job = {material, evidence, plan.wishes}};
  const bool alone = given.empty();
  so_far.usual = choose_usual(material, plan.wishes, with_stage(run, "choosing how to measure the items"));
  so_far.for_maps = for_maps(material, plan.wishes, so_far.usual);
  so_far.current = attempt(job_for(so_far, {}), {}, nullptr,
                           alone ? run : with_stage(run, "clustering without the knowledge"));
  if (!so_far.usual.tried.empty()) {
    so_far.current.plan.steps_reason = so_far.usual.reason;
    so_far.current.plan.search.reason = "groups in two halves of the values agree best this way";
  }
  finding.plain = so_far.current.outcome.clustering;
  so_far.plain = finding.plain.labels;
  finding.usual = so_far.usual.tried;
  finding.plain_method = so_far.current.plan.search.method;
  judge_all(given, so_far, finding, run);
  take_result(std::move(so_far.current), material, finding);
  if (!alone) compare_with_plain(so_far.job, finding);
  if (finding.used(seeds))
    finding.names = cluster_names(evidence.labels, finding.outcome.clustering.clusters);
  return finding;
}

}  // namespace bellwether
