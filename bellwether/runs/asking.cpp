#include <bellwether/runs/asking.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/runs/assemble.h>
#include <bellwether/runs/grow_seeds.h>
#include <bellwether/runs/neighbourhoods.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

EvidenceKinds others_of(const Evidence& evidence) {
  EvidenceKinds others;
  for (const EvidenceKind kind : evidence.kinds())
    if (kind != seeds && kind != links) others.insert(kind);
  return others;
}

bool of_answers(const Verdict& verdict) {
  return verdict.kind == seeds || verdict.kind == links;
}

/// Fewer items named for each cluster, and what is held back of them says little.
constexpr int fewest_named = 3;

/// What could not be checked may move so many of the other items.
constexpr double most_unchecked = 0.1;

/// All that was answered is left out; or some of it makes what was held back fit worse; or it could not be
/// checked, and moves many items that nobody spoke of.
bool speaks_against(const Finding& finding) {
  const auto named = std::ranges::count(finding.covered, true);
  bool used = false, given = false, worse = false;
  bool unchecked = named < fewest_named * finding.outcome.clustering.clusters;
  for (const Verdict& verdict : finding.verdicts) {
    if (!of_answers(verdict)) continue;
    given = true;
    used |= verdict.used;
    worse |= verdict.used && verdict.possible && verdict.with < verdict.without;
    unchecked |= verdict.used && !verdict.possible;
  }
  const auto items = static_cast<double>(finding.labels().size());
  const bool moves_many = static_cast<double>(finding.moved_uncovered) > most_unchecked * items;
  return given && (!used || worse || (unchecked && moves_many));
}

/// Everything else as it is found without the answers, the named items where they belong. `numbers` are the
/// clusters of all items so far: named items alone, which lie between clusters, would not tell which is
/// which.
Finding obeying(const Material& material, const Evidence& evidence, const Wishes& wishes,
                const std::vector<int>& numbers, const std::vector<Verdict>& verdicts, const Run& run) {
  const Evidence others = only(evidence, others_of(evidence));
  Finding finding = carry_out(material, others, plan(material, others, wishes), run);
  EvidenceKinds uses = evidence.kinds();
  for (const Verdict& verdict : finding.verdicts)
    if (!verdict.used) uses.erase(verdict.kind);
  std::vector<int> start = finding.labels();
  number_by_seeds(start, numbers, wishes.clusters);
  finding = clustered_again(material, evidence, std::move(finding), uses, start, run);
  for (const Verdict& verdict : verdicts) {
    if (!of_answers(verdict)) continue;
    const auto at = std::ranges::find(finding.verdicts, verdict.kind, &Verdict::kind);
    Verdict& said = at == finding.verdicts.end() ? finding.verdicts.emplace_back() : *at;
    said = verdict;
    said.used = true;
    said.reason = fmt::format("only the items in it were placed, others as without it ({})", verdict.reason);
  }
  return finding;
}

/// So many of the seeds that are held back must be found again beyond what chance gives.
constexpr double least_clear_share = 0.2;

Verdict* seeds_verdict(Finding& finding) {
  const auto at = std::ranges::find(finding.verdicts, seeds, &Verdict::kind);
  return at == finding.verdicts.end() ? nullptr : &*at;
}

/// With the seeds grown by words (grow_seeds.h), if that finds more of those that are held back.
std::optional<Finding> by_words(const Material& material, Evidence evidence, const Wishes& wishes,
                                Finding& normal, const Run& run) {
  const Verdict* before = seeds_verdict(normal);
  if (before == nullptr || !others_of(evidence).empty() ||
      !can_grow(material, evidence.seeds, wishes.clusters))
    return std::nullopt;
  const Rows counts = material.items.rows();
  const double share = share_found_again(counts, evidence.seeds, wishes.clusters);
  const double otherwise = before->used ? before->with : before->without;
  if (share <= otherwise || share < 1.0 / wishes.clusters + least_clear_share) return std::nullopt;
  evidence.seeds =
      surest_of(grow_seeds(counts, evidence.seeds, wishes.clusters), evidence.seeds, wishes.clusters);
  Finding finding;
  try {
    finding = carry_out(material, evidence, plan(material, evidence, wishes), run);
  } catch (const InvalidInput&) {
    return std::nullopt;  // what grew contradicts links
  }
  Verdict* verdict = seeds_verdict(finding);
  if (verdict == nullptr || !verdict->used) return std::nullopt;
  verdict->with = share;
  verdict->without = before->without;
  verdict->reason = fmt::format(
      "grown by the words that tell them apart: {:.0f} % of held-out seeds found under their name, {:.0f} % "
      "without them",
      100 * share, 100 * before->without);
  return finding;
}

Finding checked(const Material& material, const Evidence& evidence, const Wishes& wishes,
                const std::vector<int>& numbers, const Run& run) {
  Finding finding = carry_out(material, evidence, plan(material, evidence, wishes), run);
  if (run.stop.stop_requested() || numbers.empty()) return finding;
  if (auto better = by_words(material, evidence, wishes, finding, run)) return *std::move(better);
  if (wishes.trust == Trust::always || !speaks_against(finding)) return finding;
  try {
    return obeying(material, evidence, wishes, numbers, finding.verdicts, run);
  } catch (const InvalidInput&) {
    return finding;  // the links alone leave no clustering that keeps them all
  }
}

