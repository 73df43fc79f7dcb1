#include <bellwether/runs/k_held_back.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/runs/method_settings.h>
#include <bellwether/runs/shape.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr int most_k_folds = 3;

/// With fewer facts, or more chance in what they say, nothing is learned from them; and they must be met so
/// many deviations better.
constexpr std::size_t fewest_facts = 5;
constexpr double most_deviation = 0.25, deviations_above = 1.75;

/// What is known shapes the space half as much as there is evidence for: it may be wrong.
constexpr double doubt = 0.5;

EvidenceKinds of_items(const Evidence& evidence) {
  EvidenceKinds kinds;
  for (const EvidenceKind kind : {seeds, links})
    if (evidence.kinds().contains(kind)) kinds.insert(kind);
  return kinds;
}

/// The clusters that one part of the knowledge guides to, from where the curve's are, with the seeds'
/// numbers.
std::vector<int> guided(const KSample& sample, Wishes wishes, const std::shared_ptr<const Space>& space,
                        const Knowledge& knowledge, const std::vector<int>& from, int clusters,
                        const Run& run) {
  wishes.clusters = clusters;
  const Job job{sample.material, sample.evidence, wishes};
  Plan plan = plan_of(job, {.uses = of_items(sample.evidence)});
  const Method& method = find_method(plan.search.method);
  plan.search.settings =
      with_restarts(std::move(plan.search.settings), method, [](std::int64_t) { return 1; });
  std::vector<int> start;
  if (method.takes_start)
    start = begin_from(Begin::plain, space->items, knowledge.seeds, from, clusters, run);
  std::vector<std::string> notes;
  std::vector<int> labels = search(job, plan, *space, knowledge, notes, run, start).clustering.labels;
  const bool by_seeds = method.takes.contains(seeds);
  return by_seeds || knowledge.seeds.empty() ? labels : named_by(labels, knowledge.seeds);
}

}  // namespace

bool KHeldBack::tried(int clusters) const {
  return clusters >= 1 && clusters <= std::ssize(tallies) &&
         !tallies[static_cast<std::size_t>(clusters) - 1].empty();
}

double KHeldBack::met(int clusters) const {
  return bellwether::met(tallies[static_cast<std::size_t>(clusters) - 1]);
}

int KHeldBack::best(const KRange& range, int without) const {
  std::vector<int> numbers;
  for (int k = range.least; k <= range.most; ++k)
    if (k != without && tried(k)) numbers.push_back(k);
  if (numbers.empty()) return 0;
  return numbers[first_best(Goal::maximise, numbers, [&](int k) { return met(k); })];
}

bool KHeldBack::speaks(int best) const {
  const Tally& tally = tallies[static_cast<std::size_t>(best) - 1];
  if (tally.meant.size() + tally.must.size() + tally.cannot.size() < fewest_facts) return false;
  const Chance chance = chance_of(tally);
  return chance.deviation <= most_deviation && met(best) >= chance.mean + deviations_above * chance.deviation;
}

bool KHeldBack::open(int clusters, int best) const {
  if (!tried(clusters)) return false;
  const auto at = [&](int k) -> const Tally& { return tallies[static_cast<std::size_t>(k) - 1]; };
  return met(best) - met(clusters) <= deviation_between(at(best), at(clusters));
}

double KHeldBack::surer(int best, int other) const {
  if (!tried(other)) return 1;
  const auto at = [&](int k) -> const Tally& { return tallies[static_cast<std::size_t>(k) - 1]; };
  const double deviation = deviation_between(at(best), at(other)), gain = met(best) - met(other);
  if (deviation <= 0 || gain <= 0) return 0.5;
  return 0.5 * std::erfc(-gain / deviation / std::numbers::sqrt2);
}

KHeldBack met_along(const KSample& sample, const KSpace& space, const KCurve& curve, const KRange& range,
                    const Run& run) {
  const EvidenceKinds kinds = of_items(sample.evidence);
  if (kinds.empty()) return {};
  const auto folds = folds_of(knowledge_of(sample.evidence, kinds, sample.material), most_k_folds);
  if (folds.empty()) return {};
  KHeldBack held{.tallies = std::vector<Tally>(curve.points.size())};
  std::vector<bool> possible(curve.points.size(), true);
  for (const Fold& fold : folds) {
    const auto shaped_space = shaped(space.space, fold.used, *kinds.begin(), doubt, run);
    for (int k = std::max(range.least, 2); k <= curve.most(); ++k) {
      if (run.stop.stop_requested()) return {};
      const auto at = static_cast<std::size_t>(k) - 1;
      if (!possible[at]) continue;
      try {
        count_met(guided(sample, space.wishes, shaped_space, fold.used, curve.points[at].labels, k, run),
                  fold, held.tallies[at]);
      } catch (const InvalidInput&) {
        possible[at] = false;  // so few clusters cannot keep the links
      }
    }
  }
  for (std::size_t k = 0; k < possible.size(); ++k)
    if (!possible[k]) held.tallies[k] = {};
  return held;
}

}  // namespace bellwether
