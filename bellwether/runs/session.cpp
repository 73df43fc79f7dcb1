#include <bellwether/runs/session.h>

#include <algorithm>
#include <set>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/links/groups.h>
#include <bellwether/runs/assemble.h>
#include <bellwether/scores/matching.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// One search from given clusters, whatever the number of restarts was.
/// The way to measure the items stays; a method that was chosen stays if it takes what is known now.
Wishes from_where_it_was(const Finding& last, const std::vector<int>& start, EvidenceKinds known_now) {
  Wishes wishes = last.plan.wishes;
  if (wishes.chosen && wishes.method != "auto" && !find_method(wishes.method).takes.intersects(known_now))
    wishes.method = "auto";
  wishes.start = start;
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

/// The new number of each cluster: that of the seeds it matches best, one to one; the others keep theirs
/// where it is free.
std::vector<int> numbers_by_seeds(const std::vector<int>& labels, const std::vector<int>& seeds,
                                  int clusters) {
  std::vector<int> found, meant;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    found.push_back(labels[i]);
    meant.push_back(seeds[i]);
  }
  std::vector<int> number(static_cast<std::size_t>(clusters), unmatched);
  std::set<int> left;
  for (int c = 0; c < clusters; ++c) left.insert(c);
  const Contingency table = cross_tabulate(found, meant);
  const std::vector<int> matching = best_matching(table);
  for (std::size_t c = 0; c < matching.size(); ++c)
    if (matching[c] != unmatched) {
      const int meant_by = table.class_labels[static_cast<std::size_t>(matching[c])];
      number[static_cast<std::size_t>(table.cluster_labels[c])] = meant_by;
      left.erase(meant_by);
    }
  for (int c = 0; c < clusters; ++c)
    if (number[static_cast<std::size_t>(c)] == unmatched && left.erase(c) > 0)
      number[static_cast<std::size_t>(c)] = c;
  for (int& n : number)
    if (n == unmatched) n = left.extract(left.begin()).value();
  return number;
}

/// The kinds that are given still.
EvidenceKinds both(EvidenceKinds a, EvidenceKinds b) {
  EvidenceKinds kinds;
  for (const EvidenceKind kind : a)
    if (b.contains(kind)) kinds.insert(kind);
  return kinds;
}

bool left_out(const Finding& finding, EvidenceKind kind) {
  const Verdict* verdict = finding.verdict(kind);
  return verdict != nullptr && verdict->possible && !verdict->used;
}

void remove_last(std::vector<Link>& links, std::vector<double>& weights, std::size_t count) {
  links.resize(links.size() - count);
  if (!weights.empty()) weights.resize(links.size());
}

void append(std::vector<Link>& links, std::vector<double>& weights, const std::vector<Link>& more) {
  const bool weighed = !weights.empty();
  links.insert(links.end(), more.begin(), more.end());
  if (weighed) weights.resize(links.size(), 1);
}

}  // namespace

void number_by_seeds(std::vector<int>& labels, const std::vector<int>& seeds, int clusters) {
  if (seeds.empty()) return;
  const std::vector<int> number = numbers_by_seeds(labels, seeds, clusters);
  for (int& label : labels) label = number[static_cast<std::size_t>(label)];
}

Finding clustered_again(const Material& material, const Evidence& evidence, Finding finding,
                        EvidenceKinds uses, const std::vector<int>& start, const Run& run) {
  Wishes warm = from_where_it_was(finding, start, uses);
  const Job job{material, evidence, warm};
  AttemptOptions options{.uses = uses, .auxiliary_by = finding.plan.wishes.auxiliary_by};
  if (const RepresentationMade* made = finding.made_from(known)) options.map = made->plan;
  if (!find_method(plan_of(job, options).search.method).takes_start) warm.start.clear();
  const Attempt before{.plan = finding.plan, .space = finding.space};
  take_result(attempt(job, options, &before, with_stage(run, "clustering again")), material, finding);
  for (const EvidenceKind kind : {seeds, links})
    if (uses.contains(kind)) say_added(kind, finding.verdicts);
  compare_with_plain(job, finding);
  if (uses.contains(seeds))
    finding.names = cluster_names(evidence.labels, finding.outcome.clustering.clusters);
  return finding;
}

Session::Session(Material material, Evidence evidence, Wishes wishes)
    : material_(std::make_shared<const Material>(std::move(material))),
      evidence_(std::move(evidence)),
      wishes_(std::move(wishes)) {}

const Finding& Session::carry_out(const Run& run) {
  adopt(carrying_out()(run));
  return finding_;
}

const Finding& Session::update(const Run& run) {
  adopt(updating()(run));
  return finding_;
}

Session::Task Session::carrying_out() const {
  return [material = material_, evidence = evidence_, wishes = wishes_,
          additions = additions_.size()](const Run& run) {
    return Found{bellwether::carry_out(*material, evidence, plan(*material, evidence, wishes), run), true,
                 additions};
  };
}

Session::Task Session::updating() const {
  require(has_finding(), "there is nothing to go on from: carry out the plan first");
  return [material = material_, evidence = evidence_, finding = finding_, uses = accepted_, start = labels_,
          additions = additions_.size()](const Run& run) {
    return Found{clustered_again(*material, evidence, finding, uses, start, run), false, additions};
  };
}

