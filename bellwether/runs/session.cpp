#include <bellwether/runs/session.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/links/groups.h>
#include <bellwether/runs/assemble.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// One search from given clusters, whatever the number of restarts was.
/// The way to measure the items stays; a method that was chosen stays if it takes what is known now.
Wishes from_where_it_was(const Finding& last, EvidenceKinds known_now) {
  Wishes wishes = last.plan.wishes;
  if (wishes.chosen && wishes.method != "auto" && !find_method(wishes.method).takes.intersects(known_now))
    wishes.method = "auto";
  wishes.start = last.labels();
  std::erase_if(wishes.settings, [](const auto& setting) { return setting.first == "restarts"; });
  wishes.trust = Trust::always;
  return wishes;
}

/// That evidence of this kind was used without a check, since it is newer than the last one.
void say_added(EvidenceKind kind, std::vector<Verdict>& verdicts) {
  auto verdict = std::ranges::find(verdicts, kind, &Verdict::kind);
  if (verdict == verdicts.end()) verdict = verdicts.insert(verdict, {.kind = kind});
  verdict->used = true;
  verdict->reason = "not checked since it was added to";
}

}  // namespace

Session::Session(Material material, Evidence evidence, Wishes wishes)
    : material_(std::move(material)), evidence_(std::move(evidence)), wishes_(std::move(wishes)) {}

const Finding& Session::carry_out(const Run& run) {
  finding_ = bellwether::carry_out(material_, evidence_, plan(material_, evidence_, wishes_), run);
  accepted_ = {};
  for (const Verdict& verdict : finding_.verdicts)
    if (verdict.used) accepted_.insert(verdict.kind);
  return finding_;
}

void Session::replace(Evidence evidence, EvidenceKind added) {
  require_fits(evidence, material_, wishes_.clusters);
  close_links(knowledge_of(evidence, {seeds, links}, material_), material_.items.items(),
              wishes_.clusters);  // throws what contradicts itself
  evidence_ = std::move(evidence);
  accepted_.insert(added);
}

void Session::add_seed(Index item, int cluster) {
  const Index items = material_.items.items();
  require(item >= 0 && item < items, "there is no item {}: items are 0 to {}", item, items - 1);
  Evidence more = evidence_;
  more.seeds.resize(static_cast<std::size_t>(items), unlabelled);
  more.seeds[static_cast<std::size_t>(item)] = cluster;
  replace(std::move(more), seeds);
}

void Session::add_must_link(Index first, Index second) {
  Evidence more = evidence_;
  more.must_link.emplace_back(first, second);
  if (!more.must_weights.empty()) more.must_weights.push_back(1);
  replace(std::move(more), links);
}

void Session::add_cannot_link(Index first, Index second) {
  Evidence more = evidence_;
  more.cannot_link.emplace_back(first, second);
  if (!more.cannot_weights.empty()) more.cannot_weights.push_back(1);
  replace(std::move(more), links);
}

const Finding& Session::update(const Run& run) {
  require(finding_.space != nullptr, "there is nothing to go on from: carry out the plan first");
  Wishes warm = from_where_it_was(finding_, accepted_);
  const Job job{material_, evidence_, warm};
  AttemptOptions options{.uses = accepted_, .auxiliary_by = finding_.plan.wishes.auxiliary_by};
  if (const RepresentationMade* made = finding_.made_from(known)) options.map = made->plan;
  if (!find_method(plan_of(job, options).search.method).takes_start) warm.start.clear();
  const Attempt before{.plan = finding_.plan, .space = finding_.space};
  take_result(attempt(job, options, &before, with_stage(run, "clustering again")), material_, finding_);
  for (const EvidenceKind kind : {seeds, links})
    if (accepted_.contains(kind)) say_added(kind, finding_.verdicts);
  compare_with_plain(job, finding_);
  if (accepted_.contains(seeds))
    finding_.names = cluster_names(evidence_.labels, finding_.outcome.clustering.clusters);
  return finding_;
}

}  // namespace bellwether