/// So many seeds in each cluster, and classifiers are tried on them.
constexpr Index enough_for_classifiers = 4;

Index least_seeds(const std::vector<int>& seeds, int clusters) {
  std::vector<Index> counts(static_cast<std::size_t>(clusters), 0);
  for (const int seed : seeds)
    if (seed != unlabelled) ++counts[static_cast<std::size_t>(seed)];
  return std::ranges::min(counts);
}

/// Links that say what the seeds say.
void join_seeds(Evidence& evidence, int clusters) {
  std::vector<Index> first(static_cast<std::size_t>(clusters), -1);
  for (std::size_t i = 0; i < evidence.seeds.size(); ++i) {
    if (evidence.seeds[i] == unlabelled) continue;
    Index& of_cluster = first[static_cast<std::size_t>(evidence.seeds[i])];
    if (of_cluster < 0)
      of_cluster = static_cast<Index>(i);
    else
      evidence.must_link.emplace_back(of_cluster, static_cast<Index>(i));
  }
  for (std::size_t a = 0; a < first.size(); ++a)
    for (std::size_t b = a + 1; b < first.size(); ++b) evidence.cannot_link.emplace_back(first[a], first[b]);
  if (!evidence.must_weights.empty()) evidence.must_weights.resize(evidence.must_link.size(), 1);
  if (!evidence.cannot_weights.empty()) evidence.cannot_weights.resize(evidence.cannot_link.size(), 1);
}

/// What answers imply is checked as a kind of its own; people know only what they gave. A kind that they did
/// not give hands its verdict to the one they did, unless that was used as well.
void in_terms_of(EvidenceKinds given, Finding& finding) {
  for (const auto& [implied, of] : {std::pair{seeds, links}, std::pair{links, seeds}}) {
    const auto at = std::ranges::find(finding.verdicts, implied, &Verdict::kind);
    if (given.contains(implied) || at == finding.verdicts.end()) continue;
    Verdict verdict = *at;
    finding.verdicts.erase(at);
    const auto own = std::ranges::find(finding.verdicts, of, &Verdict::kind);
    if (own == finding.verdicts.end() || own->used) continue;
    verdict.kind = of;
    *own = std::move(verdict);
  }
}

}  // namespace

Evidence guiding(const Session& session) {
  Evidence evidence = session.evidence();
  if (!session.has_finding() || session.additions().empty()) return evidence;
  if (evidence.kinds().contains(links)) evidence.seeds = implied_seeds(session);
  if (least_seeds(evidence.seeds, session.clusters()) >= enough_for_classifiers)
    join_seeds(evidence, session.clusters());
  return evidence;
}

Session::Task checking(const Session& session) {
  return [material = session.shared_material(), wishes = session.wishes(), evidence = session.evidence(),
          implied = guiding(session), numbers = session.labels(),
          additions = session.additions().size()](const Run& run) {
    const auto found = [&](Finding finding) {
      in_terms_of(evidence.kinds(), finding);
      compare_with_plain({*material, evidence, wishes}, finding);
      return Session::Found{std::move(finding), true, additions};
    };
    try {
      return found(checked(*material, implied, wishes, numbers, run));
    } catch (const InvalidInput&) {
      // What links imply rests on where groups were found so far; the links themselves may allow more.
      return found(checked(*material, evidence, wishes, numbers, run));
    }
  };
}

SearchBehind::SearchBehind(Session& session, Run run) : session_(session), run_(std::move(run)) {
  run_.on_progress = {};  // belongs to the caller's thread
}

SearchBehind::~SearchBehind() {
  stop_warm_.request_stop();
  stop_check_.request_stop();
  if (worker_.joinable()) worker_.join();
}

bool SearchBehind::hand_over(const Session::Task& task, std::stop_token stop) {
  Run run = run_;
  run.stop = stop;
  try {
    Session::Found found = task(run);
    const std::lock_guard lock(mutex_);
    if (!stop.stop_requested()) found_ = std::move(found);
    return true;
  } catch (const Error&) {
    return false;  // no clustering keeps all that is known: questions go on from the last one
  }
}

void SearchBehind::work(const Session::Task& warm, const Session::Task& check) {
  const auto enter = [&](Phase phase) {
    const std::lock_guard lock(mutex_);
    phase_ = phase;
  };
  hand_over(warm, stop_warm_.get_token());
  enter(Phase::checked);
  hand_over(check, stop_check_.get_token());
  enter(Phase::idle);
}

void SearchBehind::begin() {
  if (worker_.joinable()) worker_.join();
  changed_ = false;
  stop_check_ = {};
  phase_ = Phase::warm;
  worker_ =
      std::thread([this, warm = session_.updating(), check = checking(session_)] { work(warm, check); });
}

void SearchBehind::knowledge_changed() {
  changed_ = true;
  stop_check_.request_stop();
  take();
}

void SearchBehind::take() {
  std::optional<Session::Found> found;
  bool idle = false;
  {
    const std::lock_guard lock(mutex_);
    found.swap(found_);
    idle = phase_ == Phase::idle;
  }
  if (found) session_.adopt(std::move(*found));
  if (idle && changed_) begin();
}

void SearchBehind::search_now() {
  try {
    session_.update(run_);
  } catch (const InvalidInput&) {
    // As behind: no clustering keeps all that is known.
  }
}

}  // namespace bellwether
