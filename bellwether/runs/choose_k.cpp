#include <bellwether/runs/choose_k.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/best.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/goes_together.h>
#include <bellwether/runs/k_bic.h>
#include <bellwether/runs/k_held_back.h>
#include <bellwether/runs/k_known.h>
#include <bellwether/runs/k_round.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// All that speaks for one number or another.
struct Signs {
  KCurve curve = {};
  KHeldBack held = {};
  KBic bic = {};
};

// --- borders ------------------------------------------------------------------------------------

/// Nothing is apart. Where knowledge asks for so many, fewer would be right; where the user does, the
/// clearest of them is.
int when_none_is_apart(const Signs& signs, const KChoice& choice, int without, int resample) {
  const int least = choice.range.least;
  const bool by_knowledge = least == choice.least.clusters && least > 1;
  if (by_knowledge && without != least) return least;
  if (by_knowledge) return least + 1 <= choice.range.most ? least + 1 : 0;
  return nearest_to_apart(signs.curve, choice.range, without, resample);
}

int by_borders(const Signs& signs, const KChoice& choice, int without, int resample) {
  if (const auto found = largest_apart(signs.curve, choice.range, choice.needed, without, resample))
    return without != 0 ? *found : clearer_than(signs.curve, choice.range, choice.needed, *found);
  return when_none_is_apart(signs, choice, without, resample);
}

/// What most resamples answer, and how many of them; the smaller of numbers that tie.
struct Answer {
  int clusters = 0, resamples = 0;
};

Answer most_answered(const Signs& signs, const KChoice& choice, int without) {
  std::map<int, int> count;
  for (int r = 0; r < k_resamples; ++r) ++count[by_borders(signs, choice, without, r)];
  Answer most;
  for (const auto& [clusters, resamples] : count)
    if (resamples > most.resamples) most = {clusters, resamples};
  return most;
}

/// More than one cluster, and some resample finds them apart and no more.
bool apart_somewhere(const Signs& signs, const KChoice& choice, int clusters) {
  if (clusters < 2) return false;
  for (int r = 0; r < k_resamples; ++r)
    if (signs.curve.apart(clusters, r) >= choice.needed) return true;
  return false;
}

void choose_by_borders(const Signs& signs, const KByKnown& by_known, KChoice& choice) {
  choice.rule = KRule::borders;
  const Answer answer = most_answered(signs, choice, 0);
  choice.clusters = answer.clusters;
  choice.sure = static_cast<double>(answer.resamples) / k_resamples;
  const int second = most_answered(signs, choice, choice.clusters).clusters;
  choice.runner_up = second == choice.clusters ? 0 : second;
  const bool apart = apart_somewhere(signs, choice, choice.clusters);
  choice.reason = choice.clusters == 1 ? "no number of clusters leaves all of them apart"
                  : apart              ? "the most clusters that are all apart"
                                       : "no number leaves all clusters apart; this comes nearest";
  if (!apart && choice.clusters == choice.least.clusters && choice.clusters > 1) {
    choice.reason = choice.least.reason + ", and no larger number leaves all clusters apart";
  } else if (!apart && choice.clusters > 1) {
    choice.sure = 0;
  }
  if (!by_known.reason.empty()) choice.reason += "; " + by_known.reason;
  if (!by_known.found) choice.sure /= 2;
}

// --- knowledge held back ------------------------------------------------------------------------

void choose_by_facts(const Signs& signs, KChoice& choice) {
  const KHeldBack& held = signs.held;
  const int best = held.best(choice.range);
  if (best == 0 || !held.speaks(best)) return;
  for (KTried& tried : choice.curve)
    tried.open = held.tried(tried.clusters) && held.open(tried.clusters, best);
  const int shown = choice.clusters;
  const bool clear = choice.rule != KRule::borders || apart_somewhere(signs, choice, shown);
  if (clear && held.tried(shown) && held.open(shown, best)) {
    choice.reason += "; what is held back agrees";
    return;
  }
  choice.rule = KRule::held_back;
  choice.clusters = best;
  choice.runner_up = held.best(choice.range, best);
  choice.sure = choice.runner_up == 0 ? 1 : held.surer(best, choice.runner_up);
  choice.reason = fmt::format("seeds and links that were held back are met best, {:.2f}", held.met(best));
  if (choice.runner_up != 0)
    choice.reason += fmt::format("; with {} {:.2f}", choice.runner_up, held.met(choice.runner_up));
}