void Session::adopt(Found found) {
  finding_ = std::move(found.finding);
  // A number of clusters that was to be chosen is chosen once: answers are about these clusters.
  wishes_.clusters = finding_.plan.wishes.clusters;
  wishes_.choose_k.reset();
  if (found.checked) {
    accepted_ = {};
    for (const Verdict& verdict : finding_.verdicts)
      if (verdict.used && evidence_.kinds().contains(verdict.kind)) accepted_.insert(verdict.kind);
  }
  const std::vector<int> before = std::exchange(labels_, finding_.labels());
  for (Step& step : steps_) step.labels_before.clear();
  // Seeds alone, which may all lie between clusters, would not tell which is which.
  if (left_out(finding_, seeds))
    number_by_seeds(labels_, before.empty() ? evidence_.seeds : before, wishes_.clusters);
  auto number = static_cast<int>(evidence_.labels.size());
  for (std::size_t a = additions_.size(); a-- > found.additions;) number -= !additions_[a].label.empty();
  for (std::size_t a = found.additions; a < additions_.size(); ++a)
    if (!additions_[a].label.empty()) give_number(additions_[a], number++);
}

void Session::require_possible_now() const {
  require_fits(evidence_, *material_, wishes_.clusters);
  close_links(knowledge_of(evidence_, {seeds, links}, *material_), material_->items.items(),
              wishes_.clusters);  // throws what contradicts itself
}

void Session::give_number(const Addition& addition, int number) {
  if (labels_.empty() || addition.seeds.empty()) return;
  const int found = labels_[static_cast<std::size_t>(addition.seeds.front().first)];
  if (found <= number) return;
  for (int& label : labels_)
    if (label == found || label == number) label = found + number - label;
}

std::vector<std::string> Session::names() const {
  const std::vector<std::string> names = cluster_names(evidence_.labels, wishes_.clusters);
  if (!names.empty()) return names;
  std::vector<std::string> numbers;
  for (int c = 0; c < wishes_.clusters; ++c) numbers.push_back(std::to_string(c));
  return numbers;
}

void Session::add(const Addition& addition) {
  const Index items = material_->items.items();
  for (const auto& [item, cluster] : addition.seeds)
    require(item >= 0 && item < items, "there is no item {}: items are 0 to {}", item, items - 1);
  Step step;
  if (!addition.seeds.empty()) evidence_.seeds.resize(static_cast<std::size_t>(items), unlabelled);
  for (const auto& [item, cluster] : addition.seeds) {
    int& seed = evidence_.seeds[static_cast<std::size_t>(item)];
    step.seeds_before.push_back(seed);
    seed = cluster;
  }
  if (!addition.label.empty()) {
    step.labels_before = labels_;
    evidence_.labels.push_back(addition.label);
  }
  append(evidence_.must_link, evidence_.must_weights, addition.must_link);
  append(evidence_.cannot_link, evidence_.cannot_weights, addition.cannot_link);
  additions_.push_back(addition);
  steps_.push_back(std::move(step));
  try {
    require_possible_now();
  } catch (...) {
    take_back();
    throw;
  }
  if (!addition.seeds.empty() && !left_out(finding_, seeds)) accepted_.insert(seeds);
  if (!(addition.must_link.empty() && addition.cannot_link.empty()) && !left_out(finding_, links))
    accepted_.insert(links);
  if (!addition.label.empty()) give_number(addition, static_cast<int>(evidence_.labels.size()) - 1);
}

std::optional<Addition> Session::take_back() {
  if (additions_.empty()) return std::nullopt;
  Addition last = std::move(additions_.back());
  for (std::size_t s = last.seeds.size(); s-- > 0;)
    evidence_.seeds[static_cast<std::size_t>(last.seeds[s].first)] = steps_.back().seeds_before[s];
  if (!last.label.empty()) evidence_.labels.pop_back();
  if (!steps_.back().labels_before.empty()) labels_ = std::move(steps_.back().labels_before);
  remove_last(evidence_.must_link, evidence_.must_weights, last.must_link.size());
  remove_last(evidence_.cannot_link, evidence_.cannot_weights, last.cannot_link.size());
  if (std::ranges::all_of(evidence_.seeds, [](int seed) { return seed == unlabelled; }))
    evidence_.seeds.clear();
  additions_.pop_back();
  steps_.pop_back();
  accepted_ = both(accepted_, evidence_.kinds());
  return last;
}

void Session::set_evidence(Evidence evidence) {
  std::swap(evidence_, evidence);
  try {
    require_possible_now();
  } catch (...) {
    std::swap(evidence_, evidence);
    throw;
  }
  for (const EvidenceKind kind : {seeds, links})
    if (evidence_.kinds().contains(kind) && !left_out(finding_, kind)) accepted_.insert(kind);
  accepted_ = both(accepted_, evidence_.kinds());
  additions_.clear();
  steps_.clear();
}

void Session::add_seed(Index item, int cluster) {
  add({.seeds = {{item, cluster}}});
  accepted_.insert(seeds);
}

void Session::add_must_link(Index first, Index second) {
  add({.must_link = {{first, second}}});
  accepted_.insert(links);
}

void Session::add_cannot_link(Index first, Index second) {
  add({.cannot_link = {{first, second}}});
  accepted_.insert(links);
}

}  // namespace bellwether