std::vector<KTried> told(const Signs& signs, const KRange& range) {
  std::vector<KTried> curve;
  for (int k = range.least; k <= std::min(range.most, signs.curve.most()); ++k) {
    KTried tried{.clusters = k};
    if (k > 1) tried.apart = signs.curve.apart(k);
    tried.bic = signs.bic.of(k);
    if (signs.held.tried(k)) tried.met = signs.held.met(k);
    curve.push_back(tried);
  }
  return curve;
}

/// Only one number is possible.
bool chosen_by_range(KChoice& choice) {
  if (choice.range.least != choice.range.most) return false;
  choice.clusters = choice.range.least;
  choice.sure = 1;
  choice.reason = "no other number is possible";
  choice.curve = {{.clusters = choice.clusters}};
  return true;
}

}  // namespace

std::string_view name_of(KRule rule) {
  switch (rule) {
    case KRule::borders:
      return "borders";
    case KRule::round:
      return "round";
    case KRule::bic:
      return "bic";
    case KRule::held_back:
      break;
  }
  return "held_back";
}

KChoice choose_k(const Material& material, const Evidence& evidence, const Wishes& wishes, const Run& run) {
  KChoice choice{.range = possible_range(material, evidence, wishes),
                 .least = least_clusters(evidence, material)};
  if (chosen_by_range(choice)) return choice;
  const KSample sample = sample_for_k(material, evidence, wishes.random_seed);
  const Run staged = with_stage(run, "choosing the number of clusters");
  const KByKnown by_known = learn_from_known(space_for_k(sample, wishes, staged), wishes.random_seed, staged);
  const KSpace& space = by_known.space;
  choice.needed = by_known.needed;
  Signs signs{.curve = curve_along(space.items, choice.range, choice.needed, wishes.random_seed, staged)};
  signs.held = met_along(sample, space, signs.curve, choice.range, staged);
  signs.bic = bic_along(sample, wishes, signs.curve, choice.range, staged);
  choice.curve = told(signs, choice.range);
  choose_by_borders(signs, by_known, choice);
  if (!signs.bic.values.empty())
    choose_by_bic(signs.bic, choice);
  else if (choice.needed == 1)
    look_for_round_groups(space.items, signs.curve, choice, staged);
  choose_by_facts(signs, choice);
  choice.interrupted = run.stop.stop_requested();
  if (choice.interrupted) choice.reason += "; interrupted: the best so far";
  return choice;
}

Wishes with_chosen(Wishes wishes, const KChoice& choice) {
  wishes.clusters = choice.clusters;
  wishes.choose_k.reset();
  return wishes;
}

std::string in_words(const KChoice& choice) {
  const std::string second = choice.runner_up == 0 ? "" : fmt::format(", runner-up {}", choice.runner_up);
  return fmt::format("k: {} (sure {:.0f} %{}): {}", choice.clusters, 100 * choice.sure, second,
                     choice.reason);
}

std::string k_plan_in_words(const Material& material, const Evidence& evidence, const Wishes& wishes) {
  const KRange range = possible_range(material, evidence, wishes);
  const LeastClusters least = least_clusters(evidence, material);
  std::vector<std::string> rules;
  if (evidence.kinds().intersects({seeds, links})) rules.emplace_back("seeds and links held back");
  rules.emplace_back(has_bic(wishes) ? "BIC" : "the most clusters that are all apart");
  if (evidence.kinds().contains(known)) rules.emplace_back("as clearly as the known clusters");
  return fmt::format("k: {} to {} would be tried{}; rule: {}", range.least, range.most,
                     least.reason.empty() ? "" : fmt::format(" ({})", least.reason), fmt::join(rules, "; "));
}

}  // namespace bellwether
